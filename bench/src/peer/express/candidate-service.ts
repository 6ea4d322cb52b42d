import type { CandidateFilter } from '@boardwalk/schema/candidate'
import { filterApplications, showCandidate } from '../candidate.ts'
import { Refusal } from '../refusal.ts'
import { Application, Job } from './models.ts'
import type { Caller } from './with-key.ts'

/** Reads one page of a job's applications, ascending by date, and counts them. */
export async function listCandidates({ companyId }: Caller, externalId: string, filter: CandidateFilter) {
  const job = await Job.findOne({ companyId, externalKey: externalId }).select('fields.title').lean()
  if (!job) throw new Refusal('candidates_forbidden', { externalId, companyId })
  const { page, pageSize } = filter
  const matching = filterApplications(companyId, job._id, filter)
  const [applications, total] = await Promise.all([
    Application.find(matching)
      .sort({ date: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean(),
    Application.countDocuments(matching),
  ])
  const named = { _id: job._id, externalId, title: job.fields.title }
  const candidates = applications.map((application) => showCandidate(application, companyId, named))
  return { candidates, total, error: null }
}
