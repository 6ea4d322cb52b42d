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
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        stopListening()
        resolve()
      }
      const timer = setTimeout(end, Math.min(ms, TIMER_MAX_MS))
      const stopListening = onAbort(signal, end)
    }),
}

/** Calls a function when the signal is aborted. Returns a function that ends this. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  signal?.addEventListener('abort', act)
  return () => signal?.removeEventListener('abort', act)
}

interface Growth {
  firstMs: number
  maxMs: number
}

/**
 * Calculates the pause after a number of failures in a row. The pause doubles with each failure. Its jitter keeps many
 * clients from retrying at the same moment.
 */
export function calculatePauseMs(failures: number, { firstMs, maxMs }: Growth, clock: Clock): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.5 + clock.random() / 2)
}

/**
 * Reads how long the answer behind an error asks to wait: a number of seconds, or an HTTP date. Returns undefined if it does
 * not ask.
 */
export function readRetryAfterMs(error: unknown, clock: Clock): number | undefined {
  const value = error instanceof APIError ? error.headers.get('retry-after')?.trim() : ''
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - clock.now())
}
