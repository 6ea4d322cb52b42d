import { Harm, type Scenario } from '../scenario.ts'
import { describeRequest, type Trial } from '../trial.ts'

/** The board has created the job, and the program does not know it. */
export const answerLost: Scenario = {
  name: 'answer-lost',
  promise: 'A job whose answer was lost is on the board once, and its later changes reach the board.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#jobs',
  async run(trial) {
    trial.fail('answer lost', { when: ({ method }) => method !== 'GET' })
    await trial.setJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    await untilTitle(trial, 'Comptable')
    await trial.setJobs([{ id: 'A-1', title: 'Chef comptable' }])
    await untilTitle(trial, 'Chef comptable')
    const jobs = await trial.readJobs()
    if (jobs.length > 1) throw new Harm('The job is on the board twice, so people apply to two jobs instead of one')
  },
}

const untilTitle = (trial: Trial, title: string) =>
  trial.until(
    async () => (await trial.readJobs()).some((job) => job.title === title),
    () =>
      new Harm(`The board never shows the title "${title}", so people apply to a job that no longer exists`, [
        ...trial.requests.slice(-5).map(describeRequest),
      ]),
  )
