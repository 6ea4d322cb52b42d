import { JobUpsert } from '@boardwalk/schema/job'
import { findJobWarnings } from '@boardwalk/schema/job-warning'
import { makePrintable } from '@boardwalk/schema/printable'
import { type ExitCode, exitCode, type Failure, tellFailure } from '../../failure.ts'
import { type Output, type OutputFormat, startProgress } from '../../output.ts'
import { type OpenFeedOptions, openFeed } from '../../sending/open-feed.ts'
import { type Counts, formatCounts, formatRows, formatWarned, type Outcome, sayEnd } from '../../sending/outcome.ts'
import type { Report } from '../../sending/report.ts'
import { type Answer, type Send, Sending } from '../../sending/sending.ts'
import { WarningKinds } from '../../sending/warnings.ts'
import { runInterruptible, type World } from '../../shell.ts'

export interface PushOptions {
  feed: OpenFeedOptions
  send: Send
  isDryRun: boolean
  failFast: boolean
  report: Report
  outputFormat: OutputFormat
}

/** Pushes a feed to the board, and reports the outcome of each row. */
export async function pushJobs(options: PushOptions, output: Output, world: World): Promise<ExitCode> {
  const { send, failFast, report, outputFormat } = options
  const progress = startProgress(output)
  const feed = openFeed(options.feed, progress)
  const warnings = new WarningKinds()
  try {
    return await runInterruptible(world, progress.say, async (interruption) => {
      const sending = new Sending({
        name: feed.name,
        rows: feed.rows,
        stopRows: feed.stop,
        send,
        failFast,
        interruption,
        onOutcome: async (outcome) => {
          feed.showOutcome()
          warnings.note(outcome)
          await report.write(outcome)
          if (outputFormat === 'ndjson') await output.result(JSON.stringify(outcome))
        },
        complain: (line) => progress.say(line, 'red'),
      })
      await sending.run()
      warnings.say(feed.name, progress.say)
      feed.sayFields()
      const absent = sending.isWhole ? feed.explainAbsent() : undefined
      if (absent !== undefined) progress.say(`Warning: ${absent}`, 'yellow')
      if (sending.hasUnreadRows)
        progress.say('The feed was not read to its end. Its other rows were not sent.', 'yellow')
      progress.stop()
      const isInterrupted = interruption.stop.aborted
      await printSummary(
        { ...sending, feed: feed.name, warnings, isDryRun: options.isDryRun, isInterrupted },
        output,
        outputFormat,
      )
      if (isInterrupted) return exitCode.interrupted
      if (sending.stoppedBy !== undefined) return sending.stoppedBy.exitCode
      const { failed, unconfirmed } = sending.counts
      return failed + unconfirmed > 0 ? exitCode.someRowsFailed : exitCode.done
    })
  } finally {
    progress.stop()
    await report.close()
  }
}

/** Takes the place of sending in a dry run: answers `valid` for each job, with what can be warned of without a board. */
export async function* sendNothing(jobs: Parameters<Send>[0]): AsyncGenerator<Answer> {
  let index = 0
  for await (const job of jobs) {
    const warnings = findJobWarnings(JobUpsert.parse(job))
    const told = warnings.length === 0 ? {} : { warnings }
    yield { index: index++, id: job.id, status: 'valid', jobId: null, jobUrl: null, ...told, error: null }
  }
}

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
