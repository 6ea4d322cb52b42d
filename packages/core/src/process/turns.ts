import * as timers from 'node:timers'

/** Kept from the start: a test that uses the sandbox may fake timers later, and a fake one never ends by itself. */
const { setImmediate } = timers

/** Lets the event loop serve other requests. */
export const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Makes a queue for work that holds up the process. It does one piece after the other, and lets other requests in whenever
 * the pieces since the last time would be over `workMax` together. A caller with many pieces should ask for the next one
 * only when the one before is done, so that callers take turns.
 */
export function createTurns(workMax: number, rest = yieldToOthers) {
  let done = 0
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: number, run: () => Result): Promise<Result> => {
    const turn = last.then(async () => {
      if (done > 0 && done + work > workMax) {
        await rest()
        done = 0
      }
      done += work
      return run()
    })
    last = turn.catch(() => {})
    return turn
  }
}

/** Characters of HTML that are sanitised before other requests get a turn. The worst 20,000 take about 15 ms. */
const CHARACTERS_A_TURN = 20_000

/** The queue of this process. It counts work in characters of HTML. */
export const takeTurn = createTurns(CHARACTERS_A_TURN)

/** Waits for a turn of that queue. Work up to the caller's next `await` is part of the turn. */
export const waitForTurn = (work: number): Promise<void> => takeTurn(work, () => {})

/**
 * Makes a function to call before each piece of one long task. It lets other requests in whenever the pieces since the last
 * time would be over `workMax` together.
 */
export function createPause(workMax: number, rest = yieldToOthers): (work: number) => Promise<void> | undefined {
  let done = 0
  return (work) => {
    const isFull = done > 0 && done + work > workMax
    done = isFull ? work : done + work
    return isFull ? rest() : undefined
  }
}

/** Characters of a job that are read or written before other requests get a turn. The worst 400,000 take about 20 ms. */
export const JOB_CHARACTERS_A_TURN = 400_000

/** Passes texts on, and lets other requests in after every `charactersMax` characters. */
export async function* inTurns(
  texts: AsyncIterable<string>,
  charactersMax: number,
  rest = yieldToOthers,
): AsyncGenerator<string> {
  const pause = createPause(charactersMax, rest)
  for await (const text of texts) {
    await pause(text.length)
    yield text
  }
}
