import { exitCodeOf } from '../../board-failure.ts'
import { type ExitCode, exitCode, Failure } from '../../failure.ts'
import { readFeed } from '../../feed/feed.ts'
import { FieldMap, type FieldNames } from '../../feed/field-map.ts'
import { type Format, formatOfName } from '../../feed/format.ts'
import { BrokenFeed, type FeedJob, type Row } from '../../feed/row.ts'
import type { Input } from '../../input.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { type Progress, startProgress } from '../../progress.ts'
import { type Counts, noCounts, type Outcome, type Report } from './report.ts'
import { printSummary } from './summary.ts'

/** What the board made of one job, by its place in what was sent. */
export interface Answer {
  index: number
  id: string | null
  status: Outcome['status']
  jobId: number | null
  jobUrl: string | null
  error: { message: string; code: string; issues?: { path: string; message: string }[] | undefined } | null
}

/** Sends jobs and gives an answer for each, in any order; ends when all are answered, or by the signal. */
export type Send = (jobs: AsyncIterable<FeedJob & { id: string }>, signal: AbortSignal) => AsyncIterable<Answer>

export interface PushOptions {
  input: Input
  format: Format | undefined
  fieldNames: FieldNames
  send: Send
  isDryRun: boolean
  failFast: boolean
  report: Report
  outputFormat: OutputFormat
}

const problemsSaidMax = 20
const failuresKeptMax = 100
const extraSaidMax = 20

/** Pushes a feed, and tells what became of each row. */
export async function pushJobs(
  options: PushOptions,
  output: Output,
  onInterrupt: (listener: () => void) => () => void,
): Promise<ExitCode> {
  const progress = startProgress(output, options.input.bytesTotal)
  const push = new Push(options, output, progress)
  const unlisten = onInterrupt(() => push.interrupt())
  try {
    await push.run()
  } finally {
    unlisten()
    progress.stop()
    await options.report.close()
  }
  await printSummary(push, output, options)
  return push.exitCode
}

/** One run of the command: rows go in at one end, and come out as outcomes at the other. */
class Push {
  readonly counts: Counts = noCounts()
  /** The first failures, for the one JSON object that holds the result. */
  readonly failures: Outcome[] = []
  /** Why the feed could not be read, or sent, to its end. */
  stoppedBy: Failure | undefined
  isInterrupted = false
  readonly #sent = new Map<number, { line: number; id: string }>()
  readonly #abort = new AbortController()
  readonly #fields: FieldMap
  readonly #options: PushOptions
  readonly #output: Output
  readonly #progress: Progress
  #problems = 0
  #isStopping = false

  constructor(options: PushOptions, output: Output, progress: Progress) {
    this.#options = options
    this.#output = output
    this.#progress = progress
    this.#fields = new FieldMap(options.fieldNames, (name, meant) => this.#sayNearMiss(name, meant))
  }

  get exitCode(): ExitCode {
    if (this.isInterrupted) return exitCode.interrupted
    if (this.stoppedBy !== undefined) return this.stoppedBy.exitCode
    return this.counts.failed > 0 ? exitCode.someRowsFailed : exitCode.done
  }

  /** The first time: no further row, but an answer to those on their way. The second time: at once. */
  interrupt(): void {
    if (this.isInterrupted) this.#abort.abort()
    else this.#progress.say('Finishing what is on its way; once more to stop at once.')
    this.isInterrupted = true
    this.#stop()
  }

  async run(): Promise<void> {
    try {
      const answers = this.#options.send(this.#jobs(), this.#abort.signal)
      for await (const answer of answers) await this.#settle(answer)
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error
    }
    this.counts.unconfirmed = this.#sent.size
    this.#sayRest()
  }

