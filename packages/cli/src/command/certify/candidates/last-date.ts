import type { Scenario } from '../scenario.ts'

const MINUTES_MS = 5 * 60_000

/** The next person applies one millisecond after the last. The board's clock is behind its last date, so it only counts up. */
export const lastDate: Scenario = {
  name: 'last-date',
  promise:
    'A candidate whose date is one millisecond after the last one is stored, and no page is asked for endlessly.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    await trial.untilStored(await trial.applyTimes(1, 'A-1'))
    trial.sandbox.moveClock(-MINUTES_MS)
    for (const firstName of ['Nadia', 'Youssef', 'Ines'])
      await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName }))
    await trial.untilIdle()
  },
}
