import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import type { Route } from '../../trpc/context.ts'
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

/** Reads one candidate. Throws `candidate_not_found`. */
export const getCandidate: Route<'getCandidate'> = async ({ ctx: { deps, actor }, input: { id } }) => {
  const { companyId } = actor
  const application = await findAcceptedApplication(deps, { companyId, applicationId: id })
  const [candidate] = application ? await showCandidates(deps, companyId, [application]) : []
  if (candidate === undefined) throw new AppError('candidate_not_found', { id })
  return { candidate, error: null }
}

/**
 * Counts the applications of each of these jobs, also those that wait in the mailbox. A job without any has no entry.
 */
export async function countApplicationsByJob(
  deps: Deps,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, number>> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countByJob(companyId, jobIds)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Counts the applications on each of the last `days` UTC days, with today last, and those of all time. */
export async function countApplicationsByDay(
  deps: Deps,
  companyId: string,
  days: number,
): Promise<{ byDay: { day: string; count: number }[]; total: number }> {
  await deps.mailbox.synchronise(companyId, -1)
  const todayMs = Math.floor(deps.now() / DAY_MS) * DAY_MS
  const names = Array.from({ length: days }, (_, index) => formatDay(todayMs - (days - 1 - index) * DAY_MS))
  const [counts, total] = await Promise.all([
    deps.applications.countByDay(companyId, new Date(todayMs - (days - 1) * DAY_MS)),
    deps.applications.countAll(companyId),
  ])
  return { byDay: names.map((day) => ({ day, count: counts.get(day) ?? 0 })), total }
}

/** Writes a UTC day as `2026-03-31`. */
const formatDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

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
