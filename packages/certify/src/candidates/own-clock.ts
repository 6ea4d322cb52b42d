import type { Scenario } from '../scenario.ts'

const MINUTES_MS = 5 * 60_000

/** The clocks of the board and of the program's machine differ. */
export const ownClock: Scenario = {
  name: 'own-clock',
  promise: 'Candidates are stored although the board’s clock is five minutes behind the program’s, or ahead of it.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    trial.sandbox.moveClock(-MINUTES_MS)
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    await trial.untilStored(await trial.applyTimes(1, 'A-1'))
    await trial.untilIdle()
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' }))
    trial.sandbox.moveClock(2 * MINUTES_MS)
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' }))
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Ines' }))
  },
}
