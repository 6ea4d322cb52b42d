import type { Failure } from '../../failure.ts'
import type { Input } from '../../input.ts'
import type { Output, OutputFormat } from '../../output.ts'
import type { Counts, Outcome } from './report.ts'

interface Ended {
  counts: Counts
  failures: Outcome[]
  stoppedBy: Failure | undefined
  isInterrupted: boolean
}

/** Prints what a push came to: one JSON object, or lines for a person; of NDJSON each row was printed before. */
export async function printSummary(
  { counts, failures, stoppedBy, isInterrupted }: Ended,
  output: Output,
  { input, isDryRun, outputFormat }: { input: Input; isDryRun: boolean; outputFormat: OutputFormat },
): Promise<void> {
  if (stoppedBy !== undefined) output.say(output.colors.red(`Error: ${stoppedBy.message}`))
  if (isInterrupted) output.say('Interrupted.')
  if (outputFormat === 'json') {
    const error = stoppedBy === undefined ? null : { message: stoppedBy.message }
    const result = { feed: input.name, dryRun: isDryRun, interrupted: isInterrupted, ...counts, failures, error }
    await output.result(JSON.stringify(result))
  } else if (outputFormat === 'table') {
    const shown = isDryRun ? (['valid', 'failed'] as const) : (['created', 'updated', 'unchanged', 'failed'] as const)
    await output.result(`${input.name}: ${rowsIn(counts.rows)}${isDryRun ? ', nothing sent' : ''}`)
    for (const name of shown) await output.result(line(name, counts[name]))
    if (counts.unconfirmed > 0) await output.result(line('unconfirmed', counts.unconfirmed))
  }
  if (counts.unconfirmed > 0)
    output.say('Unconfirmed rows were read, and may or may not be on the board; push the feed again to make sure.')
}

const line = (name: string, count: number) => `  ${name.padEnd(12)}${String(count).padStart(9)}`
const rowsIn = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
