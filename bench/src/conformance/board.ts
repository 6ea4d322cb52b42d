import type { ApplicationDocument } from '../peer/application.ts'

/** What a running service was given before its answers are checked. */
export interface Board {
  url: string
  company: { id: string; slug: string; name: string }
  keys: { full: string; read: string; write: string; revoked: string }
  /** Board jobs of the company without an external id; each may be linked once. */
  unlinkedJobIds: number[]
  /** A board job of another company. */
  foreignJobId: number
  /** A job that applications were stored for: more than two pages, ascending by date, one each hour. */
  applied: { externalId: string; applications: ApplicationDocument[] }
  /** Names a new external id, unlike any of another run. */
  newId(): string
}

/** One guarantee of every service. */
export interface Check {
  /** As a sentence about the service: `answers …`, `refuses …`. */
  does: string
  /** Whether it also holds where nothing is validated. */
  isForBare?: boolean
  check(board: Board): Promise<void>
}
