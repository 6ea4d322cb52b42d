import { Harm } from '../error.ts'
import { NO_ANSWER_TIMES } from '../patience.ts'
import { describeRequest, isPoll } from '../poll.ts'
import type { Scenario } from '../scenario.ts'

/** The connection stays open, and no answer comes: the machine that should answer is gone, or a firewall has forgotten the connection. */
export const noAnswer: Scenario = {
  name: 'no-answer',
  promise: 'A request for candidates that is never answered is given up, and sent again.',
  duty: 'candidates',
  isLong: true,
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const people = await trial.applyTimes(1, 'A-1')
    await trial.untilStored(people)
    const held = trial.failPolls('no answer')
    await trial.untilFailed(held)
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })))
    await trial.until(
      () => trial.requestsAfter(held[0]).some(isPoll),
      () =>
        new Harm(
          'A request was never answered, and the program waits for the answer for ever: until a person starts it again, no candidate comes to your system. Give each request a time limit',
          held.map(describeRequest),
        ),
      { times: NO_ANSWER_TIMES },
    )
    await trial.untilStored(people)
  },
}
