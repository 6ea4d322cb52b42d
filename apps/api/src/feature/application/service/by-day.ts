import type { Clock } from '../../../clock.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many people applied on each of the last so many UTC days, today last, and how many ever. */
export async function applicationsByDay(
  deps: WithMailbox<'synchronise'> & Applications<'countByDay' | 'countAll'> & Clock,
  companyId: string,
  days: number,
): Promise<{ byDay: { day: string; count: number }[]; total: number }> {
  // Also those that are accepted and not delivered yet.
  await deps.mailbox.synchronise(companyId, -1)
  const todayMs = Math.floor(deps.now() / DAY_MS) * DAY_MS
  const names = Array.from({ length: days }, (_, index) => dayOf(todayMs - (days - 1 - index) * DAY_MS))
  const [counts, total] = await Promise.all([
    deps.applications.countByDay(companyId, new Date(todayMs - (days - 1) * DAY_MS)),
    deps.applications.countAll(companyId),
  ])
  return { byDay: names.map((day) => ({ day, count: counts.get(day) ?? 0 })), total }
}

/** `2026-03-31` */
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
