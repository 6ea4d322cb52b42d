import { limits } from '@boardwalk/schema/limits'
import { formatValue } from '@boardwalk/schema/wording'
import { chooseExitCode, toBoardFailure } from '../board-failure.ts'
import { markNumbers } from '../client.ts'
import { exitCode, Failure, type ToldError } from '../failure.ts'
import type { Row } from '../feed/row.ts'
import type { Interruption } from '../shell.ts'
import { type Counts, createCounts, type Outcome, type RowWarning } from './outcome.ts'

/** The board's answer for one job; `index` is the job's place in the sequence that was sent. */
export interface Answer {
  index: number
  id: string | null
  status: 'created' | 'updated' | 'unchanged' | 'failed' | 'unconfirmed' | 'valid'
  jobId: number | null
  jobUrl: string | null
  warnings?: RowWarning[] | undefined
  error: (ToldError & { code: string }) | null
}

/** A row of the feed whose job is sent. */
export type SentRow = Extract<Row, { job: object }>
type SentJob = SentRow['job']

/** Ends a sending early: `signal` at once, `stop` after the requests under way. */
interface SendSignals {
  signal: AbortSignal
  stop: AbortSignal
}

/** Sends jobs and gives one answer for each that was sent, in any order. */
export type Send = (jobs: AsyncIterable<SentJob>, signals: SendSignals) => AsyncIterable<Answer>

export interface SendingOptions {
  /** The name of the feed in messages. */
  name: string
  rows: AsyncIterable<Row>
  /** Ends the rows at once, even while they wait for more bytes. */
  stopRows(): void
  send: Send
  failFast: boolean
  interruption: Interruption
  /** Receives the outcome of each row, with the row itself if it was sent. */
  onOutcome(outcome: Outcome, row: SentRow | undefined): Promise<void>
  /** Prints what is wrong with a row. */
  complain(line: string): void
}

const CUT_OFF: ToldError = { message: 'Ctrl-C ended the request before its answer came' }
const complaintsMax = 20
const failuresKeptMax = 100

/** Sends the good rows of a feed to the board, and reports one outcome for every row. */
export class Sending {
  readonly counts: Counts = createCounts()
  /** The first failures, for the result in the format `json`. */
  readonly failures: Outcome[] = []
  /** Why the feed could not be read or sent to its end. */
  stoppedBy: Failure | undefined
  /** Whether the work ended before the feed did. */
  hasUnreadRows = true
  /** The rows that were read and have no answer yet. */
  readonly #open = new Map<number, SentRow>()
  /** Aborted by an answer that every other row would get too. */
  readonly #hopeless = new AbortController()
  readonly #options: SendingOptions
  #complaints = 0
  /** Rows that something between here and the board has refused. */
  #blocked = 0
  #isStopping = false

  constructor(options: SendingOptions) {
    this.#options = options
  }

  /** Whether every row was read: neither a failure nor Ctrl-C ended the work early. */
  get isWhole(): boolean {
    return !this.#isStopping
  }

