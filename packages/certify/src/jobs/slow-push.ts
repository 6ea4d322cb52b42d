import type { SeenRequest } from '@boardwalk/sandbox'
import { isPush } from '../kind.ts'
import type { Scenario } from '../scenario.ts'
import { changeJobs, describeHarm, startWithJobs } from './board.ts'

const SLOW_MS = 10_000
/** A client may give up and send the job once more, or twice. */
const SENT_TIMES_MAX = 3
const situation = `The board took ${SLOW_MS / 1000} s for each answer`

export const slowPush: Scenario = {
  name: 'slow-push',
  promise: `A push whose answer takes ${SLOW_MS / 1000} s is not sent again and again meanwhile, and later changes reach the board.`,
  duty: 'jobs',
  isLong: true,
  guide: 'docs/guides/first-integration.md#9-before-you-go-live',
  async run(trial) {
    const job = { id: 'A-1', title: 'Comptable' }
    const pushes: SeenRequest[] = []
    // Slow until the first answer, also for a client that asks again before.
    const isSlow = (request: SeenRequest) =>
      isPush(request) && pushes[0]?.status === undefined && pushes.push(request) > 0
    trial.fail({ delayMs: SLOW_MS }, { when: isSlow, times: Number.POSITIVE_INFINITY })
    await startWithJobs(trial, [job], situation)
    const createFlood = () =>
      describeHarm(
        trial,
        `The program sends the same job ${pushes.length} times while the board works on it: a slow board becomes slower for everyone, and refuses the key with 429`,
        situation,
      )
    await trial.until(
      () => {
        if (pushes.length > SENT_TIMES_MAX) throw createFlood()
        return pushes.some(({ status }) => status !== undefined)
      },
      () =>
        describeHarm(
          trial,
          'The program does not wait for the answer of any push, so it never knows whether the board has the job',
          situation,
        ),
    )
    await changeJobs(trial, [{ ...job, title: 'Chef comptable' }], situation)
  },
}
