import type { ApplicationDocument } from '../peer/application.ts'

/** A running service, with the data that the checks need. */
export interface Board {
  url: string
  company: { id: string; slug: string; name: string }
  keys: { full: string; read: string; write: string; revoked: string }
  /** Board jobs of the company without an external id. Each can be linked once. */
  unlinkedJobIds: number[]
  /** A board job of another company. */
  foreignJobId: number
  /** A job with more than two pages of applications, ascending by date, one an hour. */
  applied: { externalId: string; title: string; applications: ApplicationDocument[] }
  /** Makes an external id that no other job has. */
  newId(): string
}

/** One guarantee that every service gives. */
export interface Check {
  /** A sentence about the service: `answers …`, `refuses …`. */
  does: string
  check(board: Board): Promise<void>
}
