import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'

const PEOPLE = 25
const [ROUNDS_MIN, ROUNDS_MAX] = [4, 9]
/** After this time, no round begins that is not needed. */
const ROUNDS_MS = 5_000

/**
 * The program dies at a moment after the answer with candidates, in each round at another one. The rounds look for the time in which
 * the program stores them: it holds none before that time, and all after it.
 */
export const killedWhileStoring: Scenario = {
  name: 'killed-while-storing',
  promise: 'If the program is killed while it stores candidates, the next run stores those that are missing.',
  duty: 'candidates',
  guide: 'docs/guides/following-candidates.md#two-rules',
  async run(trial) {
    await trial.setPushedJobs([{ id: 'A-1', title: 'Comptable' }])
    const everyone = []
    const startedMs = performance.now()
    let [delayMs, earlyMs, lateMs] = [0, 0, Number.POSITIVE_INFINITY]
    for (let round = 0; round < ROUNDS_MAX; round++) {
      if (round >= ROUNDS_MIN && performance.now() - startedMs > ROUNDS_MS) break
      const people = await trial.applyTimes(PEOPLE, 'A-1', { firstName: `Salma ${round + 1}` })
      everyone.push(...people)
      trial.program.start()
      await trial.untilSent(people)
      await pause(delayMs)
      await trial.program.kill()
      const stored = await trial.readStored()
      const count = people.filter(({ id }) => stored.has(id)).length
      if (count === 0) earlyMs = delayMs
      if (count === PEOPLE) lateMs = delayMs
      const isBetween = count > 0 && count < PEOPLE
      if (!isBetween) delayMs = lateMs === Number.POSITIVE_INFINITY ? delayMs * 2 + 5 : (earlyMs + lateMs) / 2
    }
    trial.program.start()
    await trial.untilStored(everyone)
  },
}
