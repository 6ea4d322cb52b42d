import { setTimeout as pause } from 'node:timers/promises'
import { actAsRetention, newAuditId, noteAudit } from '../activity/audit.ts'
import { CLOCK_SKEW_MS_MAX } from '../db/clock-watch.ts'
import type { Deps } from '../deps.ts'
import { eraseExpired } from '../intake/erase.ts'
import { findExpired } from '../intake/read.ts'
import type { Work } from '../process/schedule.ts'
import type { ExpiredBatch } from './schema.ts'
import type { ClaimedRetention } from './store.ts'

/*
 * Erases the expired applications of companies, in every process. A claim is for one company and one batch, so a company
 * with many old applications delays neither other companies nor a server that stops.
 */

/** How long a process keeps a company to itself. Far longer than a batch takes. */
export const CLAIM_MS = 5 * 60 * 1000
const BATCH_MAX = 50
/** The name of this work in the log and in the metrics. */
const WORK = 'erase expired applications'
const RUN_EVERY_MS = 24 * 60 * 60 * 1000
/** The waits after failures double from the first to the last. */
const FIRST_WAIT_MS = 60_000
const LAST_WAIT_MS = 4 * 60 * 60 * 1000

/**
 * Erases one batch of the company that has been due the longest. False if none is due, or `signal` is aborted. A batch
 * that fails is tried again later.
 */
export async function eraseNextBatch(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const nowMs = await readAgreedTime(deps)
  const claim = await deps.retentions.claim(new Date(nowMs), new Date(nowMs + CLAIM_MS))
  if (claim === undefined) return false
  try {
    await workOn(deps, claim, nowMs, signal)
    return true
  } catch (error) {
    // If the server stops, another process finishes the batch.
    const isStopped = signal.aborted
    const failures = isStopped ? claim.failures : claim.failures + 1
    const waitMs = isStopped ? 0 : Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** claim.failures)
    if (!isStopped) {
      deps.metrics.workFailed(WORK)
      deps.log.warn({ err: error, failures, waitMs }, `could not ${WORK}; tried again later`)
    }
    await deps.retentions.save(claim, { failures, dueAt: new Date(nowMs + waitMs) })
    return !isStopped
  }
}

/**
 * Reads the database's clock. Throws if the clock of this process differs, because a wrong clock must not cause an erasure,
 * which cannot be undone.
 */
async function readAgreedTime({ retentions, now }: Deps): Promise<number> {
  const before = now()
  const databaseMs = await retentions.readClock()
  const skewMs = Math.max(before - databaseMs, databaseMs - now(), 0)
  if (skewMs <= CLOCK_SKEW_MS_MAX) return databaseMs
  throw new Error(`the clocks of this machine and of the database differ by ${skewMs} ms, so nothing is erased`)
}

async function workOn(deps: Deps, claim: ClaimedRetention, nowMs: number, signal: AbortSignal): Promise<void> {
  const { companyId } = claim
  const batch = claim.batch ?? (await beginBatch(deps, claim, nowMs))
  if (batch === undefined) return
  const { applicationIds } = batch
  await eraseExpired(deps, companyId, applicationIds, signal)
  // Checks the claim again: an audit event written after the removal of the company would outlive it.
  if (!(await deps.retentions.save(claim, { batch }))) return
  const count = applicationIds.length
  const details = { count: String(count), applications: applicationIds.join(', ') }
  const actor = actAsRetention(companyId)
  await noteAudit(deps, actor, 'applications_expired', batch.before.toISOString(), details, batch.id)
  const progress = { batch: null, through: batch.through, erased: claim.erased + count, failures: 0 }
  if (!(await deps.retentions.save(claim, { ...progress, dueAt: new Date(nowMs) }))) return
  deps.metrics.applicationsExpired(count)
  deps.log.info({ companyId, count, before: batch.before }, 'expired applications were erased')
}

/** Chooses and stores the next applications to erase, before any is erased. Undefined if there are none. */
async function beginBatch(deps: Deps, claim: ClaimedRetention, nowMs: number): Promise<ExpiredBatch | undefined> {
  const { companyId, months, erased } = claim
  const at = new Date(nowMs)
  if (months === null) {
    await deps.retentions.save(claim, { dueAt: null, erased: 0, ...(erased > 0 && { lastRun: { at, erased } }) })
    return undefined
  }
  const before = subtractMonths(nowMs, months)
  const { ids, through } = await findExpired(deps, companyId, { after: claim.through, before }, BATCH_MAX)
  if (through === undefined) {
    const dueAt = new Date(nowMs + RUN_EVERY_MS)
    await deps.retentions.save(claim, { lastRun: { at, erased }, erased: 0, failures: 0, dueAt })
    return undefined
  }
  if (ids.length === 0) {
    await deps.retentions.save(claim, { through, dueAt: at })
    return undefined
  }
  const batch = { id: newAuditId(deps), applicationIds: ids, before, through }
  return (await deps.retentions.save(claim, { batch })) ? batch : undefined
}

/**
 * Subtracts calendar months, in UTC. One month before 31 March is 28 February and not 3 March, so that no application
 * expires early.
 */
export function subtractMonths(nowMs: number, months: number): Date {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months]
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const dayMs = Date.UTC(year, month, Math.min(now.getUTCDate(), daysOfMonth))
  return new Date(dayMs + (nowMs - Date.UTC(year, now.getUTCMonth(), now.getUTCDate())))
}

/** Erases all that is due. Finishes the current application when the process stops. */
async function eraseAllBatches(deps: Deps, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      const startMs = performance.now()
      if (!(await eraseNextBatch(deps, signal))) return
      // Rests as long as it worked, which leaves the database time for requests.
      await pause(performance.now() - startMs, undefined, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

export const retention: Work<Deps> = { name: WORK, everyMs: 10_000, run: eraseAllBatches }
