import { isPublic } from '@boardwalk/schema/visibility'
import { type Company, findCompany } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import { findJob } from '../job/read.ts'

/** The jobs that a page shows. */
const SHOWN_MAX = 3
/** The jobs that are read: another process may have withdrawn one a moment ago, or its company may be suspended. */
const READ_MAX = 5

/** A job of a short list, with its company. */
export interface SimilarJob {
  company: Company
  job: StoredJob
}

/**
 * Finds up to three public jobs of the board that are similar to a job. The database is asked for them together with other jobs that are
 * asked for at this moment.
 */
export async function findSimilarJobs(deps: Deps, jobId: number | undefined): Promise<SimilarJob[]> {
  if (jobId === undefined) return []
  const found = await deps.catalogue.findSimilar(jobId, { at: new Date(deps.now()), jobsMax: READ_MAX })
  const read = await Promise.all(found.map(({ companyId, id }) => findJob(deps, companyId, id)))
  const jobs = read.flatMap((job) => (job && isPublic(job, deps.now()) ? [job] : []))
  const all = await Promise.all(jobs.map(async (job) => ({ job, company: await findCompany(deps, job.companyId) })))
  return all
    .flatMap(({ job, company }) => (company === undefined || company.suspendedAt !== null ? [] : [{ job, company }]))
    .slice(0, SHOWN_MAX)
}
