import type { Boardwalk, LinkResult } from '@boardwalk/sdk'
import { chooseExitCode, findErrorCode, toBoardFailure } from '../../board-failure.ts'
import { chooseEnd, describeFailure, type ExitCode, Failure } from '../../failure.ts'
import { type Ending, sendInBatches } from '../../pairs/batches.ts'
import type { PairFlags } from '../../pairs/flags.ts'
import { printRecords } from '../../records.ts'
import { type Run, runInterruptible } from '../../shell.ts'
import { type LinkRow, parsePairs, readLinks } from './link-file.ts'

/** The outcome of one link. */
interface LinkOutcome {
  line: number | undefined
  platformJobId: number | null
  externalJobId: string | null
  /** The board's answer, or `failed`. */
  status: LinkResult['status'] | 'failed'
  /** With `already_linked`: the id that the job has now. */
  currentExternalJobId?: string | null
  error: { message: string } | null
}

/** Sets the links of the file, or without one of the pairs in `args`, and prints one result per link. */
export function setLinks(
  run: Run,
  jobs: Boardwalk['jobs'],
  { file, args, ...flags }: PairFlags & { file: string | undefined; args: string[] },
): Promise<ExitCode> {
  const { world, output } = run
  let skipped = 0
  return runInterruptible(world, output.say, async (interruption) => {
    const { stop } = interruption
    const rows = file === undefined ? parsePairs(args) : readLinks(file, flags, world.stdin, stop, () => skipped++)
    let failed = 0
    const ending: Ending = { stop, stoppedBy: undefined }
    const outcomes = sendLinks(rows, jobs, ending, interruption.abort)
    async function* results() {
      for await (const result of outcomes) {
        if (result.error !== null) failed++
        yield result
      }
    }
    await printRecords(run, {
      name: 'links',
      columns: [
        { name: 'platformJobId', text: ({ platformJobId }) => String(platformJobId ?? '') },
        { name: 'externalJobId', text: ({ externalJobId }) => externalJobId ?? '' },
        { name: 'status', text: ({ status }) => status },
        { name: 'problem', text: formatProblem },
      ],
      items: results(),
      more: () => ({ skipped, error: describeFailure(ending.stoppedBy) }),
    })
    const { stoppedBy } = ending
    if (stoppedBy !== undefined) output.say(`Error: ${stoppedBy.message}`, 'red')
    if (skipped > 0)
      output.say(`${skipped === 1 ? '1 row has no id and was' : `${skipped} rows have no id and were`} skipped`)
    if (failed > 0) output.say(`${failed} ${failed === 1 ? 'link was' : 'links were'} not set`, 'red')
    return chooseEnd({ isInterrupted: stop.aborted, stoppedBy, failed })
  })
}

function formatProblem({ line, error }: LinkOutcome): string {
  if (error === null) return ''
  return line === undefined ? error.message : `line ${line}: ${error.message}`
}

// Fewer than the board accepts. The board sets links one after the other, so even a slow board answers a small request in time.
const linksMax = 100

/** Sets links in their order, a hundred per request, and gives one outcome per row. */
function sendLinks(
  rows: AsyncIterable<LinkRow>,
  jobs: Boardwalk['jobs'],
  ending: Ending,
  abort: AbortSignal,
): AsyncGenerator<LinkOutcome> {
  return sendInBatches(rows, linksMax, ending, async (batch) => {
    if (ending.stop.aborted) return batch.map((row) => createFailed(row, row.problem ?? 'not tried: interrupted'))
    const links = batch.flatMap(({ link }) => link ?? [])
    if (links.length === 0) return batch.map((row) => createFailed(row, row.problem))
    try {
      const { results } = await jobs.link(links, { signal: abort })
      const answers = results.values()
      return batch.map((row) =>
        row.link === undefined ? createFailed(row, row.problem) : createOutcome(row, answers.next().value),
      )
    } catch (error) {
      const { message } = toBoardFailure(error)
      const end = chooseExitCode(findErrorCode(error) ?? '')
      if (end !== undefined) ending.stoppedBy ??= new Failure(message, end)
      return batch.map((row) => createFailed(row, row.problem ?? message))
    }
  })
}

function createFailed(row: LinkRow, message = 'the board gave no answer for this link'): LinkOutcome {
  const { line, platformJobId, externalJobId } = row
  return { line, platformJobId, externalJobId, status: 'failed', error: { message } }
}

function createOutcome(row: LinkRow, answer: LinkResult | undefined): LinkOutcome {
  if (answer === undefined) return createFailed(row)
  const message = describeProblem(answer)
  return { line: row.line, ...answer, error: message === null ? null : { message } }
}

/** Describes why the job does not have the id now; null if it has the id. */
function describeProblem({ platformJobId, externalJobId, status, currentExternalJobId: current = null }: LinkResult) {
  if (status === 'linked' || current === externalJobId) return null
  if (status === 'not_found') return `your company has no job ${platformJobId} on the board`
  if (status !== 'already_linked')
    return `the board answered ${JSON.stringify(status)}: update boardwalk to know what it means`
  const job = current === null ? 'another job' : `job ${platformJobId}`
  return `${job} already has the id ${JSON.stringify(current ?? externalJobId)}`
}
