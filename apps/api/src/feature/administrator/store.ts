import type { Connection } from 'mongoose'
import { defineCollection } from '../../db/collection.ts'
import { createOnce } from '../../db/create-once.ts'

/** An administrator of one company, as stored. */
export interface StoredAdministrator {
  id: string
  companyId: string
  /** In lower case; one account of the whole board. */
  email: string
  /** Who invited them: an administrator's address, or `operator`. */
  invitedBy: string
  /** argon2id; null until the administrator has chosen a password. */
  passwordHash: string | null
  /** When the password was chosen. Sessions that started before it have ended. */
  passwordSetAt: Date | null
  createdAt: Date
}

/** What is stored of a one-time link with which an administrator chooses a password. */
export interface StoredLink {
  /** SHA-256 of the link's secret, in hexadecimal. */
  hash: string
  expiresAt: Date
}

type AdministratorDocument = Omit<StoredAdministrator, 'id'> & { _id: string; link?: StoredLink }

const openAdministrators = defineCollection<AdministratorDocument>('users', [
  // Sign-in; nobody shares an address.
  { key: { email: 1 }, unique: true },
  // The administrators of a company.
  { key: { companyId: 1 } },
  // The administrator that a one-time link is for.
  { key: { 'link.hash': 1 }, sparse: true },
])

const plain = ({ _id, link: _link, ...fields }: AdministratorDocument): StoredAdministrator => ({ id: _id, ...fields })

export function createAdministratorStore(connection: Connection) {
  const administrators = openAdministrators(connection)

  const one = async (filter: { _id: string } | { email: string }): Promise<StoredAdministrator | undefined> => {
    const found = await administrators.findOne(filter)
    return found === null ? undefined : plain(found)
  }

  return {
    /** False if the address has an account already. */
    insert: ({ id, ...fields }: StoredAdministrator, link: StoredLink): Promise<boolean> =>
      createOnce(administrators, { _id: id, ...fields, link }),
    find: (id: string) => one({ _id: id }),
    findByEmail: (email: string) => one({ email }),
    /** The administrators of a company, oldest account first. */
    async list(companyId: string): Promise<StoredAdministrator[]> {
      return (await administrators.find({ companyId }).sort({ createdAt: 1, _id: 1 }).toArray()).map(plain)
    },
    /** Removes an account; a second time changes nothing. */
    async remove(companyId: string, id: string): Promise<void> {
      await administrators.deleteOne({ _id: id, companyId })
    },
    /** Gives an administrator of the company a new link in place of the one before. */
    async replaceLink(companyId: string, id: string, link: StoredLink): Promise<void> {
      await administrators.updateOne({ _id: id, companyId }, { $set: { link } })
    },
    /** The administrator that a link is for, if the link is still valid at `now`. */
    async findByLink(hash: string, now: Date): Promise<StoredAdministrator | undefined> {
      const found = await administrators.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })
      return found === null ? undefined : plain(found)
    },
    /** Uses a link up and sets the password of its administrator, in one step; undefined if the link is not valid at `now`. */
    async useLink(id: string, hash: string, now: Date, passwordHash: string): Promise<StoredAdministrator | undefined> {
      const found = await administrators.findOneAndUpdate(
        { _id: id, 'link.hash': hash, 'link.expiresAt': { $gt: now } },
        { $set: { passwordHash, passwordSetAt: now }, $unset: { link: 1 } },
        { returnDocument: 'after' },
      )
      if (found !== null) return plain(found)
      // The link may have been used by this very call, whose answer was lost. No two calls make one salted hash.
      const administrator = await one({ _id: id })
      return administrator?.passwordHash === passwordHash ? administrator : undefined
    },
  }
}

export type AdministratorStore = ReturnType<typeof createAdministratorStore>
