import { makePrintable } from '@boardwalk/schema/printable'
import { type Failure, tellFailure } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import type { Counts, Outcome } from '../../sending/outcome.ts'
import { formatCount, formatRows, sayEnd } from '../../sending/summary.ts'

interface Ended {
  feed: string
  counts: Counts
  failures: Outcome[]
  stoppedBy: Failure | undefined
  isDryRun: boolean
  isInterrupted: boolean
}

/** Prints the result of a push: a JSON object, or lines for a person. In NDJSON, all rows have been printed before. */
export async function printSummary(ended: Ended, output: Output, format: OutputFormat): Promise<void> {
  const { feed, failures, stoppedBy, isDryRun, isInterrupted } = ended
  const { unpublished: _, ...counts } = ended.counts
  sayEnd({ stoppedBy, isInterrupted, unconfirmed: counts.unconfirmed }, output)
  if (format === 'json') {
    const error = stoppedBy === undefined ? null : tellFailure(stoppedBy)
    const result = { feed, dryRun: isDryRun, interrupted: isInterrupted, ...counts, failures, error }
    await output.result(JSON.stringify(result))
  } else if (format === 'table') {
    const shown = isDryRun ? (['valid', 'failed'] as const) : (['created', 'updated', 'unchanged', 'failed'] as const)
    await output.result(`${makePrintable(feed)}: ${formatRows(counts.rows)}${isDryRun ? ', nothing sent' : ''}`)
    for (const name of shown) await output.result(formatCount(name, counts[name]))
    if (counts.unconfirmed > 0) await output.result(formatCount('unconfirmed', counts.unconfirmed))
  }
}
