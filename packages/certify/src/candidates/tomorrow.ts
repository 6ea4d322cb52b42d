import type { Scenario } from '../scenario.ts'

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