  async run(): Promise<void> {
    const { send, interruption, complain } = this.#options
    const stop = () => this.#stop()
    if (interruption.stop.aborted) stop()
    else interruption.stop.addEventListener('abort', stop)
    let isCutOff = false
    let canReport = true
    try {
      const signals = { signal: interruption.abort, stop: this.#hopeless.signal }
      for await (const answer of send(this.#jobs(), signals)) await this.#settle(answer)
    } catch (error) {
      // A Failure is of this machine, such as a report that cannot be written. Leaving the loop cuts the requests off.
      canReport = !(error instanceof Failure)
      isCutOff = interruption.abort.aborted
      if (!canReport || !isCutOff) this.#stopBy(toBoardFailure(error))
    } finally {
      interruption.stop.removeEventListener('abort', stop)
    }
    if (canReport) await this.#endOpen(isCutOff)
    else this.counts.unconfirmed += this.#open.size
    if (this.#complaints > complaintsMax)
      complain(
        `… and ${this.#complaints - complaintsMax} more rows failed; --report FILE writes the outcome of each row`,
      )
  }

  /** Gives the jobs of the good rows, and reports the bad rows as failed. */
  async *#jobs(): AsyncGenerator<SentJob> {
    let index = 0
    try {
      for await (const row of this.#options.rows) {
        if (this.#isStopping) return
        this.counts.rows++
        if (row.job !== undefined) {
          this.#open.set(index++, row)
          // The cast holds because only numbers of extra fields change.
          yield markNumbers(row.job) as SentJob
        } else if (row.problem === undefined) await this.#report(createOutcome(row, 'repeated'), undefined)
        else {
          const message = row.problem.map((fault) => fault.message).join('; ')
          const issues = row.problem.map(({ field, ...fault }) => ({
            path: field === '' ? 'job' : `job.${field}`,
            ...fault,
          }))
          await this.#report(createOutcome(row, 'failed', { message, issues }), undefined)
        }
      }
      this.hasUnreadRows = false
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // Stopping a feed cuts it off in the middle. The error that follows is not a mistake in the feed.
      if (this.#isStopping) return
      this.hasUnreadRows = false
      this.#stopBy(error)
    }
  }

  async #settle({ index, status, jobId, jobUrl, warnings, error }: Answer): Promise<void> {
    const row = this.#open.get(index)
    if (row === undefined) return
    this.#open.delete(index)
    const isForAllRows = error !== null && this.#stopIfAllWouldFail(error)
    const told = { jobId, jobUrl, ...(warnings !== undefined && { warnings }) }
    await this.#report({ ...createOutcome(row, status, error), ...told }, row, isForAllRows)
  }

  /** Reports the rows without an answer: unless requests were cut off, these rows were not sent. */
  async #endOpen(isCutOff: boolean): Promise<void> {
    for (const row of this.#open.values()) {
      const outcome = isCutOff ? createOutcome(row, 'unconfirmed', CUT_OFF) : createOutcome(row, 'unsent')
      await this.#report(outcome, row, isCutOff)
    }
    this.#open.clear()
  }

  /** Reports an outcome. With `isForAllRows` the reason is the same for all rows, and is printed only once. */
  async #report(outcome: Outcome, row: SentRow | undefined, isForAllRows = false): Promise<void> {
    this.counts[outcome.status]++
    if (outcome.status === 'failed' || outcome.status === 'unconfirmed') {
      if (this.failures.length < failuresKeptMax) this.failures.push(outcome)
      if (!isForAllRows) this.#complain(outcome)
      if (this.#options.failFast) this.#stop()
    }
    await this.#options.onOutcome(outcome, row)
  }

  #complain({ line, row, id, error }: Outcome): void {
    if (this.#complaints++ >= complaintsMax) return
    const which = id === null ? `row ${row}` : `row ${row}, id ${formatValue(id)}`
    this.#options.complain(`${this.#options.name}:${line}: ${which}: ${error?.message}`)
  }

  /** Stops the work if the error would also meet the following rows, such as a refused key or a board that does not answer. */
  #stopIfAllWouldFail({ code, message, requestId }: ToldError & { code: string }): boolean {
    if (code === 'http_403') this.#blocked++
    const end = this.#isAllBlocked ? exitCode.notAuthorised : chooseExitCode(code)
    if (end === undefined) return false
    this.#stopBy(new Failure(message, end, { code, requestId }))
    this.#hopeless.abort()
    return true
  }

  /** Whether something between here and the board, such as a firewall, has refused a whole request, and every row so far. */
  get #isAllBlocked(): boolean {
    const { created, updated, unchanged } = this.counts
    return this.#blocked >= limits.jobs && created + updated + unchanged === 0
  }

  #stopBy(failure: Failure): void {
    this.stoppedBy ??= failure
    this.#stop()
  }

  #stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#options.stopRows()
  }
}

const createOutcome = ({ line, row, id }: Row, status: Outcome['status'], error: Outcome['error'] = null): Outcome => ({
  line,
  row,
  id,
  status,
  jobId: null,
  jobUrl: null,
  error,
})
