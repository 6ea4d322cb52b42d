import type { SeenRequest } from '@boardwalk/sandbox'
import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'
import { isPush } from './push.ts'

const COUNT = 250

/** More jobs than the board takes in one request. */
export const manyJobs: Scenario = {
  name: 'many-jobs',
  promise: `All of ${COUNT} jobs are on the board, although one request among them fails.`,
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#3-all-jobs-every-night',
  async run(trial) {
    const jobs = Array.from({ length: COUNT }, (_, index) => ({ id: `A-${index + 1}`, title: `Poste ${index + 1}` }))
    let pushes = 0
    const isSecond = (request: SeenRequest) => isPush(request) && ++pushes === 2
    trial.fail({ status: 500 }, { when: isSecond })
    await startWithJobs(trial, jobs, `Your system has ${COUNT} jobs, and the board answered the second push with 500`)
    const changed = jobs.map((job, index) => (index === COUNT - 1 ? { ...job, title: 'Dernier poste' } : job))
    await changeJobs(trial, changed, 'Your system changes the last of the jobs')
  },
}
