import type { SeenRequest } from '@boardwalk/sandbox'
import { Harm } from '../harm.ts'
import { isSpread } from '../missing.ts'
import { describeRequest, isPoll, readQuery } from '../poll.ts'
import type { Scenario } from '../scenario.ts'
import type { Trial } from '../trial.ts'

/* What users of the board do with candidates whom the program holds. */

export const erasedPerson: Scenario = {
  name: 'erased-person',
  promise: 'The program’s copy of a person who is erased on the board goes, and the others stay.',
  duty: 'candidates',
  guide: 'docs/guides/statuses-and-erasures.md#erased-people',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const [erased, ...others] = await trial.applyTimes(2, 'A-1')
    if (erased === undefined) return
    await trial.untilStored([erased, ...others])
    const last = trial.requests.at(-1)
    await trial.sandbox.erase(erased.id)
    await untilHeard(
      trial,
      last,
      async () => !(await trial.readStored()).has(erased.id),
      'Salma Bennani asked to be erased and was erased on the board, and your system still has the data. (If it keeps only the id, --stored must not print it.)',
    )
    await trial.untilStored([...others, ...(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' }))])
    await trial.untilIdle()
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
    for (const status of ['REVIEWED', 'REJECTED'] as const) {
      const last = trial.requests.at(-1)
      // The program may keep the status in words of its own.
      const before = (await trial.readStored()).get(person.id)
      await trial.sandbox.setStatus(person.id, status)
      await untilHeard(
        trial,
        last,
        async () => (await trial.readStored()).get(person.id) !== before,
        `A user of the board set the status of Salma Bennani to ${status}, and in your system it is still ${before}: two people decide on the same candidate`,
      )
    }
    await trial.untilIdle()
  },
}

/** Waits until a change has reached the program. Gives up early if the program asks for new candidates only. */
async function untilHeard(
  trial: Trial,
  last: SeenRequest | undefined,
  holds: () => Promise<boolean>,
  harm: string,
): Promise<void> {
  await trial.until(
    async () => {
      const requests = trial.requestsAfter(last)
      const polls = requests.filter(isPoll)
      if (await holds()) return true
      const asks = requests.some(
        (request) =>
          request.operation === 'getCandidate' ||
          ['changes', 'changedSince'].some((parameter) => readQuery(request).has(parameter)),
      )
      if (asks || !isSpread(polls)) return false
      throw new Harm(`${harm}. It asks without changes=true, so it hears of new candidates only`, show(polls))
    },
    () => new Harm(harm, show(trial.requestsAfter(last))),
  )
}

const show = (requests: readonly SeenRequest[]) => requests.slice(-4).map(describeRequest)
