import type { Connection } from '../../db/connection.ts'
import { createOnce } from '../../db/row.ts'
import { type AdministratorDocument, openAdministrators, type StoredLink } from './schema.ts'

/** A user of one company, with all that the database stores of them but their links and enrolments. */
export type StoredAdministrator = Omit<AdministratorDocument, '_id' | 'link' | 'enrolment'> & { id: string }

const fromDocument = ({
  _id,
  link: _link,
  enrolment: _enrolment,
  ...fields
}: AdministratorDocument): StoredAdministrator => ({ id: _id, ...fields })

export function createAdministratorStore(connection: Connection) {
  const administrators = openAdministrators(connection)

  const findOne = async (
    filter: { _id: string } | { companyId: string; email: string },
  ): Promise<StoredAdministrator | undefined> => {
    const found = await administrators.findOne(filter)
    return found === null ? undefined : fromDocument(found)
  }

  /**
   * Finds an account if its password has this hash. An earlier try of a call may have set it, and its answer was lost. The
   * hash shows it, because the salt makes every hash different.
   */
  async function findWithHash(id: string, passwordHash: string): Promise<StoredAdministrator | undefined> {
    const administrator = await findOne({ _id: id })
    return administrator?.passwordHash === passwordHash ? administrator : undefined
  }

  return {
    /** False if the company has an account for the address already. */
    insert: ({ id, ...fields }: StoredAdministrator, link?: StoredLink): Promise<boolean> =>
      createOnce(administrators, { _id: id, ...fields, ...(link !== undefined && { link }) }),
    find: (id: string) => findOne({ _id: id }),
    findByEmail: (companyId: string, email: string) => findOne({ companyId, email }),
    /** The accounts of an address in all companies, or in one, oldest first. */
    async listByEmail(
      email: string,
      { companyId, hasPassword = false }: { companyId?: string | undefined; hasPassword?: boolean },
      accountsMax: number,
    ): Promise<StoredAdministrator[]> {
      const filter = {
        email,
        ...(companyId !== undefined && { companyId }),
        ...(hasPassword && { passwordHash: { $ne: null } }),
      }
      return (await administrators.find(filter).sort({ createdAt: 1, _id: 1 }).limit(accountsMax).toArray()).map(
        fromDocument,
      )
    },
    /** The administrators of a company, oldest account first. */
    async list(companyId: string): Promise<StoredAdministrator[]> {
      return (await administrators.find({ companyId }).sort({ createdAt: 1, _id: 1 }).toArray()).map(fromDocument)
    },
    /** Notes that the removal of an account begins, or with null that it was given up. */
    async noteRemoval(companyId: string, id: string, at: Date | null): Promise<void> {
      const change = at === null ? { $unset: { removalAt: 1 as const } } : { $set: { removalAt: at } }
      await administrators.updateOne({ _id: id, companyId }, change)
    },
    /** Removes an account. A second time changes nothing. */
    async remove(companyId: string, id: string): Promise<void> {
      await administrators.deleteOne({ _id: id, companyId })
    },
    /** Ends the sessions, the password and the link of an administrator of a company, or of all. Their accounts stay. */
    async lockOut(companyId: string, id?: string): Promise<void> {
      const who = { companyId, ...(id !== undefined && { _id: id }) }
      await administrators.updateMany(who, { $set: { passwordHash: null, passwordSetAt: null }, $unset: { link: 1 } })
    },
    /** Replaces the link of an administrator of the company. */
    async replaceLink(companyId: string, id: string, link: StoredLink): Promise<void> {
      await administrators.updateOne({ _id: id, companyId }, { $set: { link } })
    },
    /**
     * Replaces a password and ends the link. Undefined if the password is not the one with `formerHash` any more.
     */
    async replacePassword(
      { id, formerHash }: { id: string; formerHash: string },
      passwordHash: string,
      passwordSetAt: Date,
    ): Promise<StoredAdministrator | undefined> {
      const found = await administrators.findOneAndUpdate(
        { _id: id, passwordHash: formerHash },
        { $set: { passwordHash, passwordSetAt }, $unset: { link: 1 } },
        { returnDocument: 'after' },
      )
      if (found !== null) return fromDocument(found)
      return findWithHash(id, passwordHash)
    },
    /** Ends the links of all companies. Returns how many there were. */
    async endAllLinks(): Promise<number> {
      const count = await administrators.countDocuments({ link: { $exists: true } })
      await administrators.updateMany({ link: { $exists: true } }, { $unset: { link: 1 } })
      return count
    },
    /** Finds the administrator of a link by the link's hash. Undefined if the link is not valid at `now`. */
    async findByLink(hash: string, now: Date): Promise<StoredAdministrator | undefined> {
      const found = await administrators.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })
      return found === null ? undefined : fromDocument(found)
    },
    /** Uses a link up and sets its administrator's password in one step. Undefined if the link is not valid at `now`. */
    async useLink(id: string, hash: string, now: Date, passwordHash: string): Promise<StoredAdministrator | undefined> {
      const found = await administrators.findOneAndUpdate(
        { _id: id, 'link.hash': hash, 'link.expiresAt': { $gt: now } },
        { $set: { passwordHash, passwordSetAt: now }, $unset: { link: 1 } },
        { returnDocument: 'after' },
      )
      if (found !== null) return fromDocument(found)
      return findWithHash(id, passwordHash)
    },
  }
}
