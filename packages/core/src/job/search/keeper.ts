import type { Deps } from '../../deps.ts'

/* Keeps the search up to date in the background: writes what this process has changed, and sweeps what another one could not write. */

/** The names of the work in the log and the metrics. */
const FLUSH = 'write what searches find'
const SWEEP = 'sweep the search'

/** A change waits this long, so that a bulk has many and a job that changes again is written once. A search finds it within a second. */
const FLUSH_EVERY_MS = 500
/** The sweep is due less often (store/search-sweep.ts). Each process looks whether it is. */
const LOOK_EVERY_MS = 15_000

/** Keeps the search until it is stopped. A sweep begins at once. */
export function startSearchKeeper(deps: Deps): () => void {
  const { jobs, background } = deps
  const stopping = new AbortController()
  const flush = () => background.run(FLUSH, jobs.flushSearch)
  const sweep = () => jobs.sweepSearch(deps, stopping.signal)
  background.run(SWEEP, () => jobs.requestSweep(deps).then(sweep))
  const flushing = setInterval(flush, FLUSH_EVERY_MS)
  const looking = setInterval(() => background.run(SWEEP, sweep), LOOK_EVERY_MS)
  /** Writes what is left, and leaves the rest of a sweep to another process. The work is done when that of the background is. */
  return () => {
    clearInterval(flushing)
    clearInterval(looking)
    stopping.abort()
    flush()
  }
}
