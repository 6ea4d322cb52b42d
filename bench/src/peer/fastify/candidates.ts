import type { CandidateFilter } from '@boardwalk/schema/candidate'
import { filterApplications, showCandidate } from '../candidate.ts'
import { Refusal } from '../refusal.ts'
import type { Collections } from './database.ts'
import { remember } from './remember.ts'

const projection = { companyId: 0, jobId: 0, cvId: 0 } as const

/** Finds the job of an external id. The key is the two as JSON. */
export const createFindJob = ({ jobs }: Collections) =>
  remember((key) => {
    const [companyId, externalKey] = JSON.parse(key)
    return jobs.findOne({ companyId, externalKey }, { projection: { 'fields.title': 1 } })
  })

/** Reads one page of a job's applications, ascending by date, and counts them. Throws a 403. */
export async function listCandidates(
  { applications }: Collections,
  findJob: ReturnType<typeof createFindJob>,
  companyId: string,
  externalId: string,
  filter: CandidateFilter,
) {
  const job = await findJob(JSON.stringify([companyId, externalId]))
  if (job === null) throw new Refusal('candidates_forbidden', { externalId, companyId })
  const { page, pageSize } = filter
  const matching = filterApplications(companyId, job._id, filter)
  const paging = { sort: { date: 1 }, skip: (page - 1) * pageSize, limit: pageSize } as const
  const find = () => applications.find(matching, { projection, ...paging }).toArray()
  const count = () => applications.countDocuments(matching)
  // A poll seldom finds a full page. A page that is not full needs no count.
  const isPoll = page === 1 && (filter.since ?? filter.from) !== undefined
  const [found, counted] = await Promise.all([find(), isPoll ? undefined : count()])
  const total = counted ?? (found.length < pageSize ? found.length : await count())
  const named = { _id: job._id, externalId, title: job.fields.title }
  return {
    candidates: found.map((application) => showCandidate(application, companyId, named)),
    total,
    error: null,
  }
}
