import { availableParallelism } from 'node:os'

/** A scenario waits for most of its time, so several share a core. */
const PER_CORE = 4

/** Plays several scenarios at the same time. They begin in the order in which they come. */
export class Pool {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(size = PER_CORE * availableParallelism()) {
    this.#free = size
  }

  async run<Result>(play: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((begin) => void this.#waiting.push(begin))
    try {
      return await play()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}
