import type { Candidate } from '../resource/candidates.ts'

/** What an applicant fills in. */
export type Application = Pick<
  Candidate,
  'firstName' | 'lastName' | 'email' | 'phone' | 'cv' | 'linkedinUrl' | 'message'
>

export interface AcceptedApplication extends Application {
  id: string
  jobId: number
  dateMs: number
}

/** Which applications are asked for; of all jobs where none is named. */
export interface ApplicationFilter {
  jobId?: number | undefined
  afterMs: number
  throughMs: number
  page: number
  pageSize: number
}

export interface ApplicationPage {
  applications: AcceptedApplication[]
  total: number
  /** Everything accepted up to this instant is among them, if this is the last page. */
  syncedThroughMs: number
}

/** A poll moves the clock so far past its time, as on a real board. */
const LEAD_MS = 200

/** One company's applications. Their dates ascend, are unique, and none is given at or before what a poll has seen. */
export class Applications {
  readonly #accepted: AcceptedApplication[] = []
  readonly #now: () => number
  #clockMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  accept(jobId: number, application: Application): AcceptedApplication {
    this.#clockMs = Math.max(this.#now(), this.#clockMs + 1)
    const id = String(this.#accepted.length + 1).padStart(32, '0')
    const accepted = { ...application, id, jobId, dateMs: this.#clockMs }
    this.#accepted.push(accepted)
    return accepted
  }

  /** Moves the clock past now: nothing accepted later has a date at or before the answer. */
  raiseClock(): number {
    const nowMs = this.#now()
    if (this.#clockMs < nowMs) this.#clockMs = nowMs + LEAD_MS
    return this.#clockMs
  }

  list({ jobId, afterMs, throughMs, page, pageSize }: ApplicationFilter): ApplicationPage {
    const endMs = Math.min(this.raiseClock(), Math.max(throughMs, afterMs))
    const matching = this.#accepted.filter(
      ({ dateMs, ...application }) =>
        dateMs > afterMs && dateMs <= endMs && (jobId === undefined || application.jobId === jobId),
    )
    const end = page * pageSize
    const applications = matching.slice(end - pageSize, end)
    const last = applications.at(-1)
    const isLastPage = end >= matching.length
    return {
      applications,
      total: matching.length,
      syncedThroughMs: last === undefined || isLastPage ? endMs : last.dateMs,
    }
  }
}
