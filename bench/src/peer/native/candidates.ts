import type { Collections } from './database.ts'
import { Refusal } from './refusal.ts'

export interface CandidateQuery {
  since?: Date | undefined
  from?: Date | undefined
  to?: Date | undefined
  page: number
  pageSize: number
}

const projection = { companyId: 0, jobId: 0, cvId: 0 } as const

/** One page of a job's candidates, ascending by date, and how many there are in all. Throws 403. */
export async function listCandidates(
  { jobs, applications }: Collections,
  companyId: string,
  externalId: string,
  { since, from, to, page, pageSize }: CandidateQuery,
) {
  const job = await jobs.findOne({ companyId, externalKey: externalId }, { projection: { _id: 1 } })
  if (job === null) {
    throw new Refusal(403, `External id ${externalId} is not associated with any job within company ${companyId}`)
  }
  const after = since ? { $gt: since } : from && { $gte: from }
  const filter = { companyId, jobId: job._id, ...((after || to) && { date: { ...after, ...(to && { $lte: to }) } }) }
  const find = () =>
    applications.find(filter, { projection, sort: { date: 1 }, skip: (page - 1) * pageSize, limit: pageSize }).toArray()
  const count = () => applications.countDocuments(filter)
  // What a poll finds seldom fills a page, and then says itself how many there are.
  const isPoll = page === 1 && after !== undefined
  const [found, counted] = await Promise.all([find(), isPoll ? undefined : count()])
  const total = counted ?? (found.length < pageSize ? found.length : await count())
  return {
    candidates: found.map((application) => ({
      id: application._id,
      jobBoardId: 'boardwalk',
      status: application.status,
      companyId,
      firstName: application.firstName,
      lastName: application.lastName,
      email: application.email,
      phone: application.phone,
      cv: '',
      linkedinUrl: application.linkedinUrl,
      offerId: externalId,
      date: application.date,
      message: application.message,
    })),
    total,
    error: null,
  }
}
