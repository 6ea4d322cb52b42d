import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'

/** Fewer than the board sends in one answer. */
const PEOPLE = 45
const ROUNDS_MAX = 14
/** In so many rounds the program dies while it stores. */
const HITS = 3
/** After this time, no round begins that is not needed. */
const [ROUNDS_MIN, ROUNDS_MS] = [4, 12_000]

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
    const search = new Search()
    let hits = 0
    for (let round = 0; round < ROUNDS_MAX && hits < HITS; round++) {
      if (round >= ROUNDS_MIN && performance.now() - startedMs > ROUNDS_MS) break
      const people = await trial.applyTimes(PEOPLE, 'A-1', { firstName: `Salma ${round + 1}` })
      everyone.push(...people)
      trial.program.start()
      await trial.untilSent(people)
      await pause(search.delayMs)
      await trial.program.kill()
      const stored = await trial.readStored()
      const count = people.filter(({ id }) => stored.has(id)).length
      if (count === 0) search.wasEarly()
      else if (count === PEOPLE) search.wasLate()
      else hits++
    }
    trial.program.start()
    await trial.untilStored(everyone)
  },
}

/**
 * Looks for a time at which the program stores. On a busy machine a time that was too early may later be too late. Then the search begins
 * again on that side.
 */
class Search {
  delayMs = 0
  #earlyMs = 0
  #lateMs = Number.POSITIVE_INFINITY

  wasEarly(): void {
    this.#earlyMs = this.delayMs
    if (this.#lateMs <= this.#earlyMs) this.#lateMs = Number.POSITIVE_INFINITY
    this.#next()
  }

  wasLate(): void {
    this.#lateMs = this.delayMs
    if (this.#earlyMs >= this.#lateMs) this.#earlyMs = 0
    this.#next()
  }

  #next(): void {
    this.delayMs = this.#lateMs === Number.POSITIVE_INFINITY ? this.delayMs * 2 + 5 : (this.#earlyMs + this.#lateMs) / 2
  }
}
