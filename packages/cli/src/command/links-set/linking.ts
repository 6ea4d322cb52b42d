import type { Boardwalk, LinkResult } from '@boardwalk/sdk'
import { boardFailureOf, codeOf, endByCode } from '../../board-failure.ts'
import { Failure } from '../../failure.ts'
import type { Interruption } from '../../interruption.ts'
import type { LinkRow } from './link-file.ts'

/** What became of one link. */
export interface LinkOutcome {
  line?: number
  platformJobId: number | null
  externalJobId: string | null
  /** The board's word on it; `failed` says why in `error`. */
  status: 'linked' | 'already_linked' | 'not_found' | 'failed'
  /** With `already_linked`: the id that the job has. */
  currentExternalJobId?: string | null
  error: { message: string } | null
}

// Fewer than the board takes. It makes them one after the other, so a slow board answers a small request in time.
const linksMax = 100

/** Sets links in their order, a hundred to a request. */
export class Linking {
  /** Why not all rows were read, or sent. */
  stoppedBy: Failure | undefined
  readonly #jobs: Pick<Boardwalk['jobs'], 'link'>
  readonly #interruption: Interruption

  constructor(jobs: Pick<Boardwalk['jobs'], 'link'>, interruption: Interruption) {
    this.#jobs = jobs
    this.#interruption = interruption
  }

  /** One result per row that was read. */
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
      // A file that breaks off has had good rows before.
      this.stoppedBy = error
    }
    if (waiting.length > 0) yield* await this.#send(waiting)
  }

  async #send(rows: LinkRow[]): Promise<LinkOutcome[]> {
    const links = rows.flatMap(({ link }) => link ?? [])
    if (links.length === 0) return rows.map((row) => failed(row, row.problem))
    try {
      const { results } = await this.#jobs.link(links, { signal: this.#interruption.abort })
      const answers = results.values()
      return rows.map((row) => (row.link === undefined ? failed(row, row.problem) : settled(row, answers.next().value)))
    } catch (thrown) {
      const { message } = boardFailureOf(thrown)
      const end = endByCode(codeOf(thrown) ?? '')
      if (end !== undefined) this.stoppedBy ??= new Failure(message, end)
      return rows.map((row) => failed(row, row.problem ?? message))
    }
  }
}

function failed(
  { line, platformJobId, externalJobId }: LinkRow,
  message = 'the board said nothing of it',
): LinkOutcome {
  return { ...(line !== undefined && { line }), platformJobId, externalJobId, status: 'failed', error: { message } }
}

function settled(row: LinkRow, answer: LinkResult | undefined): LinkOutcome {
  if (answer === undefined) return failed(row)
  const message = problemOf(answer)
  return { ...(row.line !== undefined && { line: row.line }), ...answer, error: message === null ? null : { message } }
}

/** Why the job does not have the id now; null where it has. */
function problemOf({ platformJobId, externalJobId, status, currentExternalJobId: current = null }: LinkResult) {
  if (status === 'linked' || current === externalJobId) return null
  if (status === 'not_found') return `the board has no job ${platformJobId} of yours`
  const job = current === null ? 'another job' : `job ${platformJobId}`
  return `${job} has the id ${JSON.stringify(current ?? externalJobId)} already`
}
