import type { Failure } from '@boardwalk/sandbox'
import type { Scenario } from '../scenario.ts'

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
