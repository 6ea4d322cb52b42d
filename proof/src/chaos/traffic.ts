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
  /** Whether something was wrong there at or after this time. */
  wasTroubledSince(ms: number): boolean
  inFlight(): number
  figures(): TrafficFigures
}

export interface TrafficFigures {
  asked: number
  answered: number
  unanswered: number
  /** By operation. */
  answeredBy: Record<string, number>
  serverErrors: number
  uncausedServerErrors: number
  uncaused: UncausedFailure[]
}

export function createTraffic(): Traffic {
  const answeredBy: Record<string, number> = {}
  const uncaused: UncausedFailure[] = []
  const figures = { asked: 0, answered: 0, unanswered: 0, serverErrors: 0, uncausedServerErrors: 0 }
  let troubles = 0
  let troubledUntilMs = 0
  const wasTroubledSince = (ms: number) => troubles > 0 || troubledUntilMs + RECOVERY_MS >= ms

  return {
    asked(operation) {
      const startedMs = Date.now()
      figures.asked++
      return {
        answered(answer) {
          if (answer === undefined) return void figures.unanswered++
          figures.answered++
          answeredBy[operation] = (answeredBy[operation] ?? 0) + 1
          if (answer.status < 500) return
          figures.serverErrors++
          if (wasTroubledSince(startedMs)) return
          figures.uncausedServerErrors++
          const { status, bytes } = answer
          const failure = { operation, status, at: new Date().toISOString(), body: bytes.toString('utf8', 0, 500) }
          if (uncaused.length < KEPT_MAX) uncaused.push(failure)
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
    wasTroubledSince,
    inFlight: () => figures.asked - figures.answered - figures.unanswered,
    figures: () => ({ ...figures, answeredBy: { ...answeredBy }, uncaused: [...uncaused] }),
  }
}
