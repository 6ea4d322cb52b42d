import type { SeenRequest } from '@boardwalk/sandbox'
import { isPush } from '../kind.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'
import { changeJobs, describeHarm, startWithJobs } from './board.ts'
import { findIds } from './push.ts'

const RETRY_AFTER_SECONDS = 3
/** Timers of programs may be early by some milliseconds. */
const EARLY_MS = 100
const situation = `The board answered 429 with Retry-After: ${RETRY_AFTER_SECONDS} to a push`

export const jobsRateLimited: Scenario = {
  name: 'jobs-rate-limited',
  promise: 'After a 429, the program waits as long as Retry-After says, and then pushes what the board did not take.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#9-before-you-go-live',
  async run(trial) {
    const jobs = [
      { id: 'A-1', title: 'Comptable' },
      { id: 'A-2', title: 'Soudeur' },
    ]
    await startWithJobs(trial, jobs, 'Your system has two jobs')
    trial.fail({ status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } }, { when: isPush })
    const changed = jobs.map((job) => ({ ...job, title: `${job.title} confirmé` }))
    await changeJobs(trial, changed, situation)
    const waitedMs = measureWait(trial)
    if (waitedMs !== undefined && waitedMs < RETRY_AFTER_SECONDS * 1000 - EARLY_MS)
      throw describeHarm(
        trial,
        `The program sends the job again after ${waitedMs} ms: the more a board has to do, the more it is asked, until it refuses every push of this key, and filled jobs stay online`,
        situation,
      )
  },
}

/**
 * Measures how long after the 429 the same run of the program sent one of the refused jobs again. A program for cron may also end, and
 * leave the jobs to its next run: it does not know when that is.
 */
function measureWait(trial: Trial): number | undefined {
  const { requests } = trial
  const refused = requests.find(({ status }) => status === 429)
  if (refused === undefined) return undefined
  const ids = new Set(findIds(refused))
  const isAgain = (request: SeenRequest) =>
    isPush(request) &&
    requests.indexOf(request) > requests.indexOf(refused) &&
    findIds(request).some((id) => ids.has(id))
  const again = requests.find(isAgain)
  return again === undefined || trial.hasStoppedBetween(refused, again) ? undefined : again.at - refused.at
}
