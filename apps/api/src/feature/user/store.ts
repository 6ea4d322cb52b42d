import type { Connection } from 'mongoose'
import { defineCollection } from '../../db/collection.ts'
import { createOnce } from '../../db/create-once.ts'

/** An administrator of one company. */
export interface User {
  id: string
  companyId: string
  /** In lower case; one account of the whole board. */
  email: string
  /** Who invited them: an administrator's address, or `operator`. */
  invitedBy: string
  /** argon2id; null until the person has chosen a password. */
  passwordHash: string | null
  /** When the password was chosen; sessions from before it are over. */
  passwordSetAt: Date | null
  createdAt: Date
}

/** What is kept of a one-time link with which a person chooses a password. */
export interface StoredLink {
  /** SHA-256 of the link's secret, in hexadecimal. */
  hash: string
  expiresAt: Date
}

type UserDocument = Omit<User, 'id'> & { _id: string; link?: StoredLink }

const openUsers = defineCollection<UserDocument>('users', [
  // Sign-in; nobody shares an address.
  { key: { email: 1 }, unique: true },
  // The people of a company.
  { key: { companyId: 1 } },
  // Whom a one-time link is for.
  { key: { 'link.hash': 1 }, sparse: true },
])

const plain = ({ _id, link: _link, ...fields }: UserDocument): User => ({ id: _id, ...fields })

export function createUserStore(connection: Connection) {
  const users = openUsers(connection)

  const one = async (filter: { _id: string } | { email: string }): Promise<User | undefined> => {
    const found = await users.findOne(filter)
    return found === null ? undefined : plain(found)
  }

  return {
    /** False where the address has an account already. */
    insert: ({ id, ...fields }: User, link: StoredLink): Promise<boolean> =>
      createOnce(users, { _id: id, ...fields, link }),
    find: (id: string) => one({ _id: id }),
    findByEmail: (email: string) => one({ email }),
    /** The people of a company, oldest account first. */
    async list(companyId: string): Promise<User[]> {
      return (await users.find({ companyId }).sort({ createdAt: 1, _id: 1 }).toArray()).map(plain)
    },
    /** Removes a person's account; once more changes nothing. */
    async remove(companyId: string, id: string): Promise<void> {
      await users.deleteOne({ _id: id, companyId })
    },
    /** Gives a person of the company a new link in place of the one before. */
    async replaceLink(companyId: string, id: string, link: StoredLink): Promise<void> {
      await users.updateOne({ _id: id, companyId }, { $set: { link } })
    },
    /** Whom a link is for that is good until after `now`. */
    async findByLink(hash: string, now: Date): Promise<User | undefined> {
      const found = await users.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })
      return found === null ? undefined : plain(found)
    },
    /** Uses a link up and sets the password of its person, in one step; undefined if the link is not good at `now`. */
    async useLink(id: string, hash: string, now: Date, passwordHash: string): Promise<User | undefined> {
      const found = await users.findOneAndUpdate(
        { _id: id, 'link.hash': hash, 'link.expiresAt': { $gt: now } },
        { $set: { passwordHash, passwordSetAt: now }, $unset: { link: 1 } },
        { returnDocument: 'after' },
      )
      if (found !== null) return plain(found)
      // The link may have been used by this very call, whose answer was lost. No two calls make one salted hash.
      const user = await one({ _id: id })
      return user?.passwordHash === passwordHash ? user : undefined
    },
  }
}

export type UserStore = ReturnType<typeof createUserStore>
