import type { Answer } from './answer.ts'
import type { Breaches, Guarantee } from './broken-guarantee.ts'

/** An API process whose database is reachable again notices within this time. */
const RECOVERY_MS = 2_000

/** Counts requests and answers, and knows the faults that excuse a 5xx. */
export interface Traffic {
  asked(operation: string): Asked
  /**
   * Begins trouble between the database and these API processes, which are named by their ports; the returned function ends
   * it. Only this excuses a 5xx, and only one of these processes.
   */
  databaseTrouble(ports: number[]): () => void
  /** Begins a failover of these processes' database; the returned function ends it. It excuses nothing. */
  failover(ports: number[]): () => void
  figures(): TrafficFigures
}

interface Asked {
  /** Takes the answer of the process at the port, if it is known. Answers the guarantee that a 5xx would break, if any. */
  answered(answer: Answer | undefined, port?: number): Answer['serverErrorBreaks']
}

export interface TrafficFigures {
  asked: number
  answered: number
  unanswered: number
  /** By operation. */
  answeredBy: Record<string, number>
  /** Answers of processes that could reach the database. None of them may be a 5xx. */
  answeredInCalm: number
  /** The ones among these that were given during a failover. */
  answeredInFailover: number
  serverErrors: number
  /** Answers with a 5xx that nothing excuses. Each is a breach, too. */
  uncausedServerErrors: number
}

/** Creates a list of the times that processes spend in a state. */
function createSpells() {
  const spells = new Set<{ ports: number[]; endedMs: number }>()
  return {
    begin(ports: number[]): () => void {
      const spell = { ports, endedMs: Number.POSITIVE_INFINITY }
      spells.add(spell)
      return () => {
        spell.endedMs = Date.now()
      }
    },
    /** Answers whether a process was in the state at or after this time; any process, if the port is unknown. */
    isSince(ms: number, port: number | undefined): boolean {
      for (const spell of spells) {
        // No request lives as long.
        if (spell.endedMs < Date.now() - 120_000) spells.delete(spell)
        else if (spell.endedMs >= ms && (port === undefined || spell.ports.includes(port))) return true
      }
      return false
    },
  }
}

/** `isEachServed`: a request without an answer is a breach, too. */
export function createTraffic(breaches: Breaches, isEachServed = false): Traffic {
  const answeredBy: Record<string, number> = {}
  const counts = {
    ...{ asked: 0, answered: 0, unanswered: 0, answeredInCalm: 0, answeredInFailover: 0 },
    ...{ serverErrors: 0, uncausedServerErrors: 0 },
  }
  const troubles = createSpells()
  const failovers = createSpells()

  /** Finds the guarantee that a 5xx breaks, for a request of this time. Undefined if it is excused. */
  function serverErrorBreaks(startedMs: number, port: number | undefined): Answer['serverErrorBreaks'] {
    const fromMs = startedMs - RECOVERY_MS
    if (troubles.isSince(fromMs, port)) return undefined
    return failovers.isSince(fromMs, port) ? 'failed over' : 'server error'
  }

  function judge(operation: string, startedMs: number, answer: Answer, broken: Guarantee): void {
    counts.answeredInCalm++
    if (broken === 'failed over') counts.answeredInFailover++
    if (answer.status < 500) return
    counts.uncausedServerErrors++
    const what = `${operation} was answered ${answer.status} after ${Date.now() - startedMs} ms`
    breaches.add(broken, what, [`${new Date().toISOString()} ${answer.bytes.toString('utf8', 0, 500)}`])
  }

  return {
    asked(operation) {
      const startedMs = Date.now()
      counts.asked++
      return {
        answered(answer, port) {
          const broken = serverErrorBreaks(startedMs, port)
          if (answer === undefined) {
            counts.unanswered++
            if (isEachServed) breaches.add('not served', `${operation} got no answer`)
            return broken
          }
          counts.answered++
          answeredBy[operation] = (answeredBy[operation] ?? 0) + 1
          if (answer.status >= 500) counts.serverErrors++
          if (broken !== undefined) judge(operation, startedMs, answer, broken)
          return broken
        },
      }
    },
    databaseTrouble: troubles.begin,
    failover: failovers.begin,
    figures: () => ({ ...counts, answeredBy: { ...answeredBy } }),
  }
}
