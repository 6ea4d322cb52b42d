import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'

/** More than one batch, so that a program that ends while it reads the first answer leaves jobs out. */
const COUNT = 120

export const jobsTomorrow: Scenario = {
  name: 'jobs-tomorrow',
  promise: 'Answers with members, headers and values that a newer board may send do not stop the program.',
  duty: 'jobs',
  guide: 'docs/versioning.md#what-does-not',
  async run(trial) {
    trial.fail('unknown values', { times: Number.POSITIVE_INFINITY })
    const jobs = Array.from({ length: COUNT }, (_, index) => ({ id: `A-${index + 1}`, title: `Poste ${index + 1}` }))
    const situation = 'Each answer of the board has a member, a header and a value that the program does not know'
    await startWithJobs(trial, jobs, situation)
    const changed = jobs.map((job, index) => (index === COUNT - 1 ? { ...job, status: 'UNPUBLISHED' as const } : job))
    await changeJobs(trial, changed, situation)
  },
}
