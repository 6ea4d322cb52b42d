import { CandidateFilter } from '@boardwalk/schema/candidate'
import type { ApplicationDocument } from './application.ts'
import { parse } from './refusal.ts'

/** Reads the query of a request for candidates. Throws a 400. */
export function readCandidateFilter(query: Record<string, unknown>): CandidateFilter {
  const { page, pageSize } = query
  const paging = {
    ...(page !== undefined && { page: Number(page) }),
    ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
  }
  return parse(CandidateFilter, { ...query, ...paging })
}

/** Finds a job's applications of the dates that are asked for. `since` wins over `from`. */
export function filterApplications(companyId: string, jobId: number, { since, from, to }: CandidateFilter) {
  const after = since ? { $gt: since } : from && { $gte: from }
  return { companyId, jobId, ...((after || to) && { date: { ...after, ...(to && { $lte: to }) } }) }
}

/** Shows an application as the contract asks for it. */
export const showCandidate = (
  application: Omit<ApplicationDocument, 'companyId' | 'jobId' | 'cvId'>,
  companyId: string,
  job: { _id: number; externalId: string; title: string },
) => ({
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
  offerId: job.externalId,
  jobId: job._id,
  jobTitle: job.title,
  date: application.date,
  message: application.message,
  statusChangedBy: 'applicant',
  statusChangedAt: application.date,
  erasedAt: null,
  changedAt: application.date,
})
