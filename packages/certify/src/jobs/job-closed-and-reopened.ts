import { Harm } from '../error.ts'
import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'

export const jobClosedAndReopened: Scenario = {
  name: 'job-closed-and-reopened',
  promise: 'A closed job leaves the board, and the same job is on it again once it is open.',
  duty: 'jobs',
  guide: 'docs/guides/changes-on-the-board.md#who-wins',
  async run(trial) {
    const job = { id: 'A-1', title: 'Comptable' }
    const other = { id: 'A-2', title: 'Soudeur' }
    await startWithJobs(trial, [job, other], 'Your system has two open jobs')
    const before = await findJobId()
    await changeJobs(
      trial,
      [{ ...job, status: 'UNPUBLISHED' }, other],
      'Your system closes A-1: its status is UNPUBLISHED',
    )
    await changeJobs(
      trial,
      [{ ...job, status: 'PUBLISHED' }, other],
      'Your system opens A-1 again: its status is PUBLISHED',
    )
    const after = await findJobId()
    if (after !== before)
      throw new Harm(
        `A-1 was job ${before} of the board and is now job ${after}: the people who applied before are lost to it`,
      )

    async function findJobId() {
      return (await trial.readJobs()).find(({ id }) => id === job.id)?.jobId
    }
  },
}
