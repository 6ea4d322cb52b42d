import { APIError } from './error.ts'

/** Tells the time, waits and makes random numbers. A test passes its own clock. */
export interface Clock {
  /** The current time in milliseconds since 1970. */
  now(): number
  /** Waits for this number of milliseconds. Ends at once, without an error, when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** A random number, at least 0 and less than 1. */
  random(): number
}

/** The longest delay of a timer, in milliseconds. A timer with a longer delay fires at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        stopListening()
        resolve()
      }
      const timer = setTimeout(end, Math.min(ms, TIMER_MAX_MS))
      const stopListening = onAbort(signal, () => {
        clearTimeout(timer)
        resolve()
      })
    }),
}

/** Calls a function when the signal is aborted, or at once if it already is. Returns a function that ends this. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act()
  signal?.addEventListener('abort', act, { once: true })
  return () => signal?.removeEventListener('abort', act)
}

interface Backoff {
  firstMs: number
  maxMs: number
}

/**
 * Chooses the pause after a number of failures in a row. The pause doubles with each failure, and is never shorter than the
 * last answer asks. Its jitter keeps many clients from retrying at the same moment.
 */
export function choosePauseMs(error: unknown, failures: number, { firstMs, maxMs }: Backoff, clock: Clock): number {
  const ownMs = Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.5 + clock.random() / 2)
  return Math.max(ownMs, readRetryAfterMs(error, clock))
}

/** Reads how long the answer behind an error asks to wait: a number of seconds, which may have a fraction, or an HTTP date. 0 if it does not ask. */
export function readRetryAfterMs(error: unknown, clock: Clock): number {
  const value = error instanceof APIError ? error.headers.get('retry-after') : null
  const ms = Number(value) * 1000 || Date.parse(value ?? '') - clock.now()
  // What cannot be read gives NaN.
  return Math.max(0, ms || 0)
}
