import { actAsBoard, noteJobEvents } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../process/schedule.ts'

/*
 * Keeps the lists free of jobs whose closing date has passed. Pages and forms look at the date themselves (packages/schema/src/visibility.ts);
 * lists, searches and counts read the status of the row, which this work sets.
 */

/** Takes the jobs whose closing date has passed out of all lists, and tells their companies' audit trails. */
export async function closeJobs(deps: Deps, signal: AbortSignal): Promise<void> {
  for await (const closed of deps.jobs.withholdClosed(deps, signal))
    for (const companyId of new Set(closed.map((job) => job.companyId))) {
      const ids = closed.filter((job) => job.companyId === companyId).map(({ id }) => id)
      await noteJobEvents(deps, actAsBoard(companyId), 'job_closed', ids)
    }
}

/** While nothing is due, a look is one query of an index. */
export const closing: Work<Deps> = { name: 'take closed jobs off the board', everyMs: 3_000, run: closeJobs }
