import type { Deps } from '../deps.ts'
import type { Work } from '../process/schedule.ts'

/* Keeps the search up to date: writes what this process has changed, and sweeps what another one could not write. */

/** A change waits this long, so that a bulk has many and a job that changes again is written once. A search finds it within a second. */
const searchFlush: Work<Deps> = {
  name: 'write what searches find',
  everyMs: 500,
  run: ({ search }) => search.flush(),
}

/** The first sweep begins with the process. Later ones are due less often (store/sweep.ts): each process looks whether one is. */
export function createSearchWorks(): Work<Deps>[] {
  let isRequested = false
  const sweep: Work<Deps> = {
    name: 'sweep the search',
    everyMs: 15_000,
    async run(deps, signal) {
      if (!isRequested) await deps.search.requestSweep(deps)
      isRequested = true
      await deps.search.sweep(deps, signal)
    },
  }
  return [searchFlush, sweep]
}
