import { Harm } from '../error.ts'
import { describeRequest, isPoll } from '../poll.ts'
import type { Scenario } from '../scenario.ts'

const RETRY_AFTER_SECONDS = 2
/** The program may measure the time from another moment, or with a coarser clock. */
const TOLERANCE_MS = 200

/** The board refuses a request and says when the next one may come. */
export const rateLimited: Scenario = {
  name: 'rate-limited',
  promise: 'After a 429 the program waits as long as Retry-After says, and goes on where it was.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const people = await trial.applyTimes(1, 'A-1')
    await trial.untilStored(people)
    const refused = trial.failPolls({ status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })))
    await trial.untilFailed(refused)
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' })))
    await trial.untilStored(people)
    const [refusal] = refused
    const next = trial.requestsAfter(refusal).find(isPoll)
    // A program that has ended meanwhile was started again by this command, and too soon for cron.
    if (refusal === undefined || next === undefined || trial.hasStoppedBetween(refusal, next)) return
    if (next.at - refusal.at < RETRY_AFTER_SECONDS * 1000 - TOLERANCE_MS)
      throw new Harm(
        `The board asked for a pause of ${RETRY_AFTER_SECONDS} s, and the next request came ${next.at - refusal.at} ms later: a program that does not pause is refused ever again, and candidates come late`,
        [refusal, next].map(describeRequest),
      )
  },
}
