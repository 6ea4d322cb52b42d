import { Harm } from '../error.ts'
import { describeRequest, isPoll, readCandidates, readList } from '../poll.ts'
import type { Scenario } from '../scenario.ts'

const DELAY_MS = 10_000
/** This many requests for the same list, before the first is answered, are a flood. */
const REQUESTS_MAX = 3

/** Each answer takes ten seconds, as on a bad connection or from a busy board. */
export const slowAnswer: Scenario = {
  name: 'slow-answer',
  promise: 'The program waits for an answer that takes ten seconds, and sends no other request for the same meanwhile.',
  duty: 'candidates',
  isLong: true,
  guide: 'docs/guides/following-candidates.md#wait-instead-of-polling',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const people = await trial.applyTimes(2, 'A-1')
    trial.failPolls({ delayMs: DELAY_MS }, { times: Number.POSITIVE_INFINITY })
    trial.program.start()
    await trial.until(
      () => {
        const polls = trial.requests.filter(isPoll)
        if (polls.some(readCandidates)) return true
        const [first] = polls
        const same = polls.filter((poll) => first !== undefined && readList(poll) === readList(first))
        if (same.length < REQUESTS_MAX) return false
        throw new Harm(
          'The program asks again before an answer of ten seconds has come: on a slow day it never hears of a candidate, and its requests make the board slower',
          same.map(describeRequest),
        )
      },
      () =>
        new Harm('The program does not wait for an answer that takes ten seconds', trial.requests.map(describeRequest)),
    )
    await trial.untilStored(people)
  },
}
