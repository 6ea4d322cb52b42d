import type { Deps } from '../../deps.ts'

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
      deps.jobs.withholdClosed(deps, stopping.signal).finally(() => {
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
