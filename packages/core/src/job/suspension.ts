import { actAsOperator, noteAudit } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { record, recordUrgently } from '../journal/service.ts'
import { pauseOvertaken } from './change.ts'
import type { StoredJob } from './job.ts'
import { getJobById } from './read.ts'

/* The operator suspends one job. It stays off the board, also if its ATS sends it again, and comes back unchanged. */

interface SuspendedJob {
  companyId: string
  jobId: number
}

/**
 * Suspends a job. When this returns, every process obeys. It is safe to repeat. Throws `job_id_not_found`, and `not_in_journal` if the job
 * is suspended but a restored backup would bring it back.
 */
export async function suspendJob(deps: Deps, { jobId }: { jobId: number }): Promise<StoredJob> {
  const read = await getAnyJob(deps, jobId)
  const at = new Date(deps.now())
  const entry = { kind: 'job_suspended', companyId: read.companyId, targetId: String(jobId), at } as const
  await recordUrgently(deps, entry, () => applySuspension(deps, read, at))
  return read
}

/** Ends the suspension of a job, as `suspendJob` begins it. Throws `job_id_not_found`, and `unavailable` before anything changes. */
export async function resumeJob(deps: Deps, { jobId }: { jobId: number }): Promise<StoredJob> {
  const read = await getAnyJob(deps, jobId)
  const { companyId } = read
  await record(deps, [{ kind: 'job_resumed', companyId, targetId: String(jobId), at: new Date(deps.now()) }])
  await applySuspension(deps, read, null)
  return read
}

/** Finds a job of any company, for the operator. Throws `job_id_not_found`. */
async function getAnyJob(deps: Deps, jobId: number): Promise<StoredJob> {
  const companyId = await deps.jobs.findCompanyOf(jobId)
  if (companyId === undefined) throw new AppError('job_id_not_found', { jobId })
  return getJobById(deps, companyId, jobId)
}

async function applySuspension(deps: Deps, { companyId, id, ...read }: StoredJob, suspendedAt: Date | null) {
  await setJobSuspension(deps, { companyId, jobId: id }, suspendedAt)
  if ((read.suspendedAt === null) !== (suspendedAt === null)) {
    const action = suspendedAt === null ? 'job_resumed' : 'job_suspended'
    await noteAudit(deps, actAsOperator(companyId), action, String(id), { title: read.fields.title })
  }
  await deps.waitUntilForgotten()
}

/**
 * Suspends a job or ends that, also after a restore of the database. A job that an ATS changes at the same time is read again. Changes
 * nothing if it is so already, or if there is no such job.
 */
export async function setJobSuspension(
  deps: Deps,
  { companyId, jobId }: SuspendedJob,
  suspendedAt: Date | null,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    const read = await deps.jobs.findById(companyId, jobId)
    if (read === undefined || (read.suspendedAt === null) === (suspendedAt === null)) return
    if (await deps.jobs.setSuspension(read, suspendedAt, new Date(deps.now()))) return
    await pauseOvertaken(tries, `job ${jobId}`)
  }
}
