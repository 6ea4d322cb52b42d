import type { Scenario } from '../scenario.ts'
import { changeJobs, startWithJobs } from './board.ts'
import { isPush } from './push.ts'

/* The board, or what is between the program and the board, fails for a while. */

const jobs = [
  { id: 'A-1', title: 'Comptable' },
  { id: 'A-2', title: 'Soudeur' },
]
const changedJobs = jobs.map((job) => ({ ...job, title: `${job.title} confirmé` }))

export const jobsOutage: Scenario = {
  name: 'jobs-outage',
  promise: 'What could not be pushed during an outage is on the board after it.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#9-before-you-go-live',
  async run(trial) {
    trial.fail({ status: 503 }, { when: isPush })
    await startWithJobs(trial, jobs, 'The board answered the first push with 503')
    trial.fail('request lost', { when: isPush })
    await changeJobs(trial, changedJobs, 'The connection broke before a push came to the board')
  },
}

const page = '<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>'

export const jobsProxyPage: Scenario = {
  name: 'jobs-proxy-page',
  promise: 'A page of HTML is not taken for the answer of the board, not even with the status 200.',
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#9-before-you-go-live',
  async run(trial) {
    trial.fail({ status: 502, html: '<h1>Bad gateway</h1>' }, { when: isPush })
    await startWithJobs(trial, jobs, 'A proxy answered the first push with 502 and a page of HTML')
    trial.fail({ status: 200, html: page }, { when: isPush })
    await changeJobs(
      trial,
      changedJobs,
      'A proxy answered a push with 200 and a page of HTML, and the board never got it',
    )
  },
}
