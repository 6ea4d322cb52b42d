import type { Deps } from '../deps.ts'
import type { Work } from '../process/schedule.ts'

/** Brings changes into the catalogue. A search of this process does not wait for it. */
export const catalogueWork: Work<Deps> = {
  name: 'keep the catalogue of public jobs up to date',
  // At each turn of the schedule, which comes every half second.
  everyMs: 1,
  run: ({ catalogue }, signal) => catalogue.run(signal),
}
