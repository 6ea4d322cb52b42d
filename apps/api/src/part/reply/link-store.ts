import type { Connection } from '@boardwalk/core/db/connection'
import { createOnce } from '@boardwalk/core/db/row'
import { type ApplicantLinkDocument, openApplicantLinks } from './schema.ts'

/** What a link in a mail leads to. */
export type ApplicantLink = Pick<ApplicantLinkDocument, 'companyId' | 'withdrawnAt'> & { applicationId: string }

/** A mail that is sent again has a new secret. The links of this many latest mails work. */
const SECRETS_KEPT = 20

const fromDocument = ({ _id, companyId, withdrawnAt }: ApplicantLinkDocument): ApplicantLink => ({
  applicationId: _id,
  companyId,
  withdrawnAt,
})

export function createApplicantLinkStore(connection: Connection) {
  const links = openApplicantLinks(connection)
  return {
    /** Lets a link with this secret lead to an application. */
    async addSecret(companyId: string, applicationId: string, hash: string): Promise<void> {
      await createOnce(links, { _id: applicationId, companyId, secretHashes: [] })
      const change = { $push: { secretHashes: { $each: [hash], $slice: -SECRETS_KEPT } } }
      await links.updateOne({ _id: applicationId, companyId, secretHashes: { $ne: hash } }, change)
    },
    /** Finds the application of a link. Undefined if it is erased. */
    async findBySecret(hash: string): Promise<ApplicantLink | undefined> {
      const found = await links.findOne({ secretHashes: hash })
      return found === null ? undefined : fromDocument(found)
    },
    /** Finds which of these applications their applicants have withdrawn. */
    async findWithdrawn(companyId: string, applicationIds: string[]): Promise<Map<string, Date>> {
      const filter = { companyId, _id: { $in: applicationIds }, withdrawnAt: { $exists: true } }
      const found = await links.find(filter).toArray()
      return new Map(found.flatMap(({ _id, withdrawnAt }) => (withdrawnAt === undefined ? [] : [[_id, withdrawnAt]])))
    },
    /** Notes that the person has withdrawn, once. */
    async noteWithdrawn(companyId: string, applicationId: string, withdrawnAt: Date): Promise<void> {
      const filter = { _id: applicationId, companyId, withdrawnAt: { $exists: false } }
      await links.updateOne(filter, { $set: { withdrawnAt } })
    },
    async remove(companyId: string, applicationId: string): Promise<void> {
      await links.deleteOne({ _id: applicationId, companyId })
    },
  }
}
