import type { Failure } from '@boardwalk/sandbox'
import type { Scenario } from '../scenario.ts'

/* The answer to a request for candidates breaks off, is that of a proxy, or has more than the program knows. */

/** The connection breaks in the middle of an answer with candidates, and then before the next one. */
export const answerCut: Scenario = {
  name: 'answer-cut',
  promise: 'Candidates whose answer was cut off or lost come with a later request.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const people = await trial.applyTimes(2, 'A-1')
    await trial.untilStored(people)
    for (const failure of ['truncated', 'answer lost'] as const) {
      const failed = trial.failPolls(failure)
      // The answer to a request that waits on the board. The next request fails.
      people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })))
      await trial.untilFailed(failed)
      people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' })))
      await trial.untilStored(people)
    }
  },
}

const html = '<!doctype html><html><head><title>Please wait</title></head><body><h1>Please wait</h1></body></html>'

/** What a proxy answers while the board is restarted, or in place of it. */
const answers: Failure[] = [{ status: 200, html }, { status: 502, html }, { status: 503 }]

/** Something else answers instead of the board. */
export const proxyPage: Scenario = {
  name: 'proxy-page',
  promise: 'After a page of HTML with the status 200 or 502, or a 503, the program goes on where it was.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#rest',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const people = await trial.applyTimes(1, 'A-1')
    await trial.untilStored(people)
    const failed = answers.map((answer) => trial.failPolls(answer))
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })))
    for (const each of failed) await trial.untilFailed(each)
    people.push(...(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' })))
    await trial.untilStored(people)
  },
}

/** Every answer is that of a newer board: with a member, a header and values that no program of today knows. */
export const tomorrow: Scenario = {
  name: 'tomorrow',
  promise: 'Candidates are stored although answers have members, headers and statuses that the program does not know.',
  duty: 'candidates',
  guide: 'docs/versioning.md#what-does-not',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.fail('unknown values', { times: Number.POSITIVE_INFINITY })
    const people = await trial.applyTimes(2, 'A-1')
    trial.program.start()
    await trial.untilStored(people)
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' }))
  },
}
