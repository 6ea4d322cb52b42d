import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameIdDifference } from '@boardwalk/schema/id-spelling'
import { stringifyJson } from '@boardwalk/schema/json'
import { formatValue } from '@boardwalk/schema/wording'
import { exitCode, Failure } from '../../failure.ts'
import { readNdjson } from '../../feed/ndjson.ts'
import type { JobRow, Row } from '../../feed/row.ts'
import { decodeText } from '../../feed/text-source.ts'
import { type Counts, countOutcome, createOutcome, type Outcome } from '../../sending/outcome.ts'
import { FeedSender } from '../../sending/sending.ts'
import { describeError } from '../../stored-file.ts'
import { createJobChanger } from '../job-changes.ts'
import { findJobsToUnpublish, type Plan, readNewWords, type SyncWork } from './plan.ts'

/** The result of a sync that was carried out. */
export interface SyncResult {
  counts: Counts
  /** The first failures, starting with those of the plan. */
  failures: Outcome[]
  stoppedBy: Failure | undefined
}

/** Carries out a plan: creates and updates jobs, then unpublishes jobs. Unpublishes none if not every row was sent. */
export async function carryOut(
  plan: Plan,
  /** The rows that the plan creates or updates. */
  feed: { name: string; rows: AsyncIterable<Row> },
  onOutcome: (outcome: Outcome) => Promise<void>,
  { jobs, concurrency, interruption, progress }: SyncWork,
): Promise<SyncResult> {
  const total = plan.created + plan.updated
  let count = 0
  const sender = new FeedSender({
    feed: { name: feed.name, rows: leaveOutAlike(feed.rows, plan, onOutcome), stop: () => {} },
    send: (sent, signals) => readNewWords(jobs.upsertMany(sent, { concurrency, ...signals })),
    interruption,
    progress,
    onOutcome(outcome) {
      progress.update(++count / total, `${count} of ${total} rows`)
      return onOutcome(outcome)
    },
  })
  await sender.run()
  const { counts, failures } = sender
  counts.unsent += total - counts.rows + plan.alike.length
  counts.rows = plan.rows
  counts.repeated = plan.repeated
  counts.unchanged += plan.unchanged
  counts.failed += plan.refused
  failures.unshift(...plan.failures)
  if (!sender.isWhole) return { counts, failures, stoppedBy: sender.stoppedBy }

  const changer = createJobChanger((id, call) => jobs.unpublish(id, call), 'unpublished', interruption)
  const ids = findJobsToUnpublish(plan).map(({ id }) => id)
  count = 0
  for await (const { id, status, jobId, error } of changer.changeAll(ids, concurrency)) {
    progress.update(++count / ids.length, `${count} of ${ids.length} unpublished`)
    const outcome = createJobOutcome(id, status === 'not_found' ? 'failed' : status, jobId, error)
    countOutcome(counts, outcome)
    if (status !== 'unpublished') {
      failures.push(outcome)
      progress.say(`${id}: ${error?.message}`, 'red')
    }
    await onOutcome(outcome)
  }
  return { counts, failures, stoppedBy: changer.findStop() }
}

/** Leaves out the rows whose ids differ only in spelling from those of published jobs, and reports them as not sent. */
async function* leaveOutAlike(
  rows: AsyncIterable<Row>,
  { alike }: Plan,
  onOutcome: (outcome: Outcome) => Promise<void>,
): AsyncGenerator<Row> {
  const publishedIds = new Map(alike.map(({ id, published }) => [id, published.id]))
  for await (const row of rows) {
    const publishedId = row.id === null ? undefined : publishedIds.get(row.id)
    if (publishedId === undefined) yield row
    else {
      const message = `the id differs only by ${nameIdDifference(row.id ?? '', publishedId)} from the published ${formatValue(publishedId)}`
      await onOutcome(createOutcome(row, 'unsent', { message }))
    }
  }
}

/** Creates the outcome of a job that is not in the feed. */
export const createJobOutcome = (
  id: string,
  status: Outcome['status'],
  jobId: number | null,
  error: Outcome['error'] = null,
): Outcome => ({ ...createOutcome({ line: null, row: null, id }, status, error), jobId })

/** A temporary file for the rows of a plan: they may be too many for the memory, and wait until the plan is carried out. */
export type Spool = Awaited<ReturnType<typeof openSpool>>

/** Creates a spool that only its owner can read. */
export async function openSpool() {
  const refuse = (cause: unknown) => {
    throw new Failure(`The plan cannot be stored in ${tmpdir()}: ${describeError(cause)}`, exitCode.failure, { cause })
  }
  const path = join(tmpdir(), `boardwalk-sync-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600).catch(refuse)
  const removePath = () => rm(path, { force: true })
  // A file without a name ends with the process, also after kill -9. Some file systems keep the name of an open file.
  await removePath().catch(() => {})
  return {
    /** Adds a row. Wait for it before you add the next one. */
    add: ({ line, row, job }: JobRow): Promise<void> =>
      file.appendFile(`${stringifyJson({ line, row, job })}\n`).catch(refuse),
    /** Gives the rows in the order in which they were added. After this call, no row can be added. */
    async *rows(): AsyncGenerator<Row> {
      for await (const raw of readNdjson(decodeText(file.createReadStream({ start: 0 })))) {
        if ('unreadable' in raw) throw new Failure(`The plan in ${tmpdir()} cannot be read back. Run the sync again.`)
        // `add` wrote this line, and no other program can open the file.
        const { line, row, job } = raw.value as Pick<JobRow, 'line' | 'row' | 'job'>
        yield { line, row, id: job.id, job }
      }
    },
    /** Removes the file, even if it has not been read to its end. */
    async remove() {
      await file.close()
      await removePath()
    },
  }
}
