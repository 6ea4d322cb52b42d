import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

export type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>

/** Callers that one limiter remembers. Beyond it, the caller that was seen least recently begins anew. */
const CALLERS_MAX = 50_000

interface Count {
  consumed: number
  /** Milliseconds since 1970; infinite for a count that stays. */
  endsAt: number
}

/**
 * Creates a limiter that counts in the memory of this process. It makes no timers: a timer keeps the request that starts it
 * in memory, with all that it sent, until the timer ends.
 */
export function createMemoryLimiter({
  points,
  duration,
}: {
  points: number
  /** In seconds. */
  duration: number
}): Limiter {
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const counts = new LRUCache<string | number, Count>({ maxSize: CALLERS_MAX, sizeCalculation: () => 1 })

  function find(caller: string | number): Count | undefined {
    const count = counts.get(caller)
    return count !== undefined && count.endsAt > Date.now() ? count : undefined
  }
  function start(caller: string | number, consumed: number, seconds: number): Count {
    const count = { consumed, endsAt: seconds > 0 ? Date.now() + seconds * 1000 : Number.POSITIVE_INFINITY }
    counts.set(caller, count)
    return count
  }
  function add(caller: string | number, more: number): RateLimiterRes {
    const count = find(caller) ?? start(caller, 0, duration)
    count.consumed += more
    return describe(count)
  }
  const describe = ({ consumed, endsAt }: Count) =>
    new RateLimiterRes(Math.max(0, points - consumed), endsAt - Date.now(), consumed)

  return {
    async consume(caller, more = 1) {
      const result = add(caller, more)
      if (result.consumedPoints > points) throw result
      return result
    },
    async get(caller) {
      const count = find(caller)
      return count === undefined ? null : describe(count)
    },
    set: async (caller, consumed, seconds) => describe(start(caller, consumed, seconds)),
    reward: async (caller, fewer = 1) => add(caller, -fewer),
    delete: async (caller) => counts.delete(caller),
  }
}
