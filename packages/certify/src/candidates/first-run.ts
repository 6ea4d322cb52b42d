import type { Scenario } from '../scenario.ts'

/** The easiest case: without it, no other scenario says anything. */
export const firstRun: Scenario = {
  name: 'first-run',
  promise: 'Everyone who applied before the program ran for the first time is stored, and so is the next who applies.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const before = await trial.applyTimes(3, 'A-1')
    trial.program.start()
    await trial.untilStored(before)
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' }))
  },
}
