import { type CreateLimiter, take } from '../../db/limiter.ts'
import { AppError } from '../../error.ts'
import type { Settings } from '../../settings.ts'

const WINDOW_SECONDS = 60

/** How much one caller may ask for in a minute, counted over all processes. */
type LimitSettings = Pick<Settings, 'keyRequestsPerMinute' | 'addressRequestsPerMinute' | 'wrongKeysPerMinute'>

export type Limits = ReturnType<typeof createLimits>

/**
 * Counts requests. Each function asks who calls only if there is a limit, adds to `headers` what the caller may know of its limit, as
 * draft-ietf-httpapi-ratelimit-headers-10 words it, and throws `rate_limited` where the limit is passed.
 */
export function createLimits(createLimiter: CreateLimiter, settings: LimitSettings) {
  const counting = (name: string, points: number) => {
    if (points === 0) return async () => {}
    const limiter = createLimiter({
      keyPrefix: name,
      points,
      duration: WINDOW_SECONDS,
      inMemoryBlockOnConsumed: points,
    })
    return async (caller: () => string, headers: Record<string, string>): Promise<void> => {
      const { isOver, remaining, seconds } = await take(limiter, caller())
      add(headers, 'ratelimit-policy', `"${name}";q=${points};w=${WINDOW_SECONDS}`)
      add(headers, 'ratelimit', `"${name}";r=${remaining};t=${seconds}`)
      if (isOver) throw new AppError('rate_limited', { seconds }, { retryAfterSeconds: seconds })
    }
  }
  return {
    countOfKey: counting('key', settings.keyRequestsPerMinute),
    countOfAddress: counting('address', settings.addressRequestsPerMinute),
    countWrongKey: counting('wrong-keys', settings.wrongKeysPerMinute),
  }
}

/** One caller may be under several limits: the value is a list. */
function add(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
}