  /** The good rows of the feed; the bad ones are told of on the way. */
  async *#jobs(): AsyncGenerator<FeedJob & { id: string }> {
    const { input, format } = this.#options
    let index = 0
    try {
      const named = format ?? (input.path === undefined ? undefined : formatOfName(input.path))
      for await (const row of readFeed(input.bytes, { format: named, fields: this.#fields })) {
        if (this.#isStopping) return
        this.counts.rows++
        this.#progress.update(input.bytesRead(), this.counts.rows)
        if (row.problem !== undefined) {
          await this.#refuse(row)
          continue
        }
        this.#sent.set(index++, { line: row.line, id: row.id })
        yield row.job
      }
    } catch (error) {
      // A stopped feed is cut off in the middle, and what that breaks says nothing about it.
      if (!this.#isStopping) this.stoppedBy = failureOf(error, input.name)
    }
  }

  async #refuse(row: Extract<Row, { problem: object }>): Promise<void> {
    const message = row.problem.map((fault) => fault.message).join('; ')
    const error = { message, issues: row.problem }
    await this.#keep({ line: row.line, id: row.id, status: 'failed', jobId: null, jobUrl: null, error })
  }

  async #settle({ index, status, jobId, jobUrl, error }: Answer): Promise<void> {
    const row = this.#sent.get(index)
    if (row === undefined) return
    this.#sent.delete(index)
    const issues = error?.issues?.map(({ path, message }) => ({ field: path, message }))
    const told = error === null ? null : { message: error.message, ...(issues !== undefined && { issues }) }
    const concernsAll = error !== null && this.#stopIfAllWouldFail(error)
    await this.#keep({ line: row.line, id: row.id, status, jobId, jobUrl, error: told }, concernsAll)
  }

  /** `isTold`: the reason is one for all rows, and is said once. */
  async #keep(outcome: Outcome, isTold = false): Promise<void> {
    this.counts[outcome.status]++
    if (outcome.status === 'failed') {
      if (this.failures.length < failuresKeptMax) this.failures.push(outcome)
      if (!isTold) this.#sayProblem(`${this.#options.input.name}:${outcome.line}: ${outcome.error?.message}`)
      if (this.#options.failFast) this.#stop()
    }
    await this.#options.report.write(outcome)
    if (this.#options.outputFormat === 'ndjson') await this.#output.result(JSON.stringify(outcome))
  }

  /** A key that is refused, or a board that does not answer, is so for the rows to come as well. */
  #stopIfAllWouldFail({ code, message }: { code: string; message: string }): boolean {
    const end = endByCode(code)
    if (end === undefined) return false
    this.stoppedBy ??= new Failure(message, end)
    this.#stop()
    return true
  }

  #stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#options.input.stop()
  }

  #sayProblem(line: string): void {
    if (this.#problems++ < problemsSaidMax) this.#progress.say(this.#output.colors.red(line))
  }

  #sayNearMiss(name: string, meant: string): void {
    const line = `${JSON.stringify(name)} is no documented field of a job and is kept as an extra one; did you mean ${JSON.stringify(meant)}?`
    this.#progress.say(this.#output.colors.yellow(line))
  }

  #sayRest(): void {
    if (this.#problems > problemsSaidMax)
      this.#progress.say(this.#output.colors.red(`… and ${this.#problems - problemsSaidMax} more rows failed`))
    const { extra } = this.#fields
    if (extra.length > 0) {
      const more = extra.length > extraSaidMax ? ` and ${extra.length - extraSaidMax} more` : ''
      const names = extra.slice(0, extraSaidMax).map((name) => JSON.stringify(name))
      this.#progress.say(`Kept as extra fields of their jobs: ${names.join(', ')}${more}`)
    }
    if (this.counts.rows === 0 || this.#isStopping) return
    for (const name of this.#fields.unused)
      this.#progress.say(this.#output.colors.yellow(`No row has the field ${JSON.stringify(name)} that --map renames`))
  }
}

/** Sends nothing: what a dry run does with the good rows. */
export async function* sendNothing(jobs: Parameters<Send>[0]): AsyncGenerator<Answer> {
  let index = 0
  for await (const { id } of jobs) yield { index: index++, id, status: 'valid', jobId: null, jobUrl: null, error: null }
}

const addressCodes = ['route_not_found', 'method_not_allowed', 'http_404', 'http_405']

/** What ends the push when one row fails by it, as every other would. */
const endByCode = (code: string) => exitCodeOf(code) ?? (addressCodes.includes(code) ? exitCode.failure : undefined)

function failureOf(error: unknown, name: string): Failure {
  if (error instanceof BrokenFeed) {
    const place = error.line === undefined ? name : `${name}:${error.line}`
    return new Failure(`${place}: the feed ${error.message}`, exitCode.failure, { cause: error })
  }
  if (error instanceof Failure) return error
  // Any other fault while reading is the file's, such as a folder or a disk that fails.
  const why = error instanceof Error ? error.message : String(error)
  return new Failure(`${name} cannot be read: ${why}`, exitCode.failure, { cause: error })
}
