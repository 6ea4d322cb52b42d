import type { SeenRequest } from '@boardwalk/sandbox'
import { Harm } from '../error.ts'
import { listConfirmed } from '../kind.ts'
import { describeRequest } from '../poll.ts'
import type { Scenario } from '../scenario.ts'

/** The first confirmation fails, as in an outage. */
export const erasureConfirmed: Scenario = {
  name: 'erasure-confirmed',
  promise:
    'The program tells the board that its copy of an erased person is gone, also if the first request for that fails.',
  duty: 'candidates',
  guide: 'docs/guides/statuses-and-erasures.md#erased-people',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    const [erased, ...others] = await trial.applyTimes(2, 'A-1')
    if (erased === undefined) return
    await trial.untilStored([erased, ...others])
    const isAboutErased = (request: SeenRequest) => listConfirmed(request).includes(erased.id)
    const failed = trial.fail({ status: 503 }, { when: isAboutErased })
    const last = trial.requests.at(-1)
    await trial.sandbox.erase(erased.id)
    await trial.until(
      () => trial.requests.some((request) => isAboutErased(request) && isTaken(request, erased.id)),
      () => {
        const how = failed.length > 0 ? 'not again after the first request had failed' : 'never'
        const requests = trial.requestsAfter(last)
        return new Harm(
          `Salma Bennani was erased on the board, and your system ${how} confirmed that its copy is gone: the back office shows "not confirmed yet", and the company cannot show the person that the data is erased everywhere`,
          [...requests.filter(isAboutErased), ...requests.slice(-3)].map(describeRequest),
        )
      },
    )
  },
}

/** Tells whether the board has taken the confirmation for a candidate. */
function isTaken({ status, answer }: SeenRequest, candidateId: string): boolean {
  const { results } = Object(answer)
  if (status !== 200 || !Array.isArray(results)) return false
  const result = Object(results.find((each) => Object(each).id === candidateId))
  return result.status === 'updated' || result.status === 'unchanged'
}
