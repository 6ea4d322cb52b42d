import type { SeenRequest } from '@boardwalk/sandbox'
import { isPush } from '../kind.ts'
import { NO_ANSWER_TIMES } from '../patience.ts'
import type { Scenario } from '../scenario.ts'
import { changeJobs, describeHarm, startWithJobs, untilOnBoard } from './board.ts'

/* A push fails, or its answer breaks off, is that of a proxy, or has more than the program knows. */

const guide = 'docs/guides/first-integration.md#9-before-you-go-live'
const twoJobs = [
  { id: 'A-1', title: 'Comptable' },
  { id: 'A-2', title: 'Soudeur' },
]
const changedJobs = twoJobs.map((job) => ({ ...job, title: `${job.title} confirmé` }))

const makeJobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `A-${index + 1}`, title: `Poste ${index + 1}` }))
/** More jobs than the board takes in one request. */
const MANY = 250
/** More than one batch, so that a program that ends while it reads the first answer leaves jobs out. */
const SOME = 120

export const manyJobs: Scenario = {
  name: 'many-jobs',
  promise: `All of ${MANY} jobs are on the board, although one request among them fails.`,
  duty: 'jobs',
  guide: 'docs/guides/first-integration.md#3-all-jobs-every-night',
  async run(trial) {
    const jobs = makeJobs(MANY)
    let pushes = 0
    const isSecond = (request: SeenRequest) => isPush(request) && ++pushes === 2
    trial.fail({ status: 500 }, { when: isSecond })
    await startWithJobs(trial, jobs, `Your system has ${MANY} jobs, and the board answered the second push with 500`)
    const changed = jobs.map((job, index) => (index === MANY - 1 ? { ...job, title: 'Dernier poste' } : job))
    await changeJobs(trial, changed, 'Your system changes the last of the jobs')
  },
}

/** The board has created or updated the job, and the program does not know it. */
export const answerLost: Scenario = {
  name: 'answer-lost',
  promise: 'A job whose answer was lost or cut off is on the board once, and its later changes reach the board.',
  duty: 'jobs',
  guide,
  async run(trial) {
    trial.fail('answer lost', { when: isPush })
    const lost = 'The board carried out the first push, and the connection broke before its answer'
    await startWithJobs(trial, twoJobs, lost)
    trial.fail('truncated', { when: isPush })
    await changeJobs(trial, changedJobs, 'The board carried out a push, and its answer broke off in the middle')
  },
}

export const jobsOutage: Scenario = {
  name: 'jobs-outage',
  promise: 'What could not be pushed during an outage is on the board after it.',
  duty: 'jobs',
  guide,
  async run(trial) {
    trial.fail({ status: 503 }, { when: isPush })
    await startWithJobs(trial, twoJobs, 'The board answered the first push with 503')
    trial.fail('request lost', { when: isPush })
    await changeJobs(trial, changedJobs, 'The connection broke before a push came to the board')
  },
}

export const jobsNoAnswer: Scenario = {
  name: 'jobs-no-answer',
  promise: 'A push that is never answered is given up, and sent again.',
  duty: 'jobs',
  isLong: true,
  guide,
  async run(trial) {
    await startWithJobs(trial, twoJobs, 'Your system has two jobs')
    const held = trial.fail('no answer', { when: isPush })
    await trial.setJobs(changedJobs)
    const situation = 'A push was never answered, and the connection stayed open'
    await trial.untilFailed(held)
    await trial.until(
      () => trial.requestsAfter(held[0]).some(isPush),
      () =>
        describeHarm(
          trial,
          'The program waits for the answer for ever: until a person starts it again, no job comes to the board, and filled jobs stay online. Give each request a time limit',
          situation,
        ),
      { times: NO_ANSWER_TIMES },
    )
    await untilOnBoard(trial, changedJobs, situation)
  },
}

const page = '<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>'

export const jobsProxyPage: Scenario = {
  name: 'jobs-proxy-page',
  promise: 'A page of HTML is not taken for the answer of the board, not even with the status 200.',
  duty: 'jobs',
  guide,
  async run(trial) {
    trial.fail({ status: 502, html: '<h1>Bad gateway</h1>' }, { when: isPush })
    await startWithJobs(trial, twoJobs, 'A proxy answered the first push with 502 and a page of HTML')
    trial.fail({ status: 200, html: page }, { when: isPush })
    await changeJobs(
      trial,
      changedJobs,
      'A proxy answered a push with 200 and a page of HTML, and the board never got it',
    )
  },
}

export const jobsTomorrow: Scenario = {
  name: 'jobs-tomorrow',
  promise: 'Answers with members, headers and values that a newer board may send do not stop the program.',
  duty: 'jobs',
  guide: 'docs/versioning.md#what-does-not',
  async run(trial) {
    trial.fail('unknown values', { times: Number.POSITIVE_INFINITY })
    const jobs = makeJobs(SOME)
    const situation = 'Each answer of the board has a member, a header and a value that the program does not know'
    await startWithJobs(trial, jobs, situation)
    const changed = jobs.map((job, index) => (index === SOME - 1 ? { ...job, status: 'UNPUBLISHED' as const } : job))
    await changeJobs(trial, changed, situation)
  },
}
