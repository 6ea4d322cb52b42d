import { type JobUpdate, JobUpsert } from '@boardwalk/schema/job'
import { findJobWarnings, type JobWarning } from '@boardwalk/schema/job-warning'
import { makePrintable } from '@boardwalk/schema/printable'
import { readTerms, TERMS_FIELD } from '@boardwalk/schema/terms'
import { isClosed } from '@boardwalk/schema/visibility'
import { connectBy } from '../../connection.ts'
import { chooseEnd, describeFailure, type ExitCode, exitCode, Failure, type WorkEnd } from '../../failure.ts'
import type { FeedFlags } from '../../feed-flags.ts'
import { startProgress } from '../../output.ts'
import { type FeedFiles, openFeedFiles } from '../../sending/feed-files.ts'
import { openFeed } from '../../sending/open-feed.ts'
import { formatCounts, formatRows, formatWarned, sayEnd } from '../../sending/outcome.ts'
import { type Answer, FeedSender, type Send } from '../../sending/sending.ts'
import { WarningKinds } from '../../sending/warnings.ts'
import { type Run, runInterruptible } from '../../shell.ts'

/** Flags of `jobs push`. */
export interface PushFlags extends FeedFlags {
  dryRun?: true
}

/** Pushes a feed to the board, and reports the outcome of each row. */
export async function push(run: Run, file: string | undefined, flags: PushFlags): Promise<ExitCode> {
  const files = await openFeedFiles(run, 'push', file, flags)
  if (files === undefined) return exitCode.done
  const { concurrency, dryRun: isDryRun = false } = flags
  if (isDryRun) return sendFeed(run, files, sendNothing, flags)
  const { jobs } = await connectBy(run, flags, files.sources).catch(files.stop)
  const send: Send = (rows, signals) => jobs.upsertMany(rows, { concurrency, ...signals })
  const code = await sendFeed(run, files, send, flags)
  await files.end(code)
  return code
}

async function sendFeed(run: Run, files: FeedFiles, send: Send, flags: PushFlags): Promise<ExitCode> {
  const { world, output, format } = run
  const { dryRun: isDryRun = false } = flags
  const progress = startProgress(output)
  const feed = openFeed(files.feed, progress)
  const warnings = new WarningKinds()
  try {
    return await runInterruptible(world, progress.say, async (interruption) => {
      const sender = new FeedSender({
        feed,
        send,
        interruption,
        progress,
        async onOutcome(outcome) {
          feed.showOutcome()
          warnings.note(outcome)
          await files.report.write(outcome)
          if (format === 'ndjson') await output.result(JSON.stringify(outcome))
        },
      })
      await sender.run()
      warnings.say(feed.name, progress.say)
      feed.sayFields()
      const absent = sender.isWhole ? feed.explainAbsent() : undefined
      if (absent !== undefined) progress.say(`Warning: ${absent}`, 'yellow')
      const rest = sender.isWhole ? feed.findRest() : undefined
      if (rest !== undefined) progress.say(`Warning: the feed is not whole: ${rest.why}`, 'yellow')
      if (sender.hasUnreadRows)
        progress.say('The feed was not read to its end. Its other rows were not sent.', 'yellow')
      progress.stop()
      const unread = rest?.isFailure === true ? new Failure(`${feed.name}: ${rest.why}`, exitCode.cutFeed) : undefined
      const end = { isInterrupted: interruption.stop.aborted, stoppedBy: sender.stoppedBy ?? unread }
      await printSummary(run, feed.name, { sender, end, warnings, isDryRun })
      return chooseEnd({ ...end, failed: sender.counts.failed + sender.counts.unconfirmed })
    })
  } finally {
    progress.stop()
    await files.report.close()
  }
}

interface PushResult {
  sender: FeedSender
  end: WorkEnd
  warnings: WarningKinds
  isDryRun: boolean
}

/** Prints the result of a push: a JSON object, or lines for a person. In NDJSON, all rows have been printed before. */
async function printSummary(
  { output, format }: Run,
  feed: string,
  { sender, end, warnings, isDryRun }: PushResult,
): Promise<void> {
  const { failures, hasUnreadRows, counts: allCounts } = sender
  const { unpublished: _, ...counts } = allCounts
  sayEnd(end, counts.repeated, isDryRun ? undefined : allCounts, output)
  if (format === 'json') {
    const start = { feed, dryRun: isDryRun, interrupted: end.isInterrupted, hasUnreadRows }
    const error = describeFailure(end.stoppedBy)
    await output.document({ ...start, ...counts, failures, warnings: warnings.summary, error })
  } else if (format === 'table') {
    const names = isDryRun ? (['valid', 'failed'] as const) : (['created', 'updated', 'unchanged', 'failed'] as const)
    await output.result(`${makePrintable(feed)}: ${formatRows(counts.rows)}${isDryRun ? ', nothing sent' : ''}`)
    const lines = [...formatCounts(allCounts, names, warnings.hidden), ...formatWarned(warnings.summary)]
    for (const line of lines) await output.result(line)
  }
}

/** Replaces sending in a dry run: answers `valid` for each job, with the warnings that need no board. */
async function* sendNothing(jobs: Parameters<Send>[0]): AsyncGenerator<Answer> {
  let index = 0
  for await (const job of jobs) {
    const warnings = findWarnings(JobUpsert.parse(job))
    const answer: Answer = { index: index++, id: job.id, status: 'valid', jobId: null, jobUrl: null, error: null }
    yield warnings.length === 0 ? answer : { ...answer, warnings }
  }
}

/** Finds the warnings of a job that need no board, also that it has closed. */
function findWarnings(sent: JobUpdate): JobWarning[] {
  const { terms } = readTerms(sent.extra.get(TERMS_FIELD))
  const hasClosed = sent.known.status !== 'UNPUBLISHED' && isClosed({ terms }, Date.now())
  return findJobWarnings(sent, { withheld: hasClosed ? ['closed'] : [] })
}
