import type { Answer } from './answer.ts'

/** A 5xx that came while nothing was wrong with the database or the way to it. */
interface UncausedFailure {
  operation: string
  status: number
  at: string
  body: string
}

/** After the database is reachable again, drivers take so long to notice. */
const RECOVERY_MS = 5_000
const KEPT_MAX = 20

/** What was asked and answered, and what stood in its way. */
export interface Traffic {
  asked(operation: string): { answered(answer: Answer | undefined): void }
  /** Something is wrong between the API and its database, until the function that is returned is called. */
  databaseTrouble(): () => void
  figures(): TrafficFigures
}

export interface TrafficFigures {
  asked: number
  answered: number
  unanswered: number
  /** By operation. */
  answeredBy: Record<string, number>
  /** Answers to what was asked while the database could be reached: none of them may be a 5xx. */
  answeredInCalm: number
  serverErrors: number
  uncausedServerErrors: number
  uncaused: UncausedFailure[]
}

export function createTraffic(): Traffic {
  const answeredBy: Record<string, number> = {}
  const uncaused: UncausedFailure[] = []
  const figures = { asked: 0, answered: 0, unanswered: 0, answeredInCalm: 0, serverErrors: 0, uncausedServerErrors: 0 }
  let troubles = 0
  let troubledUntilMs = 0
  /** Whether something was wrong at or after this time. */
  const wasTroubledSince = (ms: number) => troubles > 0 || troubledUntilMs + RECOVERY_MS >= ms

  function countFailure(operation: string, { status, bytes }: Answer): void {
    figures.uncausedServerErrors++
    const failure = { operation, status, at: new Date().toISOString(), body: bytes.toString('utf8', 0, 500) }
    if (uncaused.length < KEPT_MAX) uncaused.push(failure)
  }

  return {
    asked(operation) {
      const startedMs = Date.now()
      figures.asked++
      return {
        answered(answer) {
          if (answer === undefined) return void figures.unanswered++
          figures.answered++
          answeredBy[operation] = (answeredBy[operation] ?? 0) + 1
          const isCalm = !wasTroubledSince(startedMs)
          if (isCalm) figures.answeredInCalm++
          if (answer.status < 500) return
          figures.serverErrors++
          if (isCalm) countFailure(operation, answer)
        },
      }
    },
    databaseTrouble() {
      troubles++
      return () => {
        troubles--
        troubledUntilMs = Date.now()
      }
    },
    figures: () => ({ ...figures, answeredBy: { ...answeredBy }, uncaused: [...uncaused] }),
  }
}
