import type { Boardwalk } from '@boardwalk/sdk'
import type { Failure } from '../../failure.ts'
import type { Row } from '../../feed/row.ts'
import type { Interruption } from '../../interruption.ts'
import { JobChanging } from '../../job-changing.ts'
import type { Progress } from '../../progress.ts'
import type { Counts, Outcome } from '../../sending/outcome.ts'
import { Sending } from '../../sending/sending.ts'
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
