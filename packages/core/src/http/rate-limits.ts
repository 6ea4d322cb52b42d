import { type CreateLimiter, take } from '../db/limiter.ts'
import { AppError } from '../error.ts'
import type { Settings } from '../process/settings.ts'

const WINDOW_SECONDS = 60

/** The limits of one caller for each minute, counted over all processes. 0 means no limit. */
type LimitSettings = Pick<Settings, 'keyRequestsPerMinute' | 'addressRequestsPerMinute' | 'wrongKeysPerMinute'>

export type Limits = ReturnType<typeof createLimits>

/**
 * Counts requests against the limits. Each function throws `rate_limited` if the caller is over the limit. It calls `caller`
 * only if there is a limit. It adds the limit and what remains of it to `headers`, in the form of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export function createLimits(createLimiter: CreateLimiter, settings: LimitSettings) {
  const createCounter = (name: string, points: number) => {
    if (points === 0) return async () => {}
    const limiter = createLimiter({
      keyPrefix: name,
      points,
      duration: WINDOW_SECONDS,
      inMemoryBlockOnConsumed: points,
    })
    return async (caller: () => string, headers: Record<string, string>): Promise<void> => {
      const { isOver, remaining, seconds } = await take(limiter, caller())
      appendHeader(headers, 'ratelimit-policy', `"${name}";q=${points};w=${WINDOW_SECONDS}`)
      appendHeader(headers, 'ratelimit', `"${name}";r=${remaining};t=${seconds}`)
      if (isOver) throw new AppError('rate_limited', { seconds }, { retryAfterSeconds: seconds })
    }
  }
  return {
    countKeyRequest: createCounter('key', settings.keyRequestsPerMinute),
    countAddressRequest: createCounter('address', settings.addressRequestsPerMinute),
    countWrongKey: createCounter('wrong-keys', settings.wrongKeysPerMinute),
  }
}

/** Adds a value to a header. The header is a list, because several limits may apply to one caller. */
function appendHeader(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
}
