import type { Caller } from './authenticate.ts'
import type { CandidateFilter } from './candidate.ts'
import { unknownJob } from './job-service.ts'
import { Application, Job } from './models.ts'

/** One page of the applications to a job, the first one first. */
export async function listCandidates(caller: Caller, externalId: string, filter: CandidateFilter) {
  const { since, from, to, page, pageSize } = filter
  const { companyId } = caller
  const job = await Job.findOne({ companyId, externalKey: externalId }, { _id: 1 }).lean()
  if (!job) throw unknownJob(403, externalId, caller)

  const date = { ...(since ? { $gt: since } : from && { $gte: from }), ...(to && { $lte: to }) }
  const matching = { companyId, jobId: job._id, ...(Object.keys(date).length > 0 && { date }) }
  const [applications, total] = await Promise.all([
    Application.find(matching)
      .sort({ date: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean(),
    Application.countDocuments(matching),
  ])
  const candidates = applications.map((application) => ({
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
    date: application.date.toISOString(),
    message: application.message,
  }))
  return { candidates, total, error: null }
}
