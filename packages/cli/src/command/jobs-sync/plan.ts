import { limits } from '@boardwalk/schema/limits'
import type { Boardwalk } from '@boardwalk/sdk'
import { exitCode, Failure } from '../../failure.ts'
import type { Row } from '../../feed/row.ts'
import type { Interruption } from '../../interruption.ts'
import type { Progress } from '../../progress.ts'
import type { OpenFeed } from '../../sending/open-feed.ts'
import type { Outcome } from '../../sending/outcome.ts'
import { Sending, type SentRow } from '../../sending/sending.ts'

/** A published job that the feed does not hold. */
export interface MissingJob {
  id: string
  title: string
  jobId: number
}

/** What a sync would do. */
export interface Plan {
  rows: number
  created: number
  updated: number
  unchanged: number
  refused: number
  /** The first of those refused. */
  failures: Outcome[]
  /** How many jobs of ours are published now. */
  published: number
  missing: MissingJob[]
  /** Refused rows that may be any job, and so any of those that seem to be missing. */
  rowsWithoutId: number
}

/** The jobs that the plan unpublishes: none while a row may be one of them. */
export const unpublishedBy = ({ missing, rowsWithoutId }: Plan): MissingJob[] => (rowsWithoutId > 0 ? [] : missing)

export interface PlanOptions {
  feed: OpenFeed
  jobs: Pick<Boardwalk['jobs'], 'upsertMany' | 'list'>
  concurrency: number
  interruption: Interruption
  progress: Progress
  complain(line: string): void
  /** Hears what would become of each row. */
  onOutcome(outcome: Outcome, row: SentRow | undefined): Promise<void>
}

/** Has the board compare every row, and looks which published jobs no row holds. Throws a Failure where it cannot. */
export async function makePlan({
  feed,
  jobs,
  concurrency,
  interruption,
  progress,
  ...hears
}: PlanOptions): Promise<Plan> {
  const held = new Set<string>()
  let rowsWithoutId = 0
  const sending = new Sending({
    name: feed.name,
    rows: publishedUnlessTold(feed.rows),
    stopRows: feed.stop,
    send: (rows, signal) => jobs.upsertMany(rows, { dryRun: true, concurrency, signal }),
    failFast: false,
    interruption,
    complain: hears.complain,
    async onOutcome(outcome, row) {
      // A row that is refused still says that its job is there.
      if (outcome.id === null) rowsWithoutId++
      else held.add(outcome.id)
      await hears.onOutcome(outcome, row)
    },
  })
  await sending.run()
  feed.sayFields(sending.isWhole)
  if (sending.stoppedBy !== undefined) throw sending.stoppedBy
  const { published, missing } = await notIn(held, jobs, interruption, progress)
  if (interruption.stop.aborted) throw new Failure('Nothing was changed', exitCode.interrupted)
  const { rows, created, updated, unchanged, failed: refused } = sending.counts
  return { rows, created, updated, unchanged, refused, failures: sending.failures, published, missing, rowsWithoutId }
}

/** The feed says what is live: a job that had left it and comes back is published again. */
async function* publishedUnlessTold(rows: OpenFeed['rows']): AsyncGenerator<Row> {
  for await (const row of rows) {
    const isTold = row.job?.status !== undefined && row.job.status !== null
    yield row.problem !== undefined || isTold ? row : { ...row, job: { ...row.job, status: 'PUBLISHED' } }
  }
}

const { pageSize } = limits

async function notIn(
  held: ReadonlySet<string>,
  jobs: PlanOptions['jobs'],
  { stop, abort }: Interruption,
  progress: Progress,
): Promise<{ published: number; missing: MissingJob[] }> {
  let published = 0
  const missing: MissingJob[] = []
  for (let afterJobId = 0; !stop.aborted; ) {
    // By the last job seen: a page number would make the board count off all those before, on every page.
    const page = await jobs.list({ status: 'PUBLISHED', pageSize, afterJobId }, { signal: abort })
    for (const { id, title, jobId } of page.jobs) {
      afterJobId = jobId
      // A board job without an external id is none of the feed's.
      if (id === null) continue
      published++
      if (!held.has(id)) missing.push({ id, title, jobId })
    }
    progress.update(undefined, `${published} published jobs looked at`)
    if (page.jobs.length < pageSize) break
  }
  return { published, missing }
}
