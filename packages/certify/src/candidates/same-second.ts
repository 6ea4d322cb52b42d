import type { Scenario } from '../scenario.ts'

const MINUTES_MS = 5 * 60_000
/** More than the largest page has. */
const PEOPLE = 120

/** The dates of the board are ahead of all clocks, as in `last-date`, so each is a millisecond after the one before. */
export const sameSecond: Scenario = {
  name: 'same-second',
  promise:
    'Everyone is stored of 120 people who apply in one second, and of those who apply at once while the program runs.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.sandbox.moveClock(MINUTES_MS)
    const first = await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })
    trial.sandbox.moveClock(-MINUTES_MS)
    const people = await trial.applyTimes(PEOPLE, 'A-1')
    trial.program.start()
    await trial.untilStored([...first, ...people])
    for (const firstName of ['Youssef', 'Ines'])
      await trial.untilStored(
        (await Promise.all([1, 2, 3].map(() => trial.applyTimes(1, 'A-1', { firstName })))).flat(),
      )
  },
}
