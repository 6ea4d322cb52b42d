import { foldId } from '@boardwalk/schema/id-spelling'
import { limits } from '@boardwalk/schema/limits'
import type { Boardwalk } from '@boardwalk/sdk'
import { exitCode, Failure } from '../../failure.ts'
import type { FeedRest } from '../../feed/pages.ts'
import type { JobRow, Row } from '../../feed/row.ts'
import type { Progress } from '../../output.ts'
import type { OpenFeed } from '../../sending/open-feed.ts'
import type { Outcome } from '../../sending/outcome.ts'
import { type Answer, FeedSender } from '../../sending/sending.ts'
import { WarningKinds, type WarningSummary } from '../../sending/warnings.ts'
import type { Interruption } from '../../shell.ts'

/** What `--max-unpublish` says: a number of jobs, or a percentage of the published ones. */
export type UnpublishLimit = { number: number; isPercentage: boolean }

/** A sync may always unpublish this many jobs, but not the last one. A fifth of a small company's jobs is less than one job. */
const alwaysAllowed = 3

/** Counts how many of the published jobs a sync may unpublish. */
export function countAllowed(published: number, limit: UnpublishLimit | undefined): number {
  if (limit === undefined) return Math.max(Math.min(alwaysAllowed, published - 1), Math.floor(published / 5))
  return limit.isPercentage ? Math.floor((published * limit.number) / 100) : limit.number
}

/** A published job that is not in the feed. */
export type MissingJob = { id: string; title: string; jobId: number }

/** The id of a row, and the published job that it probably means. */
export type AlikeJob = { id: string; published: MissingJob }

/** The plan of a sync: what it will create, update and unpublish. */
export interface Plan {
  rows: number
  created: number
  updated: number
  unchanged: number
  repeated: number
  refused: number
  /** The first refused rows. */
  failures: Outcome[]
  warnings: WarningSummary
  /** Explains which fields of `--map` no row has. */
  absent: string | undefined
  /** Number of published jobs with an external id. */
  published: number
  missing: MissingJob[]
  /** Rows that would create a job whose id differs only in spelling from that of a published job that is not in the feed. */
  alike: AlikeJob[]
  /** What is missing of the feed, such as its other pages. */
  rest: FeedRest | undefined
  /** Number of refused rows without a readable id. Each may belong to any job that seems to be missing. */
  rowsWithoutId: number
  /** How many jobs the plan may unpublish. */
  allowed: number
}

/** Finds the jobs that the plan unpublishes: none if there are too many, or if the feed may hold one of them. */
export const findJobsToUnpublish = (plan: Plan): MissingJob[] =>
  plan.rowsWithoutId > 0 || plan.rest !== undefined || isOverLimit(plan) ? [] : plan.missing

/** Finds the jobs that stay published only because they are too many, or because the feed is not whole. */
export const findJobsHeldBack = (plan: Plan): MissingJob[] =>
  plan.rowsWithoutId === 0 && (plan.rest !== undefined || isOverLimit(plan)) ? plan.missing : []

const isOverLimit = ({ missing, allowed }: Plan) => missing.length > allowed

/** What both parts of a sync need. */
export interface SyncWork {
  jobs: Boardwalk['jobs']
  concurrency: number
  interruption: Interruption
  progress: Progress
}

/** Makes the plan: the board compares every row, and the published jobs without a row are found. Throws a Failure if either fails. */
export async function makePlan(
  feed: OpenFeed,
  unpublishLimit: UnpublishLimit | undefined,
  /** Receives the outcome that each row would have. */
  onOutcome: (outcome: Outcome, row: JobRow | undefined) => Promise<void>,
  { jobs, concurrency, interruption, progress }: SyncWork,
): Promise<Plan> {
  const feedIds = new Set<string>()
  const newIds: string[] = []
  let rowsWithoutId = 0
  const warnings = new WarningKinds()
  const sender = new FeedSender({
    feed: { name: feed.name, rows: publishByDefault(feed.rows), stop: feed.stop },
    send: (rows, signals) => readNewWords(jobs.upsertMany(rows, { dryRun: true, concurrency, ...signals })),
    interruption,
    progress,
    async onOutcome(outcome, row) {
      // A refused row still shows that its job is in the feed.
      if (outcome.id === null) rowsWithoutId++
      else feedIds.add(outcome.id)
      if (outcome.id !== null && outcome.status === 'created') newIds.push(outcome.id)
      feed.showOutcome()
      warnings.note(outcome)
      await onOutcome(outcome, row)
    },
  })
  await sender.run()
  warnings.say(feed.name, progress.say)
  feed.sayFields()
  if (sender.stoppedBy !== undefined) throw sender.stoppedBy
  const { published, missing: absentJobs } = await findMissing(feedIds, { jobs, interruption, progress })
  if (interruption.stop.aborted) throw new Failure('Nothing was changed', exitCode.interrupted)
  const alike = findAlike(newIds, absentJobs)
  const kept = new Set(alike.map(({ published: { jobId } }) => jobId))
  const missing = absentJobs.filter(({ jobId }) => !kept.has(jobId))
  const { rows, updated, unchanged, repeated, failed: refused } = sender.counts
  const created = sender.counts.created - alike.length
  const counts = { rows, created, updated, unchanged, repeated, refused, published, rowsWithoutId }
  const allowed = countAllowed(published, unpublishLimit)
  const absent = feed.explainAbsent()
  const rest = feed.findRest()
  return { ...counts, failures: sender.failures, warnings: warnings.summary, absent, missing, alike, rest, allowed }
}

/** Finds the new ids that differ only in spelling from those of published jobs that are not in the feed. */
function findAlike(newIds: readonly string[], missing: readonly MissingJob[]): AlikeJob[] {
  const missingByFold = new Map(missing.map((job) => [foldId(job.id), job]))
  return newIds.flatMap((id) => {
    const published = missingByFold.get(foldId(id))
    return published === undefined ? [] : [{ id, published }]
  })
}

/** A newer board may have other words for what it does with a job. A sync counts each as an update, so that its plan sends the job. */
export async function* readNewWords(answers: AsyncIterable<Answer>): AsyncGenerator<Answer> {
  for await (const answer of answers) {
    const isKnown = answer.error !== null || answer.status === 'created' || answer.status === 'unchanged'
    yield isKnown ? answer : { ...answer, status: 'updated' }
  }
}

/** Gives a row the status PUBLISHED unless it has a status: a job that comes back into the feed is published again. */
async function* publishByDefault(rows: OpenFeed['rows']): AsyncGenerator<Row> {
  for await (const row of rows) {
    const hasStatus = row.job?.status !== undefined && row.job.status !== null
    yield row.job === undefined || hasStatus ? row : { ...row, job: { ...row.job, status: 'PUBLISHED' } }
  }
}

async function findMissing(
  feedIds: ReadonlySet<string>,
  { jobs, interruption: { stop, abort }, progress }: Omit<SyncWork, 'concurrency'>,
): Promise<{ published: number; missing: MissingJob[] }> {
  let published = 0
  const missing: MissingJob[] = []
  const query = { status: 'PUBLISHED', pageSize: limits.pageSize, fields: ['title'] } as const
  for await (const { id, title, jobId } of jobs.list(query, { signal: abort })) {
    if (stop.aborted) break
    // A job without an external id was created on the board, and no feed has it.
    if (id === null) continue
    published++
    if (!feedIds.has(id)) missing.push({ id, title, jobId })
    progress.update(undefined, `${published} published jobs looked at`)
  }
  return { published, missing }
}
