import type { Answer } from './answer.ts'
import type { Breaches } from './broken-guarantee.ts'

/** An API process whose database is reachable again notices within this time. */
const RECOVERY_MS = 2_000
/** No request lives as long as this. */
const FORGOTTEN_MS = 120_000

/**
 * Trouble between the database and API processes excuses a 5xx, and only one of these processes. A failover of their database
 * excuses nothing.
 */
type SpellKind = 'trouble' | 'failover'

export type Traffic = ReturnType<typeof createTraffic>

/**
 * Counts requests and answers, and knows the faults that excuse a 5xx. `isEachServed`: a request without an answer is a
 * breach, too.
 */
export function createTraffic(breaches: Breaches, isEachServed = false) {
  /**
   * `answeredInCalm`: by processes that could reach the database, so none may be a 5xx. `answeredInFailover`: those among them
   * that were given during a failover.
   */
  const figures = {
    answered: 0,
    unanswered: 0,
    answeredInCalm: 0,
    answeredInFailover: 0,
    serverErrors: 0,
  }
  const spells = new Set<{ kind: SpellKind; ports: number[]; endedMs: number }>()

  /** Answers whether a process was in a spell at or after this time; any process, if the port is unknown. */
  function isSince(ms: number, kind: SpellKind, port: number | undefined): boolean {
    for (const spell of spells) {
      if (spell.endedMs < Date.now() - FORGOTTEN_MS) spells.delete(spell)
      else if (spell.kind === kind && spell.endedMs >= ms && (port === undefined || spell.ports.includes(port)))
        return true
    }
    return false
  }

  /** Finds the guarantee that a 5xx breaks, for a request of this time. Undefined if it is excused. */
  function serverErrorBreaks(startedMs: number, port: number | undefined): Answer['serverErrorBreaks'] {
    const fromMs = startedMs - RECOVERY_MS
    if (isSince(fromMs, 'trouble', port)) return undefined
    return isSince(fromMs, 'failover', port) ? 'failed over' : 'server error'
  }

  function judge(answer: Answer, broken: Answer['serverErrorBreaks'], what: string): void {
    figures.answered++
    if (broken !== undefined) figures.answeredInCalm++
    if (broken === 'failed over') figures.answeredInFailover++
    if (answer.status < 500) return
    figures.serverErrors++
    if (broken !== undefined)
      breaches.add(broken, what, [`${new Date().toISOString()} ${answer.bytes.toString('utf8', 0, 500)}`])
  }

  return {
    /**
     * Counts a request. The returned function takes the answer of the process at the port, if it is known, and answers the
     * guarantee that a 5xx would break, if any.
     */
    asked(operation: string) {
      const startedMs = Date.now()
      return (answer: Answer | undefined, port?: number): Answer['serverErrorBreaks'] => {
        const broken = serverErrorBreaks(startedMs, port)
        if (answer !== undefined)
          judge(answer, broken, `${operation} was answered ${answer.status} after ${Date.now() - startedMs} ms`)
        else {
          figures.unanswered++
          if (isEachServed) breaches.add('not served', `${operation} got no answer`)
        }
        return broken
      }
    },
    /** Begins a spell of these processes, which are named by their ports. The returned function ends it. */
    begin(kind: SpellKind, ports: number[]) {
      const spell = { kind, ports, endedMs: Number.POSITIVE_INFINITY }
      spells.add(spell)
      return () => {
        spell.endedMs = Date.now()
      }
    },
    figures,
  }
}
