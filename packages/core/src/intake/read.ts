import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import type { Route } from '../trpc/context.ts'
import type { Application, DateRange } from './application.ts'
import { showCandidates } from './poll.ts'

/* Reads of accepted applications. Those that still wait in a mailbox are delivered first, so that no read misses one. */

/** Finds an application that has been accepted, also one that still waits in the mailbox. Undefined if there is none. */
export async function findAcceptedApplication(
  deps: Deps,
  { companyId, applicationId }: { companyId: string; applicationId: string },
): Promise<Application | undefined> {
  await deps.mailbox.synchronise(companyId)
  const [found] = await deps.applications.findByIds(companyId, [applicationId])
  return found
}

/** Finds an application that has been accepted. Throws `application_not_found`. */
export async function requireApplication(deps: Deps, companyId: string, id: string): Promise<Application> {
  const application = await findAcceptedApplication(deps, { companyId, applicationId: id })
  if (application === undefined) throw new AppError('application_not_found', { id })
  return application
}

/** Reads one candidate. Throws `candidate_not_found`. */
export const getCandidate: Route<'getCandidate'> = async ({ ctx: { deps, actor }, input: { id } }) => {
  const { companyId } = actor
  const application = await findAcceptedApplication(deps, { companyId, applicationId: id })
  const [candidate] = application ? await showCandidates(deps, companyId, [application]) : []
  if (candidate === undefined) throw new AppError('candidate_not_found', { id })
  return { candidate, error: null }
}

/**
 * Counts the applications of each of these jobs, also those that wait in the mailbox, of all time or since an instant. A job
 * without any has no entry.
 */
export async function countApplicationsByJob(
  deps: Deps,
  companyId: string,
  jobIds: number[],
  since?: Date,
): Promise<Map<number, number>> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countByJob(companyId, jobIds, since)
}

/** Counts the applications of each UTC day (`2026-03-31`) since an instant, of one job or of all. A day without any has no entry. */
export async function countApplicationsByDay(
  deps: Deps,
  companyId: string,
  since: Date,
  jobId?: number,
): Promise<Map<string, number>> {
  await deps.mailbox.synchronise(companyId, -1)
  return deps.applications.countByDay(companyId, since, jobId)
}

/** Counts all applications of the company. */
export async function countApplications(deps: Deps, companyId: string): Promise<number> {
  await deps.mailbox.synchronise(companyId, -1)
  return deps.applications.countAll(companyId)
}

/** Counts the applications in a range of dates that are not erased, up to `applicationsMax`. */
export async function countExpired(
  deps: Deps,
  companyId: string,
  range: DateRange,
  applicationsMax: number,
): Promise<{ count: number; hasMore: boolean }> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countKept(companyId, range, applicationsMax)
}

/**
 * Finds the oldest applications in a range of dates, at most `applicationsMax`: the ids of those that are not erased, and the
 * date of the last one. Without any, `through` is undefined. The mailbox is delivered first, so a range that has passed gets
 * no application later.
 */
export async function findExpired(
  deps: Deps,
  companyId: string,
  range: DateRange,
  applicationsMax: number,
): Promise<{ ids: string[]; through: Date | undefined }> {
  await deps.mailbox.synchronise(companyId)
  const found = await deps.applications.listDates(companyId, range, applicationsMax)
  const ids = found.filter(({ erasedAt }) => erasedAt === undefined).map(({ id }) => id)
  return { ids, through: found.at(-1)?.date }
}
