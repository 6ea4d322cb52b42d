/**
 * Goes back by calendar months, in UTC. A day that the month does not have becomes its last one: a month before 31 March
 * is 28 February, never 3 March, because nothing may expire early.
 */
export function subtractMonths(nowMs: number, months: number): Date {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months]
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const dayMs = Date.UTC(year, month, Math.min(now.getUTCDate(), daysOfMonth))
  return new Date(dayMs + (nowMs - Date.UTC(year, now.getUTCMonth(), now.getUTCDate())))
}
