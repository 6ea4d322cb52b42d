import type { Scenario } from '../scenario.ts'

/* A program asks for candidates by their dates: none at first, then dates that are close together, by clocks that differ. */

/** By this much, a clock is moved. */
const MOVE_MS = 5 * 60_000

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
    trial.sandbox.moveClock(MOVE_MS)
    const first = await trial.applyTimes(1, 'A-1')
    trial.sandbox.moveClock(-MOVE_MS)
    trial.program.start()
    await trial.untilStored(first)
    for (const firstName of ['Nadia', 'Youssef', 'Ines'])
      await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName }))
    await trial.untilIdle()
  },
}

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
    trial.sandbox.moveClock(MOVE_MS)
    const first = await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' })
    trial.sandbox.moveClock(-MOVE_MS)
    const people = await trial.applyTimes(PEOPLE, 'A-1')
    trial.program.start()
    await trial.untilStored([...first, ...people])
    for (const firstName of ['Youssef', 'Ines'])
      await trial.untilStored(
        (await Promise.all([1, 2, 3].map(() => trial.applyTimes(1, 'A-1', { firstName })))).flat(),
      )
  },
}

/** The clocks of the board and of the program's machine differ. */
export const ownClock: Scenario = {
  name: 'own-clock',
  promise: 'Candidates are stored although the board’s clock is five minutes behind the program’s, or ahead of it.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    trial.sandbox.moveClock(-MOVE_MS)
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    trial.program.start()
    await trial.untilStored(await trial.applyTimes(1, 'A-1'))
    await trial.untilIdle()
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Nadia' }))
    trial.sandbox.moveClock(2 * MOVE_MS)
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Youssef' }))
    await trial.untilStored(await trial.applyTimes(1, 'A-1', { firstName: 'Ines' }))
  },
}
