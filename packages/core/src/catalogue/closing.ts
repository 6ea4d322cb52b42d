import { actAsBoard, noteJobEvents } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../process/schedule.ts'

/*
 * Gives the rows of jobs whose closing date has passed the status of jobs that people cannot see. Pages, forms and the catalogue look at
 * the date themselves (packages/schema/src/visibility.ts). The lists of the back office and of the API read the row, and the change tells
 * those who follow the changes of jobs.
 */

/** The jobs that one command changes. */
const JOBS_AT_ONCE = 100

/** Withholds the jobs whose closing date has passed, and tells their companies' audit trails. */
export async function closeJobs(deps: Deps, signal: AbortSignal): Promise<void> {
  while (deps.catalogue.isShown() && !signal.aborted) {
    const due = await deps.catalogue.findClosed(new Date(deps.now()), JOBS_AT_ONCE)
    if (due.length === 0) return
    const closed = await deps.jobs.withholdClosed(
      deps,
      due.map(({ id }) => id),
    )
    // Another process may have closed the others.
    await deps.catalogue.checkAgain(due)
    for (const companyId of new Set(closed.map((job) => job.companyId))) {
      const ids = closed.filter((job) => job.companyId === companyId).map(({ id }) => id)
      await noteJobEvents(deps, actAsBoard(companyId), 'job_closed', ids)
    }
    // What an older read of the rows has missed is left to the next look.
    if (closed.length === 0) return
  }
}

/** While nothing is due, a look asks only the catalogue. */
export const closing: Work<Deps> = { name: 'take closed jobs off the board', everyMs: 3_000, run: closeJobs }
