import type { Boardwalk } from '@boardwalk/sdk'
import { toBoardFailure } from '../../board-failure.ts'
import { chooseEnd, type ExitCode, exitCode, Failure } from '../../failure.ts'
import { type Output, type Progress, startProgress } from '../../output.ts'
import { askYesOrNo } from '../../question.ts'
import type { Report } from '../../sending/feed-files.ts'
import { type OpenFeedOptions, openFeed } from '../../sending/open-feed.ts'
import type { Outcome } from '../../sending/outcome.ts'
import { type Interruption, type Run, runInterruptible } from '../../shell.ts'
import { carryOut, createJobOutcome, openSpool, type Spool, type SyncResult } from './carry-out.ts'
import { findJobsHeldBack, findJobsToUnpublish, makePlan, type Plan, type UnpublishLimit } from './plan.ts'
import {
  explainAbsent,
  explainHeldBack,
  explainKeptJobs,
  formatPlan,
  formatQuestion,
  printResult,
  type SyncEnd,
} from './wording.ts'

interface SyncOptions {
  feed: OpenFeedOptions
  jobs: Boardwalk['jobs']
  concurrency: number
  report: Report
  isDryRun: boolean
  /** Whether to carry the plan out without asking. */
  isAgreed: boolean
  /** Whether there is a person to ask. */
  canAsk: boolean
  /** How many jobs may be unpublished; undefined for the usual limit. */
  unpublishLimit: UnpublishLimit | undefined
}

/** Makes the published jobs equal to a feed: makes a plan, asks the user, and only then writes. */
export async function syncJobs(run: Run, options: SyncOptions): Promise<ExitCode> {
  const progress = startProgress(run.output)
  const spool = await openSpool()
  try {
    return await runInterruptible(run.world, progress.say, async (interruption) => {
      const end = await sync(run, options, { progress, spool, interruption })
      progress.stop()
      await printResult(run, end, options)
      const { plan, done } = end
      const failed = done === undefined ? plan?.refused : done.counts.failed + done.counts.unconfirmed
      return chooseEnd({ ...end, failed: failed ?? 0 })
    })
  } finally {
    progress.stop()
    await Promise.all([options.report.close(), spool.remove()])
  }
}

async function sync(
  run: Run,
  options: SyncOptions,
  { progress, spool, interruption }: { progress: Progress; spool: Spool; interruption: Interruption },
): Promise<SyncEnd> {
  const { output, format } = run
  const { jobs, concurrency, isDryRun, report, unpublishLimit } = options
  const keep = async (outcome: Outcome) => {
    await report.write(outcome)
    if (format === 'ndjson') await output.result(JSON.stringify(outcome))
  }
  const work = { jobs, concurrency, interruption, progress }
  let plan: Plan | undefined
  let done: SyncResult | undefined
  let stoppedBy: Failure | undefined
  try {
    const feed = openFeed(options.feed, progress)
    plan = await makePlan({
      ...work,
      feed,
      unpublishLimit,
      onOutcome: (outcome, row) =>
        row !== undefined && isChange(outcome) && !isDryRun ? spool.add(row) : keep(outcome),
    })
    progress.clear()
    await agree(run, plan, options, interruption.stop)
    if (isDryRun)
      for (const { id, jobId } of findJobsToUnpublish(plan)) await keep(createJobOutcome(id, 'unpublished', jobId))
    else done = await carryOut(plan, { ...work, name: feed.name, rows: spool.rows(), onOutcome: keep })
  } catch (error) {
    stoppedBy = toBoardFailure(error)
  }
  stoppedBy ??= done?.stoppedBy
  if (plan !== undefined && findJobsHeldBack(plan).length > 0 && !interruption.stop.aborted) {
    const others = isDryRun ? '' : '. Everything else was done.'
    stoppedBy ??= new Failure(explainHeldBack(plan, unpublishLimit) + others, exitCode.heldBack)
  }
  const isInterrupted = interruption.stop.aborted || stoppedBy?.exitCode === exitCode.interrupted
  return { plan, done, stoppedBy, isInterrupted }
}

const isChange = ({ status }: Outcome) => status === 'created' || status === 'updated'

/** Shows the plan, and asks whether to carry it out. Throws a Failure if it must not be carried out. */
async function agree({ world, output }: Run, plan: Plan, options: SyncOptions, stop: AbortSignal): Promise<void> {
  const { feed, isDryRun, isAgreed, canAsk, unpublishLimit } = options
  // In a dry run, the plan is the result and goes to standard output.
  if (!isDryRun) for (const line of formatPlan(feed.input.name, plan, output)) output.say(line)
  if (plan.rowsWithoutId > 0 && plan.missing.length > 0) output.say(explainKeptJobs(plan), 'red')
  sayAbsent(plan, options, output)
  const { length } = findJobsToUnpublish(plan)
  if (isDryRun || isAgreed || plan.created + plan.updated + length === 0) return
  if (!canAsk) throw new Failure('Nothing was changed: add --yes to carry this out', exitCode.usage)
  if (findJobsHeldBack(plan).length > 0) output.say(explainHeldBack(plan, unpublishLimit), 'yellow')
  const answer = await askYesOrNo(world, output, formatQuestion(plan), stop)
  if (answer !== true)
    throw new Failure('Nothing was changed', answer === false ? exitCode.failure : exitCode.interrupted)
}

/** Says which fields of `--map` the feed lacks. Throws a Failure if there is no person who would see it before anything is written. */
function sayAbsent({ absent }: Plan, { isAgreed, canAsk }: SyncOptions, output: Output): void {
  if (absent === undefined) return
  if (isAgreed || !canAsk) throw new Failure(explainAbsent(absent))
  output.say(`Warning: ${absent}`, 'yellow')
}
