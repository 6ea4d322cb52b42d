import { boardFailureOf, endByCode } from '../board-failure.ts'
import { Failure } from '../failure.ts'
import type { Row } from '../feed/row.ts'
import type { Interruption } from '../interruption.ts'
import { type Counts, noCounts, type Outcome } from './outcome.ts'

/** What the board made of one job, by its place in what was sent. */
export interface Answer {
  index: number
  id: string | null
  status: 'created' | 'updated' | 'unchanged' | 'failed' | 'valid'
  jobId: number | null
  jobUrl: string | null
  error: { message: string; code: string; issues?: { path: string; message: string }[] | undefined } | null
}

/** A good row of the feed. */
export type SentRow = Extract<Row, { job: object }>
type SentJob = SentRow['job']

/** Sends jobs and gives an answer for each, in any order; ends when all are answered, or by the signal. */
export type Send = (jobs: AsyncIterable<SentJob>, signal: AbortSignal) => AsyncIterable<Answer>

export interface SendingOptions {
  /** What messages call the feed. */
  name: string
  rows: AsyncIterable<Row>
  /** Ends the rows, even while they wait for more. */
  stopRows(): void
  send: Send
  failFast: boolean
  interruption: Interruption
  /** Hears what became of every row, and has the row where it was a good one. */
  onOutcome(outcome: Outcome, row: SentRow | undefined): Promise<void>
  /** Tells a person what is wrong with a row. */
  complain(line: string): void
}

const complaintsMax = 20
const failuresKeptMax = 100

/** One way of a feed's rows to the board: they go in at one end, and come out as outcomes at the other. */
export class Sending {
  readonly counts: Counts = noCounts()
  /** The first failures, for the one JSON object that holds the result. */
  readonly failures: Outcome[] = []
  /** Why the feed could not be read, or sent, to its end. */
  stoppedBy: Failure | undefined
  readonly #sent = new Map<number, SentRow>()
  readonly #options: SendingOptions
  #complaints = 0
  #isStopping = false

  constructor(options: SendingOptions) {
    this.#options = options
  }

  /** Whether every row was read, for neither a failure nor a person ended it early. */
  get isWhole(): boolean {
    return !this.#isStopping
  }

  async run(): Promise<void> {
    const { send, interruption, complain } = this.#options
    const stop = () => this.#stop()
    if (interruption.stop.aborted) stop()
    else interruption.stop.addEventListener('abort', stop)
    try {
      for await (const answer of send(this.#jobs(), interruption.abort)) await this.#settle(answer)
    } catch (error) {
      if (error instanceof Failure) this.#stopBy(error)
      else if (!interruption.abort.aborted) await this.#refuseRest(boardFailureOf(error))
    } finally {
      interruption.stop.removeEventListener('abort', stop)
    }
    this.counts.unconfirmed = this.#sent.size
    if (this.#complaints > complaintsMax) complain(`… and ${this.#complaints - complaintsMax} more rows failed`)
  }

  /** The good rows; the bad ones are told of on the way. */
  async *#jobs(): AsyncGenerator<SentJob> {
    let index = 0
    try {
      for await (const row of this.#options.rows) {
        if (this.#isStopping) return
        this.counts.rows++
        if (row.problem === undefined) {
          this.#sent.set(index++, row)
          yield row.job
        } else {
          const message = row.problem.map((fault) => fault.message).join('; ')
          await this.#keep(failedOutcome(row.line, row.id, { message, issues: row.problem }), undefined)
        }
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // A stopped feed is cut off in the middle, and what that breaks says nothing about it.
      if (!this.#isStopping) this.#stopBy(error)
    }
  }

  async #settle({ index, status, jobId, jobUrl, error }: Answer): Promise<void> {
    const row = this.#sent.get(index)
    if (row === undefined) return
    this.#sent.delete(index)
    const issues = error?.issues?.map(({ path, message }) => ({ field: path, message }))
    const told = error === null ? null : { message: error.message, ...(issues !== undefined && { issues }) }
    const concernsAll = error !== null && this.#stopIfAllWouldFail(error)
    const { line, id } = row
    await this.#keep({ line, id, status, jobId, jobUrl, error: told }, row, concernsAll)
  }

  /** The key is refused: of the rows that have no answer none was written. */
  async #refuseRest(failure: Failure): Promise<void> {
    this.#stopBy(failure)
    for (const row of this.#sent.values())
      await this.#keep(failedOutcome(row.line, row.id, { message: failure.message }), row, true)
    this.#sent.clear()
  }

  /** `isTold`: the reason is one for all rows, and is said once. */
  async #keep(outcome: Outcome, row: SentRow | undefined, isTold = false): Promise<void> {
    this.counts[outcome.status]++
    if (outcome.status === 'failed') {
      if (this.failures.length < failuresKeptMax) this.failures.push(outcome)
      if (!isTold) this.#complain(outcome)
      if (this.#options.failFast) this.#stop()
    }
    await this.#options.onOutcome(outcome, row)
  }

  #complain({ line, error }: Outcome): void {
    if (this.#complaints++ < complaintsMax) this.#options.complain(`${this.#options.name}:${line}: ${error?.message}`)
  }

  /** A key that is refused, or a board that does not answer, is so for the rows to come as well. */
  #stopIfAllWouldFail({ code, message }: { code: string; message: string }): boolean {
    const end = endByCode(code)
    if (end === undefined) return false
    this.#stopBy(new Failure(message, end))
    return true
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

const failedOutcome = (line: number, id: string | null, error: NonNullable<Outcome['error']>): Outcome => ({
  line,
  id,
  status: 'failed',
  jobId: null,
  jobUrl: null,
  error,
})
