import { overloaded } from '../error.ts'

/** How many pieces of work may wait in a lane, of all callers and of one. */
interface LaneLimits {
  waiting: number
  waitingOfCaller: number
}

interface Turn<Lane> {
  lane: Lane
  /** Who asks for the work, and waits behind earlier work of their own. */
  caller: string
  /** Ends the waiting. The promise of the work then rejects with its reason. */
  signal?: AbortSignal | undefined
}

/**
 * Makes a queue that does one piece of work after another. Work of an earlier lane goes first, and in a lane the callers take
 * turns. So a caller with much work delays another caller by one piece. It throws `unavailable` if a lane is full, or if the
 * caller has too much in it.
 */
export function createFairQueue<Lane extends string>(lanes: Record<Lane, LaneLimits>, retryAfterSeconds: number) {
  /** The starts of the waiting work, by lane and caller. The caller whose turn is next comes first. */
  const waiting = new Map<string, Map<string, Set<() => void>>>(Object.keys(lanes).map((lane) => [lane, new Map()]))
  let isBusy = false

  function startNext(): void {
    for (const callers of waiting.values())
      for (const [caller, starts] of callers)
        for (const start of starts) {
          starts.delete(start)
          callers.delete(caller)
          if (starts.size > 0) callers.set(caller, starts)
          start()
          return
        }
    isBusy = false
  }

  function waitForTurn({ lane, caller, signal }: Turn<Lane>): Promise<void> {
    const callers = waiting.get(lane) ?? new Map<string, Set<() => void>>()
    const starts = callers.get(caller) ?? new Set()
    const count = [...callers.values()].reduce((sum, { size }) => sum + size, 0)
    if (count >= lanes[lane].waiting || starts.size >= lanes[lane].waitingOfCaller) throw overloaded(retryAfterSeconds)
    callers.set(caller, starts)
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        starts.delete(start)
        if (starts.size === 0) callers.delete(caller)
        reject(signal?.reason)
      }
      starts.add(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return async <Result>(turn: Turn<Lane>, work: () => Promise<Result>): Promise<Result> => {
    turn.signal?.throwIfAborted()
    if (isBusy) await waitForTurn(turn)
    isBusy = true
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
