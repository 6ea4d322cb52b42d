import { setTimeout as pause } from 'node:timers/promises'
import { isRefused } from '../poll.ts'
import type { Scenario } from '../scenario.ts'
import { describeHarm, startWithJobs, untilOnBoard } from './board.ts'
import { BURST_MS, findBurst } from './push.ts'

const situation = 'The company replaced its key, the old one ended, and the title of A-1 changed in your system'

export const jobsRolledKey: Scenario = {
  name: 'jobs-rolled-key',
  promise:
    'A program whose key has ended does not hammer the board, and pushes everything when it is started with the new key.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#9-before-you-go-live',
  async run(trial) {
    const job = { id: 'A-1', title: 'Comptable' }
    await startWithJobs(trial, [job], 'Your system has one job')
    const apiKey = await trial.sandbox.rollKey()
    const changed = { ...job, title: 'Chef comptable' }
    await trial.setJobs([changed])
    await trial.until(
      () => trial.requests.some(isRefused),
      () =>
        describeHarm(
          trial,
          'The program does not try to push the new title of A-1: people apply to a job that does not exist like this',
          situation,
        ),
    )
    await pause(BURST_MS)
    const burst = findBurst(trial.requests.filter(isRefused))
    if (burst.length > 0)
      throw describeHarm(
        trial,
        `The program sends ${burst.length} requests within a second with a key that has ended: the board then also refuses other requests from this address, and filled jobs stay online`,
        situation,
      )
    await trial.program.end()
    trial.program.start({ BOARDWALK_API_KEY: apiKey })
    await untilOnBoard(trial, [changed], situation)
  },
}
