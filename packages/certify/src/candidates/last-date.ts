import type { Scenario } from '../scenario.ts'

const MINUTES_MS = 5 * 60_000

/**
 * The next person applies one millisecond after the last. The dates of the board are ahead of its clock, so they only count up; and
 * ahead of the program's clock, because a cursor by that clock has a scenario of its own.
 */
export const lastDate: Scenario = {
  name: 'last-date',
  promise:
    'A candidate whose date is one millisecond after the last one is stored, and no page is asked for endlessly.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.sandbox.moveClock(MINUTES_MS)
    const first = await trial.applyTimes(1, 'A-1')
    trial.sandbox.moveClock(-MINUTES_MS)
    trial.program.start()
    await trial.untilStored(first)
    for (const firstName of ['Nadia', 'Youssef', 'Ines'])
      await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName }))
    await trial.untilIdle()
  },
}
