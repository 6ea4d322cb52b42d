import { makePrintable } from '@boardwalk/schema/printable'
import { type Failure, tellFailure } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import type { Counts, Outcome } from '../../sending/outcome.ts'
import { formatRows } from '../../sending/outcome.ts'
import { formatCounts, formatWarned, sayEnd } from '../../sending/summary.ts'
import type { WarningKinds } from '../../sending/warning-kinds.ts'

interface Ended {
  feed: string
  counts: Counts
  failures: Outcome[]
  warnings: WarningKinds
  stoppedBy: Failure | undefined
  isDryRun: boolean
  isInterrupted: boolean
  hasUnreadRows: boolean
}

/** Prints the result of a push: a JSON object, or lines for a person. In NDJSON, all rows have been printed before. */
export async function printSummary(ended: Ended, output: Output, format: OutputFormat): Promise<void> {
  const { feed, failures, warnings, stoppedBy, isDryRun, isInterrupted, hasUnreadRows } = ended
  const { unpublished: _, ...counts } = ended.counts
  sayEnd({ repeated: counts.repeated, sent: isDryRun ? undefined : ended.counts, stoppedBy, isInterrupted }, output)
  if (format === 'json') {
    const error = stoppedBy === undefined ? null : tellFailure(stoppedBy)
    const ending = { dryRun: isDryRun, interrupted: isInterrupted, hasUnreadRows }
    await output.document({ feed, ...ending, ...counts, failures, warnings: warnings.summary, error })
  } else if (format === 'table') {
    const shown = isDryRun ? (['valid', 'failed'] as const) : (['created', 'updated', 'unchanged', 'failed'] as const)
    await output.result(`${makePrintable(feed)}: ${formatRows(counts.rows)}${isDryRun ? ', nothing sent' : ''}`)
    const lines = [...formatCounts(ended.counts, shown, warnings.hidden), ...formatWarned(warnings.summary)]
    for (const line of lines) await output.result(line)
  }
}
