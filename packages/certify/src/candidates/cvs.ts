import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'
import { Harm } from '../error.ts'
import { isCvFetch } from '../kind.ts'
import { describeRequest } from '../poll.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'

/* The first attempt to fetch a CV fails, or gets something else. */

const cv = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')
/** A link to a CV ends after 7 days. */
const LATER_MS = 8 * 24 * 60 * 60_000

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

const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>'

export const cvPage: Scenario = {
  name: 'cv-page',
  promise: 'A page of HTML with the status 200 is not taken for a CV: the program fetches the PDF later.',
  duty: 'cvs',
  guide: 'docs/guides/following-candidates.md#one-candidate-and-the-cv',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const answered = trial.fail({ status: 200, html: page }, { when: isCvFetch })
    trial.program.start()
    const [person] = await trial.applyTimes(1, 'A-1', { cv })
    if (person === undefined) return
    await trial.untilFailed(answered)
    await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })
    const harm =
      'A proxy answered the request for the CV with 200 and a page of HTML, and your system keeps that page as the CV: it never fetched the real one'
    await untilFetched(trial, person, { harm, others: answered })
  },
}

/** Tells whether the program got the CV of a candidate from the board, and not from another that answered in its place. */
const isFetched = (trial: Trial, { id }: Candidate, others: readonly SeenRequest[] = []) =>
  trial.requests.some(
    (request) => isCvFetch(request) && request.path.includes(id) && request.status === 200 && !others.includes(request),
  )

const untilFetched = (trial: Trial, person: Candidate, { harm = describeLost(person), others = noRequests } = {}) =>
  trial.until(
    () => isFetched(trial, person, others),
    () =>
      new Harm(harm, [...trial.requests.filter(isCvFetch).slice(-3), ...trial.requests.slice(-3)].map(describeRequest)),
  )

const noRequests: readonly SeenRequest[] = []

const describeLost = ({ firstName, lastName }: Candidate) =>
  `Your system has the application of ${firstName} ${lastName} without the CV, for good: it never fetched the CV after the first attempt had failed`
