import type { Background } from './background.ts'
import type { Metrics } from './metrics.ts'

/** Work that a process does again and again, such as a sweep. Other processes may do it at the same moment. */
export interface Work<Deps> {
  /** What it does, in the log and the metrics, as in `could not ${name}`. */
  name: string
  everyMs: number
  /** Does what is due. When `signal` aborts, the process stops: the work ends at its next row, and leaves the rest due. */
  run(deps: Deps, signal: AbortSignal): Promise<unknown>
}

const LOOK_EVERY_MS = 500

/**
 * Begins each work at once and then every `everyMs`, until the returned function is called. A work that is still under way is not begun
 * again, so a slow database gets no second one.
 */
export function startSchedule<Deps extends { background: Background; metrics: Pick<Metrics, 'workDone'> }>(
  deps: Deps,
  works: readonly Work<Deps>[],
): () => void {
  const { background, metrics } = deps
  const due = works.map((work) => ({ work, atMs: 0, isUnderWay: false }))
  const look = () => {
    const nowMs = performance.now()
    for (const each of due) {
      if (each.isUnderWay || nowMs < each.atMs) continue
      each.isUnderWay = true
      each.atMs = nowMs + each.work.everyMs
      background.run(each.work.name, async () => {
        try {
          await each.work.run(deps, background.stopping)
          metrics.workDone(each.work.name)
        } finally {
          each.isUnderWay = false
        }
      })
    }
  }
  look()
  const looking = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(looking)
}
