import { overloaded } from '../error.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Settings } from '../process/settings.ts'

const RETRY_AFTER_SECONDS = 1

/** A body of at most this many bytes is small: one job or some statuses, and no batch of jobs. */
const SMALL_BYTES_MAX = 32 * 1024
/** The part of the bytes that only small bodies may use. */
const SMALL_PART = 1 / 8
/** The part of its bytes that one caller may have, while no other caller has any, and else. */
const SHARE_ALONE = 3 / 4
const SHARE_AMONG_OTHERS = 1 / 4

/**
 * Begins to work on a JSON body that has arrived, and returns the function that ends it. `caller` is the company of a key or of a
 * user. Throws `unavailable` if the process works on too many bytes of such bodies, or on too many of this caller.
 */
export type BeginJson = (bytes: number, caller: string) => () => void

/**
 * Bounds the bytes of the JSON bodies that a process works on at the same time. The number of requests at once says little of
 * their memory: 500 small ones are no burden, and 200 batches of 1 MiB end a process whose heap may have 750 MB. A caller never
 * has all of the bytes, and batches never have those that are kept for small bodies.
 */
export function createJsonBodies({
  settings,
  metrics,
  limit,
}: {
  settings: Pick<Settings, 'uploadLimits'>
  metrics: Pick<Metrics, 'refused'>
  /** The name of the limit in the metrics. */
  limit: string
}): BeginJson {
  const { jsonBytes } = settings.uploadLimits
  const takeSmall = createShares(jsonBytes * SMALL_PART)
  const takeLarge = createShares(jsonBytes * (1 - SMALL_PART))
  return (bytes, caller) => {
    const end = (bytes <= SMALL_BYTES_MAX ? takeSmall(bytes, caller) : undefined) ?? takeLarge(bytes, caller)
    if (end !== undefined) return end
    metrics.refused(limit)
    throw overloaded(RETRY_AFTER_SECONDS)
  }
}

/** Makes a function that takes bytes for a caller, and returns the function that gives them back. Undefined if there are too few. */
function createShares(bytesMax: number) {
  const held = new Map<string, number>()
  return (bytes: number, caller: string): (() => void) | undefined => {
    const ofCaller = held.get(caller) ?? 0
    const ofAll = [...held.values()].reduce((sum, of) => sum + of, 0)
    const share = bytesMax * (ofAll > ofCaller ? SHARE_AMONG_OTHERS : SHARE_ALONE)
    if (ofAll + bytes > bytesMax || ofCaller + bytes > share) return undefined
    held.set(caller, ofCaller + bytes)
    return () => {
      const left = (held.get(caller) ?? 0) - bytes
      if (left > 0) held.set(caller, left)
      else held.delete(caller)
    }
  }
}
