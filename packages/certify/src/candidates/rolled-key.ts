import { Harm } from '../error.ts'
import { describeRequest, isRefused } from '../poll.ts'
import type { Scenario } from '../scenario.ts'

/** How long a program is watched that runs on although its key has ended. */
const WATCH_MS = 3_000
/** A process may send this many requests with an ended key in that time. */
const REFUSALS_MAX = 10

/** A user replaces the key. The program is told 403, and an operator gives it the new key. */
export const rolledKey: Scenario = {
  name: 'rolled-key',
  promise: 'When its key has ended, the program does not go on asking, and with the new key it goes on where it was.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    const { program, sandbox } = trial
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    program.start()
    await trial.untilStored(await trial.applyTimes(1, 'A-1'))
    const [last, ended] = [trial.requests.at(-1), program.endedTimes]
    await sandbox.rollKey()
    const people = await trial.applyTimes(2, 'A-1', { firstName: 'Nadia' })
    // Not only polls: a program may ask for the company of its key first.
    const listRefused = () => trial.requests.filter(isRefused)
    await trial.until(
      () => listRefused().length > 0,
      () => new Harm('The program asks for nothing any more', trial.requestsAfter(last).map(describeRequest)),
    )
    const firstMs = performance.now()
    await trial.until(
      () => {
        const refused = listRefused()
        const isOneProcess = program.endedTimes === ended
        if (isOneProcess && refused.length > REFUSALS_MAX)
          throw new Harm(
            'The program goes on with a key that has ended, many times a second: the board refuses its address in the end (429), also when it has the new key',
            refused.slice(-5).map(describeRequest),
          )
        return !isOneProcess || performance.now() - firstMs > WATCH_MS
      },
      () => new Harm('The program goes on with a key that has ended'),
    )
    await program.end()
    program.start({ BOARDWALK_API_KEY: sandbox.apiKey })
    await trial.untilStored([...people, ...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' }))])
  },
}
