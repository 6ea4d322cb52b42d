import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'
import { isPush } from './push.ts'

/** The board has created or updated the job, and the program does not know it. */
export const answerLost: Scenario = {
  name: 'answer-lost',
  promise: 'A job whose answer was lost or cut off is on the board once, and its later changes reach the board.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#9-before-you-go-live',
  async run(trial) {
    trial.fail('answer lost', { when: isPush })
    const jobs = [
      { id: 'A-1', title: 'Comptable' },
      { id: 'A-2', title: 'Soudeur' },
    ]
    await startWithJobs(trial, jobs, 'The board carried out the first push, and the connection broke before its answer')
    trial.fail('truncated', { when: isPush })
    const changed = jobs.map((job) => ({ ...job, title: `${job.title} confirmé` }))
    await changeJobs(trial, changed, 'The board carried out a push, and its answer broke off in the middle')
  },
}
