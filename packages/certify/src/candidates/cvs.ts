import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'
import { Harm } from '../error.ts'
import { describeRequest } from '../poll.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'

/* The first attempt to fetch a CV fails. */

const cv = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')
/** A link to a CV ends after 7 days. */
const LATER_MS = 8 * 24 * 60 * 60_000

const isCvFetch = ({ operation }: SeenRequest) => operation === 'downloadCv' || operation === 'cvLink'

export const expiredCvLink: Scenario = {
  name: 'expired-cv-link',
  promise: 'A CV that the program could not fetch comes later, also when its first link has expired.',
  duty: 'cvs',
  guide: 'docs/guides/following-candidates.md#one-candidate-and-the-cv',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const failed = trial.fail({ status: 503 }, { when: isCvFetch })
    trial.program.start()
    const [person] = await trial.applyTimes(1, 'A-1', { cv })
    if (person === undefined) return
    await trial.untilFailed(failed)
    await trial.untilStored([person])
    await trial.untilIdle()
    if (isFetched(trial, person)) return
    await trial.program.end()
    trial.sandbox.moveClock(LATER_MS)
    trial.program.start()
    await trial.applyTimes(1, 'A-1', { firstName: 'Nadia', cv })
    await untilFetched(trial, person)
  },
}

export const killedWhileFetchingCv: Scenario = {
  name: 'killed-while-fetching-cv',
  promise: 'If the program is killed while it fetches a CV, the next run stores the candidate and fetches the CV.',
  duty: 'cvs',
  guide: 'docs/guides/following-candidates.md#one-candidate-and-the-cv',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const held = trial.fail('no answer', { when: isCvFetch })
    trial.program.start()
    const [person] = await trial.applyTimes(1, 'A-1', { cv })
    if (person === undefined) return
    await trial.untilFailed(held)
    await trial.program.kill()
    trial.program.start()
    await trial.untilStored([person])
    await untilFetched(trial, person)
  },
}

const isFetched = (trial: Trial, { id }: Candidate) =>
  trial.requests.some((request) => isCvFetch(request) && request.path.includes(id) && request.status === 200)

const untilFetched = (trial: Trial, person: Candidate) =>
  trial.until(
    () => isFetched(trial, person),
    () =>
      new Harm(
        `Your system has the application of ${person.firstName} ${person.lastName} without the CV, for good: it never fetched the CV after the first attempt had failed`,
        [...trial.requests.filter(isCvFetch).slice(-3), ...trial.requests.slice(-3)].map(describeRequest),
      ),
  )
