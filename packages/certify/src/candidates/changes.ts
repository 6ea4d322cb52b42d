import type { SeenRequest } from '@boardwalk/sandbox'
import type { Candidate } from '@boardwalk/sdk'
import { Harm } from '../error.ts'
import { isHeld } from '../idle.ts'
import { findLeftovers } from '../leftover.ts'
import { isSpread } from '../missing.ts'
import { describeRequest, hasCandidate, isPoll, readQuery } from '../poll.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'

/* What users of the board do with candidates whom the program holds. */

const cv = new TextEncoder().encode('%PDF-1.4\n% Salma Bennani\n%%EOF\n')

/** How late the program learns what it reads, so that a user can change it in between. */
const LATE_MS = 500

export const erasedPerson: Scenario = {
  name: 'erased-person',
  promise:
    'The program’s copy of a person who is erased on the board goes, with the CV and other files in its folder, and the others stay.',
  duty: 'candidates',
  guide: 'docs/guides/statuses-and-erasures.md#erased-people',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const [erased] = await trial.applyTimes(1, 'A-1', { cv })
    const others = await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' })
    if (erased === undefined) return
    await trial.untilStored([erased, ...others])
    await trial.untilIdle()
    const last = trial.requests.at(-1)
    await trial.sandbox.erase(erased.id)
    await untilHeard(
      trial,
      { last, person: erased },
      async () => !(await trial.readStored()).has(erased.id),
      'Salma Bennani was erased on the board, as she had asked, and your system still has the data (if it keeps only the id, --stored must not print it)',
    )
    await trial.untilStored([...others, ...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' }))])
    await trial.untilIdle()
    let left: string[] = []
    await trial.until(
      async () => {
        left = await findLeftovers(trial.folder, { email: erased.email, cv })
        return left.length === 0
      },
      () =>
        new Harm(
          'Salma Bennani was erased on the board, as she had asked, and files of your system still have the data',
          left,
        ),
    )
  },
}

export const statusChanged: Scenario = {
  name: 'status-changed',
  promise: 'When a user of the board sets the status of a candidate, the program’s copy has it, each time.',
  duty: 'statuses',
  guide: 'docs/guides/following-candidates.md#changes',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const [person] = await trial.applyTimes(1, 'A-1')
    if (person === undefined) return
    await trial.untilStored([person])
    // The program may tell the board a status of its own first.
    await trial.untilIdle()
    const first = (await trial.readStatus(person)) === 'REVIEWED' ? 'SHORTLISTED' : 'REVIEWED'
    for (const status of [first, 'REJECTED'] as const) {
      const last = trial.requests.at(-1)
      // The program may keep the status in words of its own.
      const before = (await trial.readStored()).get(person.id)
      await untilPolling(trial)
      await trial.sandbox.setStatus(person.id, status)
      await untilHeard(
        trial,
        { last, person },
        async () => (await trial.readStored()).get(person.id) !== before,
        `A user of the board set the status of Salma Bennani to ${status}, and in your system it is still ${before}: two people decide on the same candidate`,
      )
    }
    await trial.untilIdle()
    const shown = await trial.readStatus(person)
    if (shown !== 'REJECTED')
      throw new Harm(
        `A user of the board set the status of Salma Bennani to REJECTED, and your system set it back to ${shown}. Send a status when your user changes it, not all statuses each time`,
        trial.requests
          .filter(({ operation }) => operation === 'updateCandidates')
          .slice(-3)
          .map(describeRequest),
      )
  },
}

/**
 * Waits until an answer to a poll is under way, which does not have the next change: the program sees the board as it was. A request that
 * waits on the board gets the change.
 */
async function untilPolling(trial: Trial): Promise<void> {
  const newest = trial.requests.findLast(isPoll)
  if (newest !== undefined && isHeld(newest)) return
  await trial.untilFailed(trial.failPolls({ delayMs: LATE_MS }))
}

/** Waits until a change of a person has reached the program. Gives up when its requests no longer ask for the change. */
async function untilHeard(
  trial: Trial,
  { last, person }: { last: SeenRequest | undefined; person: Candidate },
  holds: () => Promise<boolean>,
  harm: string,
): Promise<void> {
  await trial.until(
    async () => {
      const requests = trial.requestsAfter(last)
      if (await holds()) return true
      const polls = requests.filter(isPoll)
      if (requests.some(({ operation }) => operation === 'getCandidate') || !isSpread(polls)) return false
      const evidence = polls.slice(-4).map(describeRequest)
      if (!polls.some(asksForChanges))
        throw new Harm(`${harm}. It asks without changes=true, so it hears of new candidates only`, evidence)
      const isPassed = polls.every((poll) => readQuery(poll).has('changes') && !hasCandidate(poll, person))
      if (isPassed) throw new Harm(`${harm}. It asks only for what is after the change`, evidence)
      return false
    },
    () => new Harm(harm, trial.requestsAfter(last).slice(-4).map(describeRequest)),
  )
}

const asksForChanges = (poll: SeenRequest) => ['changes', 'changedSince'].some((name) => readQuery(poll).has(name))
