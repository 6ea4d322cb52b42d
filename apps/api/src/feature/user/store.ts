import type { Connection } from '@boardwalk/core/db/connection'
import { createOnce } from '@boardwalk/core/db/row'
import { openUsers, type StoredDigest, type StoredLink, type UserDocument } from './schema.ts'

/** A user of one company, with all that the database stores of them but their links and enrolments. */
export type StoredUser = Omit<UserDocument, '_id' | 'link' | 'enrolment'> & { id: string }

const fromDocument = ({ _id, link: _link, enrolment: _enrolment, ...fields }: UserDocument): StoredUser => ({
  id: _id,
  ...fields,
})

export function createUserStore(connection: Connection) {
  const users = openUsers(connection)

  const findOne = async (
    filter: { _id: string } | { companyId: string; email: string },
  ): Promise<StoredUser | undefined> => {
    const found = await users.findOne(filter)
    return found === null ? undefined : fromDocument(found)
  }

  /**
   * Finds a user if the password has this hash. It shows that an earlier attempt of the call has set it, because the salt
   * makes every hash different.
   */
  async function findWithHash(id: string, passwordHash: string): Promise<StoredUser | undefined> {
    const user = await findOne({ _id: id })
    return user?.passwordHash === passwordHash ? user : undefined
  }

  return {
    /** False if the company has a user with this address already. */
    insert: ({ id, ...fields }: StoredUser, link?: StoredLink): Promise<boolean> =>
      createOnce(users, { _id: id, ...fields, ...(link !== undefined && { link }) }),
    find: (id: string) => findOne({ _id: id }),
    findByEmail: (companyId: string, email: string) => findOne({ companyId, email }),
    /** The users with an address in all companies, or in one, oldest first. */
    async listByEmail(
      email: string,
      { companyId, hasPassword = false }: { companyId?: string | undefined; hasPassword?: boolean },
      usersMax: number,
    ): Promise<StoredUser[]> {
      const filter = {
        email,
        ...(companyId !== undefined && { companyId }),
        ...(hasPassword && { passwordHash: { $ne: null } }),
      }
      return (await users.find(filter).sort({ createdAt: 1, _id: 1 }).limit(usersMax).toArray()).map(fromDocument)
    },
    /** The users of a company, oldest first. */
    async list(companyId: string): Promise<StoredUser[]> {
      return (await users.find({ companyId }).sort({ createdAt: 1, _id: 1 }).toArray()).map(fromDocument)
    },
    /** Stores a visit of a user, unless another request has stored one after `formerSeenAt`. */
    async noteVisit(
      companyId: string,
      { id, seenAt: formerSeenAt }: Pick<StoredUser, 'id' | 'seenAt'>,
      visit: { seenAt: Date; lastVisitEndedAt?: Date },
    ): Promise<void> {
      await users.updateOne({ _id: id, companyId, seenAt: formerSeenAt ?? { $exists: false } }, { $set: visit })
    },
    /** Stores that the removal of a user begins, or with null that it was given up. */
    async noteRemoval(companyId: string, id: string, at: Date | null): Promise<void> {
      const change = at === null ? { $unset: { removalAt: 1 as const } } : { $set: { removalAt: at } }
      await users.updateOne({ _id: id, companyId }, change)
    },
    /** Removes a user. A second time changes nothing. */
    async remove(companyId: string, id: string): Promise<void> {
      await users.deleteOne({ _id: id, companyId })
    },
    /** Ends the sessions, the password and the link of a user of a company, or of all its users. Their rows stay. */
    async lockOut(companyId: string, id?: string): Promise<void> {
      const who = { companyId, ...(id !== undefined && { _id: id }) }
      await users.updateMany(who, { $set: { passwordHash: null, passwordSetAt: null }, $unset: { link: 1 } })
    },
    /** Turns the digest of a user on. Null turns it off. A digest that is on already keeps its times. */
    async setDigest(companyId: string, id: string, digest: StoredDigest | null): Promise<void> {
      if (digest === null) await users.updateOne({ _id: id, companyId }, { $unset: { digest: 1 } })
      else await users.updateOne({ _id: id, companyId, digest: { $exists: false } }, { $set: { digest } })
    },
    /** Lists the users whose digest is due, those that are due the longest first. */
    async listDigestsDue(now: Date, usersMax: number): Promise<StoredUser[]> {
      const found = users.find({ 'digest.dueAt': { $lte: now } }, { sort: { 'digest.dueAt': 1 }, limit: usersMax })
      return (await found.toArray()).map(fromDocument)
    },
    /** Makes the next digest due. False if another process has done so, or the user has turned it off. */
    async postponeDigest(companyId: string, id: string, former: Date, dueAt: Date): Promise<boolean> {
      const change = { $set: { 'digest.dueAt': dueAt } }
      return (await users.updateOne({ _id: id, companyId, 'digest.dueAt': former }, change)).matchedCount === 1
    },
    /** Notes that a user was told what was new up to an instant. */
    async noteDigested(companyId: string, id: string, through: Date): Promise<void> {
      await users.updateOne({ _id: id, companyId, digest: { $exists: true } }, { $max: { 'digest.through': through } })
    },
    /** Replaces the link of a user of the company. */
    async replaceLink(companyId: string, id: string, link: StoredLink): Promise<void> {
      await users.updateOne({ _id: id, companyId }, { $set: { link } })
    },
    /** Replaces a password and ends the link. Undefined if `formerHash` is not the hash of the password any more. */
    async replacePassword(
      { id, formerHash }: { id: string; formerHash: string },
      passwordHash: string,
      passwordSetAt: Date,
    ): Promise<StoredUser | undefined> {
      const found = await users.findOneAndUpdate(
        { _id: id, passwordHash: formerHash },
        { $set: { passwordHash, passwordSetAt }, $unset: { link: 1 } },
        { returnDocument: 'after' },
      )
      if (found !== null) return fromDocument(found)
      return findWithHash(id, passwordHash)
    },
    /** Ends the links of all companies. Returns how many there were. After a restore, some may have been used before. */
    async endAllLinks(): Promise<number> {
      const count = await users.countDocuments({ link: { $exists: true } })
      await users.updateMany({ link: { $exists: true } }, { $unset: { link: 1 } })
      return count
    },
    /** Finds the user of a link by the link's hash. Undefined if the link is not valid at `now`. */
    async findByLink(hash: string, now: Date): Promise<StoredUser | undefined> {
      const found = await users.findOne({ 'link.hash': hash, 'link.expiresAt': { $gt: now } })
      return found === null ? undefined : fromDocument(found)
    },
    /** Uses a link up and sets its user's password in one step. Undefined if the link is not valid at `now`. */
    async useLink(id: string, hash: string, now: Date, passwordHash: string): Promise<StoredUser | undefined> {
      const found = await users.findOneAndUpdate(
        { _id: id, 'link.hash': hash, 'link.expiresAt': { $gt: now } },
        { $set: { passwordHash, passwordSetAt: now }, $unset: { link: 1 } },
        { returnDocument: 'after' },
      )
      if (found !== null) return fromDocument(found)
      return findWithHash(id, passwordHash)
    },
  }
}
