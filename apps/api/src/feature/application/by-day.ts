import type { Deps } from '../../deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Counts the applications on each of the last `days` UTC days, with today last, and those of all time. */
export async function countApplicationsByDay(
  deps: Deps,
  companyId: string,
  days: number,
): Promise<{ byDay: { day: string; count: number }[]; total: number }> {
  // Applications that wait in the mailbox count too, so they are delivered first.
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
