import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'
import { describeCopy, describeHarm, startWithJobs, untilOnBoard } from './board.ts'

/* A user of the board takes the id of a job away, or gives it to another job. */

const job = { id: 'A-1', title: 'Comptable' }
const second = { id: 'A-2', title: 'Soudeur' }
const third = { id: 'A-3', title: 'Vendeuse' }
const guide = 'docs/guides/changes-on-the-board.md#ids-that-a-user-changes'

export const idRemoved: Scenario = {
  name: 'id-removed',
  promise: 'A job whose id a user has removed is not created a second time, and other jobs go on.',
  duty: 'preconditions',
  guide,
  async run(trial) {
    await startWithJobs(trial, [job, second, third], 'Your system has three jobs')
    await trial.sandbox.setExternalId(job.id, null)
    await changeTitles(
      trial,
      'A user of the board removed the id of A-1, and the title of each job changed in your system',
      3,
    )
  },
}

export const idMoved: Scenario = {
  name: 'id-moved',
  promise: 'After a user has given the id of a job to another job, other jobs go on.',
  duty: 'jobs',
  guide,
  async run(trial) {
    await startWithJobs(trial, [job, second, third], 'Your system has three jobs')
    const { jobId } = await trial.sandbox.addJob({ title: 'Comptable à Fès' })
    await trial.sandbox.setExternalId(jobId, job.id)
    await changeTitles(
      trial,
      `A user of the board gave the id A-1 to the job ${jobId}, and the title of each job changed in your system`,
      4,
    )
  },
}

/**
 * Changes the titles of all jobs, and waits until those of the second and the third have changed. They change one after the other, so
 * that the program has been through all jobs once more. `count` is the number of jobs that the board has.
 */
async function changeTitles(trial: Trial, situation: string, count: number): Promise<void> {
  const changed = [job, second].map((each) => ({ ...each, title: `${each.title} confirmé` }))
  const changedLast = { ...third, title: 'Responsable des ventes' }
  for (const last of [third, changedLast]) {
    await trial.setJobs([...changed, last])
    await untilOnBoard(trial, [...changed.slice(1), last], situation, [job.id])
  }
  const jobs = await trial.readJobs()
  const copy = jobs[count]
  if (copy !== undefined) throw describeHarm(trial, describeCopy(copy), situation)
}
