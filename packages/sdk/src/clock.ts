/** What tells the time, waits and rolls dice; a test passes its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Ends after so many milliseconds, or at once when the signal is aborted; it never throws. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 to below 1. */
  random(): number
}

/** The longest wait that a timer takes; it would fire at once for a longer one. */
export const TIMER_MAX_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, Math.min(ms, TIMER_MAX_MS))
      signal?.addEventListener('abort', end)
    }),
}

interface Growth {
  firstMs: number
  mostMs: number
}

/** The pause after so many failures in a row: doubled each time, and jittered so that clients do not come back together. */
export function pauseMsAfter(failures: number, { firstMs, mostMs }: Growth, clock: Clock): number {
  return Math.min(mostMs, firstMs * 2 ** (failures - 1)) * (0.5 + clock.random() / 2)
}

/** How long the answer asks to wait: seconds, or the date of HTTP. */
export function retryAfterMsOf(headers: Headers, clock: Clock): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - clock.now())
}
