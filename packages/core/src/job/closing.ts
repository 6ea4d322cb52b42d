import { actAsBoard, noteJobEvents } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'

/*
 * Keeps the lists free of jobs whose closing date has passed. Pages and forms look at the date themselves (packages/schema/src/visibility.ts);
 * lists, searches and counts read the status of the row, which this work sets.
 */

/** The name of this work in the log and the metrics. */
const CLOSING = 'take closed jobs off the board'
/** While nothing is due, a look is one query of an index. */
const LOOK_EVERY_MS = 3_000

/** Takes closed jobs out of all lists until it is stopped. Other processes do the same. */
export function startClosing(deps: Deps): () => void {
  const stopping = new AbortController()
  let isUnderWay = false
  const look = () => {
    if (isUnderWay) return
    isUnderWay = true
    deps.background.run(CLOSING, () =>
      closeJobs(deps, stopping.signal).finally(() => {
        isUnderWay = false
      }),
    )
  }
  look()
  const looking = setInterval(look, LOOK_EVERY_MS)
  return () => {
    clearInterval(looking)
    stopping.abort()
  }
}

/** Takes the jobs whose closing date has passed out of all lists, and tells their companies' audit trails. */
export async function closeJobs(deps: Deps, signal: AbortSignal): Promise<void> {
  for await (const closed of deps.jobs.withholdClosed(deps, signal))
    for (const companyId of new Set(closed.map((job) => job.companyId))) {
      const ids = closed.filter((job) => job.companyId === companyId).map(({ id }) => id)
      await noteJobEvents(deps, actAsBoard(companyId), 'job_closed', ids)
    }
}
