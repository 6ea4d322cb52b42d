import { toBoardFailure } from '../../board-failure.ts'
import { connectBy } from '../../connection.ts'
import { chooseEnd, type ExitCode, exitCode, Failure, UsageFailure } from '../../failure.ts'
import type { JobRow } from '../../feed/row.ts'
import type { FeedFlags } from '../../feed-flags.ts'
import { type Output, startProgress } from '../../output.ts'
import { askYesOrNo, canAsk } from '../../question.ts'
import { type FeedFiles, openFeedFiles } from '../../sending/feed-files.ts'
import { openFeed } from '../../sending/open-feed.ts'
import type { Outcome } from '../../sending/outcome.ts'
import { type Run, runInterruptible } from '../../shell.ts'
import { carryOut, createJobOutcome, openSpool, type Spool, type SyncResult } from './carry-out.ts'
import { findJobsToUnpublish, makePlan, type Plan, type SyncWork, type UnpublishLimit } from './plan.ts'
import {
  explainAbsent,
  explainKept,
  explainKeptJobs,
  formatPlan,
  formatQuestion,
  printResult,
  type SyncEnd,
} from './wording.ts'

/** Flags of `jobs sync`. */
export interface SyncFlags extends FeedFlags {
  dryRun?: true
  /** Carries the plan out without asking. */
  yes?: true
  maxUnpublish?: UnpublishLimit
}

/** Makes the published jobs equal to a feed: makes a plan, asks the user, and only then writes. */
export async function sync(run: Run, file: string | undefined, flags: SyncFlags): Promise<ExitCode> {
  const files = await openFeedFiles(run, 'sync', file, flags)
  if (files === undefined) return exitCode.done
  const { jobs } = await connectBy(run, flags, files.sources).catch(files.stop)
  const progress = startProgress(run.output)
  const spool = await openSpool()
  const { feed, report } = files
  let code: ExitCode
  try {
    code = await runInterruptible(run.world, progress.say, async (interruption) => {
      const work = { jobs, concurrency: flags.concurrency, interruption, progress }
      const end = await makeAndCarryOutPlan(run, flags, files, spool, work)
      progress.stop()
      await printResult(run, end, feed.input.name, flags.dryRun === true)
      const { plan, done } = end
      const failed = done === undefined ? plan?.refused : done.counts.failed + done.counts.unconfirmed
      return chooseEnd({ ...end, failed: failed ?? 0 })
    })
  } finally {
    progress.stop()
    await Promise.all([report.close(), spool.remove()])
  }
  if (flags.dryRun !== true) await files.end(code)
  return code
}

/** Makes the plan, asks the user, and carries it out. An error ends the work and is part of the result. */
async function makeAndCarryOutPlan(
  run: Run,
  flags: SyncFlags,
  files: FeedFiles,
  spool: Spool,
  work: SyncWork,
): Promise<SyncEnd> {
  const { dryRun: isDryRun = false, maxUnpublish: unpublishLimit } = flags
  const { interruption, progress } = work
  const keep = async (outcome: Outcome) => {
    await files.report.write(outcome)
    if (run.format === 'ndjson') await run.output.result(JSON.stringify(outcome))
  }
  let plan: Plan | undefined
  let done: SyncResult | undefined
  let stoppedBy: Failure | undefined
  try {
    const feed = openFeed(files.feed, progress)
    const onOutcome = (outcome: Outcome, row: JobRow | undefined) =>
      row !== undefined && isChange(outcome) && !isDryRun ? spool.add(row) : keep(outcome)
    plan = await makePlan(feed, unpublishLimit, onOutcome, work)
    progress.clear()
    await agree(run, plan, feed.name, flags, interruption.stop)
    if (isDryRun)
      for (const { id, jobId } of findJobsToUnpublish(plan)) await keep(createJobOutcome(id, 'unpublished', jobId))
    else done = await carryOut(plan, { name: feed.name, rows: spool.rows() }, keep, work)
  } catch (error) {
    stoppedBy = toBoardFailure(error)
  }
  stoppedBy ??= done?.stoppedBy
  const kept = plan && explainKept(plan, unpublishLimit)
  if (kept !== undefined && !interruption.stop.aborted) {
    const others = isDryRun ? '' : '. Everything else was done.'
    stoppedBy ??= new Failure(kept + others, plan?.rest === undefined ? exitCode.heldBack : exitCode.cutFeed)
  }
  const isInterrupted = interruption.stop.aborted || stoppedBy?.exitCode === exitCode.interrupted
  return { plan, done, stoppedBy, isInterrupted }
}

const isChange = ({ status }: Outcome) => status === 'created' || status === 'updated'

/** Shows the plan, and asks whether to carry it out. Throws a Failure if it must not be carried out. */
async function agree(run: Run, plan: Plan, feed: string, flags: SyncFlags, stop: AbortSignal): Promise<void> {
  const { output } = run
  const { dryRun: isDryRun = false, yes: isAgreed = false } = flags
  // If standard input held the key, it has ended, and the user cannot answer there.
  const isUserThere = flags.apiKeyStdin !== true && canAsk(run)
  // In a dry run, the plan is the result and goes to standard output.
  for (const line of isDryRun ? [] : formatPlan(feed, plan, output)) output.say(line)
  if (plan.rowsWithoutId > 0 && plan.missing.length > 0) output.say(explainKeptJobs(plan), 'red')
  sayAbsent(plan, !isAgreed && isUserThere, output)
  const { length } = findJobsToUnpublish(plan)
  if (isDryRun || isAgreed || plan.created + plan.updated + length === 0) return
  if (!isUserThere) throw new UsageFailure('Nothing was changed: add --yes to carry this out')
  const kept = explainKept(plan, flags.maxUnpublish)
  if (kept !== undefined) output.say(kept, 'yellow')
  const answer = await askYesOrNo(run, formatQuestion(plan), stop)
  if (answer !== true)
    throw new Failure('Nothing was changed', answer === false ? exitCode.failure : exitCode.interrupted)
}

/** Says which fields of `--map` the feed lacks. Throws a Failure if no user sees it before anything is written. */
function sayAbsent({ absent }: Plan, isUserAsked: boolean, output: Output): void {
  if (absent === undefined) return
  if (!isUserAsked) throw new Failure(explainAbsent(absent))
  output.say(`Warning: ${absent}`, 'yellow')
}
