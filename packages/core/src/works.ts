import { closing } from './catalogue/closing.ts'
import { catalogueWork } from './catalogue/work.ts'
import { removedCompanySweep } from './company/removal.ts'
import type { Deps } from './deps.ts'
import { cvSweep } from './intake/cv.ts'
import { lettingIn } from './intake/hold.ts'
import type { Work } from './process/schedule.ts'
import { retention } from './retention/run.ts'

const mailboxMeasure: Work<Deps> = {
  name: 'measure what waits in the mailboxes',
  everyMs: 30_000,
  run: ({ mailbox }) => mailbox.measure(),
}

/** Lists the work of the core in the background. */
export const createCoreWorks = (): Work<Deps>[] => [
  closing,
  catalogueWork,
  retention,
  mailboxMeasure,
  removedCompanySweep,
  cvSweep,
  lettingIn,
]
