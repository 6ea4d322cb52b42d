import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringifyJson } from '@boardwalk/schema/json'
import type { Boardwalk } from '@boardwalk/sdk'
import { exitCode, Failure } from '../../failure.ts'
import { ndjsonRows } from '../../feed/ndjson.ts'
import type { Row } from '../../feed/row.ts'
import { decodeText } from '../../feed/text-source.ts'
import type { Progress } from '../../output.ts'
import type { Counts, Outcome } from '../../sending/outcome.ts'
import { Sending, type SentRow } from '../../sending/sending.ts'
import type { Interruption } from '../../shell.ts'
import { JobChanging } from '../job-changes.ts'
import { findJobsToUnpublish, type Plan } from './plan.ts'

/** The result of a sync that was carried out. */
export interface Done {
  counts: Counts
  /** The first failures, starting with those of the plan. */
  failures: Outcome[]
  stoppedBy: Failure | undefined
}

export interface CarryOutOptions {
  name: string
  /** The rows that the plan creates or updates. */
  rows: AsyncIterable<Row>
  jobs: Pick<Boardwalk['jobs'], 'upsertMany' | 'unpublish'>
  concurrency: number
  interruption: Interruption
  progress: Progress
  complain(line: string): void
  onOutcome(outcome: Outcome): Promise<void>
}

/** Carries out a plan: creates and updates jobs, then unpublishes jobs. Unpublishes none if not every row was sent. */
export async function carryOut(plan: Plan, options: CarryOutOptions): Promise<Done> {
  const { name, rows, jobs, concurrency, interruption, progress, complain, onOutcome } = options
  const total = plan.created + plan.updated
  let sent = 0
  const sending = new Sending({
    name,
    rows,
    stopRows: () => {},
    send: (sent, signals) => jobs.upsertMany(sent, { concurrency, ...signals }),
    failFast: false,
    interruption,
    complain,
    onOutcome(outcome) {
      progress.update(++sent / total, `${sent} of ${total} rows`)
      return onOutcome(outcome)
    },
  })
  await sending.run()
  const { counts, failures } = sending
  counts.unsent += total - counts.rows
  counts.rows = plan.rows
  counts.repeated = plan.repeated
  counts.unchanged += plan.unchanged
  counts.failed += plan.refused
  failures.unshift(...plan.failures)
  if (!sending.isWhole) return { counts, failures, stoppedBy: sending.stoppedBy }

  const unpublishing = new JobChanging((id, call) => jobs.unpublish(id, call), 'unpublished', interruption)
  const ids = findJobsToUnpublish(plan).map(({ id }) => id)
  let count = 0
  for await (const { id, status, jobId, error } of unpublishing.results(ids, concurrency)) {
    progress.update(++count / ids.length, `${count} of ${ids.length} unpublished`)
    const kept = { line: null, row: null, id, jobId, jobUrl: null, error }
    const outcome: Outcome = { ...kept, status: status === 'not_found' ? 'failed' : status }
    counts[outcome.status]++
    if (status !== 'unpublished') {
      failures.push(outcome)
      complain(`${id}: ${error?.message}`)
    }
    await onOutcome(outcome)
  }
  return { counts, failures, stoppedBy: unpublishing.stoppedBy }
}

/** A temporary file for the rows of a plan: they may be too many for the memory, and wait until the plan is carried out. */
export interface Spool {
  /** Adds a row. Wait for it before you add the next one. */
  add(row: SentRow): Promise<void>
  /** Gives the rows in the order in which they were added. After this call, no row can be added. */
  rows(): AsyncGenerator<Row>
  /** Removes the file, even if it has not been read to its end. */
  remove(): Promise<void>
}

/** Creates a spool that only its owner can read. */
export async function openSpool(): Promise<Spool> {
  const refuse = (cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure(`The plan cannot be stored in ${tmpdir()}: ${why}`, exitCode.failure, { cause })
  }
  const path = join(tmpdir(), `boardwalk-sync-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600).catch(refuse)
  const removePath = () => rm(path, { force: true })
  // A file without a name lasts as long as the process, also if kill -9 ends it. Some file systems keep the name of an open file.
  await removePath().catch(() => {})
  return {
    add: ({ line, row, job }) => file.appendFile(`${stringifyJson({ line, row, job })}\n`).catch(refuse),
    async *rows() {
      for await (const raw of ndjsonRows(decodeText(file.createReadStream({ start: 0 })))) {
        if ('unreadable' in raw) throw new Failure(`The plan in ${tmpdir()} cannot be read back. Run the sync again.`)
        // `add` wrote this line, and no other program can open the file.
        const { line, row, job } = raw.value as Pick<SentRow, 'line' | 'row' | 'job'>
        yield { line, row, id: job.id, job }
      }
    },
    async remove() {
      await file.close()
      await removePath()
    },
  }
}
