import { limits } from '@boardwalk/schema/limits'
import { formatValue } from '@boardwalk/schema/wording'
import type { JobUpsertManyResult } from '@boardwalk/sdk'
import { chooseExitCode, toBoardFailure } from '../board-failure.ts'
import { markNumbers } from '../client.ts'
import { type ErrorDetails, exitCode, Failure } from '../failure.ts'
import type { JobRow } from '../feed/row.ts'
import type { Progress } from '../output.ts'
import type { Interruption } from '../shell.ts'
import type { OpenFeed } from './open-feed.ts'
import { type Counts, countOutcome, createCounts, createOutcome, type Outcome, type RowWarning } from './outcome.ts'

/** The board's answer for one job; `index` is the job's place in the sequence that was sent. */
export interface Answer {
  index: number
  id: string | null
  status: JobUpsertManyResult['status'] | 'valid'
  jobId: number | null
  jobUrl: string | null
  warnings?: RowWarning[] | undefined
  error: (ErrorDetails & { code: string }) | null
}

type Job = JobRow['job']

/** Sends jobs and gives one answer for each, in any order. `stop` ends it after the requests under way, `signal` at once. */
export type Send = (
  jobs: AsyncIterable<Job>,
  signals: { signal: AbortSignal; stop: AbortSignal },
) => AsyncIterable<Answer>

interface SendingOptions {
  feed: Pick<OpenFeed, 'name' | 'rows' | 'stop'>
  send: Send
  interruption: Interruption
  progress: Pick<Progress, 'say'>
  /** Receives the outcome of each row, with the row itself if it was sent. */
  onOutcome(outcome: Outcome, row: JobRow | undefined): Promise<void>
}

const cutOff: ErrorDetails = { message: 'Ctrl-C ended the request before its answer came' }
const printedFailuresMax = 20
const storedFailuresMax = 100

/** Sends the good rows of a feed to the board, and reports one outcome for every row. */
export class FeedSender {
  readonly counts: Counts = createCounts()
  /** The first failures, for the result in the format `json`. */
  readonly failures: Outcome[] = []
  /** Why the feed could not be read or sent to its end. */
  stoppedBy: Failure | undefined
  /** Whether the work ended before the feed did. */
  hasUnreadRows = true
  /** The rows that were read and have no answer yet. */
  readonly #open = new Map<number, JobRow>()
  /** Aborted by an answer that every other row would get too. */
  readonly #hopeless = new AbortController()
  readonly #options: SendingOptions
  #printedFailures = 0
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
    const { send, interruption, progress } = this.#options
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
    const more = this.#printedFailures - printedFailuresMax
    if (more > 0) progress.say(`… and ${more} more rows failed; --report FILE writes the outcome of each row`, 'red')
  }

  /** Gives the jobs of the good rows, and reports the bad rows as failed. */
  async *#jobs(): AsyncGenerator<Job> {
    let index = 0
    try {
      for await (const row of this.#options.feed.rows) {
        if (this.#isStopping) return
        this.counts.rows++
        if (row.job !== undefined) {
          this.#open.set(index++, row)
          // The cast holds because only numbers of extra fields change.
          yield markNumbers(row.job) as Job
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
    const outcome = { ...createOutcome(row, status, error), jobId, jobUrl, ...(warnings !== undefined && { warnings }) }
    await this.#report(outcome, row, isForAllRows)
  }

  /** Reports the rows without an answer: unless requests were cut off, these rows were not sent. */
  async #endOpen(isCutOff: boolean): Promise<void> {
    for (const row of this.#open.values()) {
      const outcome = isCutOff ? createOutcome(row, 'unconfirmed', cutOff) : createOutcome(row, 'unsent')
      await this.#report(outcome, row, isCutOff)
    }
    this.#open.clear()
  }

  /** Reports an outcome. With `isForAllRows` the reason is the same for all rows, and is printed only once. */
  async #report(outcome: Outcome, row: JobRow | undefined, isForAllRows = false): Promise<void> {
    countOutcome(this.counts, outcome)
    if (outcome.status === 'failed' || outcome.status === 'unconfirmed') {
      if (this.failures.length < storedFailuresMax) this.failures.push(outcome)
      if (!isForAllRows) this.#printFailure(outcome)
    }
    await this.#options.onOutcome(outcome, row)
  }

  #printFailure({ line, row, id, error }: Outcome): void {
    if (this.#printedFailures++ >= printedFailuresMax) return
    const { feed, progress } = this.#options
    const which = id === null ? `row ${row}` : `row ${row}, id ${formatValue(id)}`
    progress.say(`${feed.name}:${line}: ${which}: ${error?.message}`, 'red')
  }

  /** Stops the work if the error would also meet the following rows, such as a refused key or a board that does not answer. */
  #stopIfAllWouldFail({ code, message, requestId }: ErrorDetails & { code: string }): boolean {
    if (code === 'http_403') this.#blocked++
    const end = this.#isAllBlocked ? exitCode.unavailable : chooseExitCode(code)
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
    this.#options.feed.stop()
  }
}
