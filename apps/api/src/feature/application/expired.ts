import type { Deps } from '../../deps.ts'
import type { DateRange } from './application.ts'

/** Counts the applications of a time that can be erased, up to `applicationsMax`, and says whether there may be more. */
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
 * Finds the oldest applications of a time, at most `applicationsMax`: the ids of those that are not erased, and the date
 * of the last one. An empty time has no `through`. What a mailbox still has is delivered first, so no application of a time
 * that has passed comes later.
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
