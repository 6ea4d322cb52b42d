import type { Boardwalk, LinkResult } from '@boardwalk/sdk'
import { chooseExitCode, findErrorCode, toBoardFailure } from '../../board-failure.ts'
import { Failure } from '../../failure.ts'
import type { Interruption } from '../../shell.ts'
import type { LinkRow } from './link-file.ts'

/** The outcome of one link. */
export interface LinkOutcome {
  line?: number
  platformJobId: number | null
  externalJobId: string | null
  /** The board's answer, or `failed`. */
  status: 'linked' | 'already_linked' | 'not_found' | 'failed'
  /** With `already_linked`: the id that the job has now. */
  currentExternalJobId?: string | null
  error: { message: string } | null
}

// Fewer than the board accepts. The board sets links one after the other, so even a slow board answers a small request in time.
const linksMax = 100

/** Sets links in their order, a hundred per request. */
export class Linking {
  /** Why not all rows were read or sent. */
  stoppedBy: Failure | undefined
  readonly #jobs: Pick<Boardwalk['jobs'], 'link'>
  readonly #interruption: Interruption

  constructor(jobs: Pick<Boardwalk['jobs'], 'link'>, interruption: Interruption) {
    this.#jobs = jobs
    this.#interruption = interruption
  }

  /** Gives one outcome per row that was read. */
  async *results(rows: AsyncIterable<LinkRow>): AsyncGenerator<LinkOutcome> {
    let waiting: LinkRow[] = []
    try {
      for await (const row of rows) {
        waiting.push(row)
        if (waiting.length < linksMax) continue
        yield* await this.#send(waiting)
        waiting = []
        if (this.stoppedBy !== undefined || this.#interruption.stop.aborted) return
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // The rows before the place where a file breaks off are still sent. If Ctrl-C broke it off, that is no mistake in the file.
      if (!this.#interruption.stop.aborted) this.stoppedBy = error
    }
    if (waiting.length > 0) yield* await this.#send(waiting)
  }

  async #send(rows: LinkRow[]): Promise<LinkOutcome[]> {
    if (this.#interruption.stop.aborted)
      return rows.map((row) => createFailed(row, row.problem ?? 'not tried: interrupted'))
    const links = rows.flatMap(({ link }) => link ?? [])
    if (links.length === 0) return rows.map((row) => createFailed(row, row.problem))
    try {
      const { results } = await this.#jobs.link(links, { signal: this.#interruption.abort })
      const answers = results.values()
      return rows.map((row) =>
        row.link === undefined ? createFailed(row, row.problem) : createOutcome(row, answers.next().value),
      )
    } catch (thrown) {
      const { message } = toBoardFailure(thrown)
      const end = chooseExitCode(findErrorCode(thrown) ?? '')
      if (end !== undefined) this.stoppedBy ??= new Failure(message, end)
      return rows.map((row) => createFailed(row, row.problem ?? message))
    }
  }
}

function createFailed(
  { line, platformJobId, externalJobId }: LinkRow,
  message = 'the board gave no answer for this link',
): LinkOutcome {
  return { ...(line !== undefined && { line }), platformJobId, externalJobId, status: 'failed', error: { message } }
}

function createOutcome(row: LinkRow, answer: LinkResult | undefined): LinkOutcome {
  if (answer === undefined) return createFailed(row)
  const message = describeProblem(answer)
  return { ...(row.line !== undefined && { line: row.line }), ...answer, error: message === null ? null : { message } }
}

/** Describes why the job does not have the id now; null if it has the id. */
function describeProblem({ platformJobId, externalJobId, status, currentExternalJobId: current = null }: LinkResult) {
  if (status === 'linked' || current === externalJobId) return null
  if (status === 'not_found') return `your company has no job ${platformJobId} on the board`
  const job = current === null ? 'another job' : `job ${platformJobId}`
  return `${job} already has the id ${JSON.stringify(current ?? externalJobId)}`
}
