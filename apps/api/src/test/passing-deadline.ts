import { requireTime, runWithDeadline } from '../deadline.ts'

/** Waits a moment, and then needs time as every call of the database does. */
export async function callDatabase(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  requireTime()
}

/** Asks in a request whose time is up before anything answers. */
export function askAsTimeEnds<Result>(ask: () => Promise<Result>): Promise<Result> {
  const deadline = { isPassed: false }
  const asked = runWithDeadline(deadline, ask)
  deadline.isPassed = true
  return asked
}
