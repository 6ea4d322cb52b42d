import { isPoll, readCandidates, readList } from '../poll.ts'
import type { Scenario } from '../scenario.ts'

/** More than the largest page has. */
const PEOPLE = 103

/** The program dies when it has the first page and asks for the second. */
export const crashBetweenPages: Scenario = {
  name: 'crash-between-pages',
  promise: 'If the program dies between two pages of candidates, the next run stores those of both pages.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const people = await trial.applyTimes(PEOPLE, 'A-1')
    const held = trial.failPolls('no answer', {
      when: (request) =>
        trial.requests.some(
          (earlier) =>
            isPoll(earlier) &&
            readList(earlier) === readList(request) &&
            earlier.path !== request.path &&
            readCandidates(earlier)?.length,
        ),
    })
    trial.program.start()
    await trial.untilFailed(held)
    await trial.program.kill()
    trial.program.start()
    await trial.untilStored(people)
  },
}
