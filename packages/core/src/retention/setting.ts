import { newAuditId, noteAudit, type UserActor } from '../activity/audit.ts'
import { getCompany } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import { countExpired } from '../intake/read.ts'
import { CLAIM_MS, subtractMonths } from './run.ts'

/** At most this many applications are counted, so that the answer is quick. */
const COUNTED_MAX = 10_000

/** How long a company keeps applications, and what that has erased. */
interface RetentionState {
  /** Null: applications stay until a user erases them. */
  months: number | null
  /** Whether a process erases now or soon. */
  isUnderWay: boolean
  /** How many applications the current run has erased. */
  erased: number
  lastRun: { at: Date; erased: number } | null
  /** Whether the last try failed. It is repeated. */
  hasFailed: boolean
}

/** Reads how long a company keeps applications, and what was erased. */
export async function getRetention(deps: Deps, { companyId }: { companyId: string }): Promise<RetentionState> {
  const found = await deps.retentions.find(companyId)
  if (found === undefined) return { months: null, isUnderWay: false, erased: 0, lastRun: null, hasFailed: false }
  const { months, dueAt, erased, lastRun, failures } = found
  const isUnderWay = months !== null && dueAt !== undefined && dueAt.getTime() <= deps.now() + CLAIM_MS
  return { months, isUnderWay, erased, lastRun, hasFailed: failures > 0 }
}

/** Counts the applications that a setting of this many months would erase now, up to 10,000. */
export async function previewRetention(
  deps: Deps,
  { companyId }: { companyId: string },
  { months }: { months: number },
): Promise<{ count: number; hasMore: boolean }> {
  const after = (await deps.retentions.find(companyId))?.through ?? new Date(0)
  return countExpired(deps, companyId, { after, before: subtractMonths(deps.now(), months) }, COUNTED_MAX)
}

/**
 * Sets how long the actor's company keeps applications. Null: until a user erases them. From then on every process may
 * erase older ones. A batch that has begun is finished, because it is in the journal.
 */
export async function setRetention(deps: Deps, actor: UserActor, { months }: { months: number | null }): Promise<void> {
  const { name } = await getCompany(deps, actor.companyId)
  const id = newAuditId(deps)
  const before = await deps.retentions.set(actor.companyId, id, months, new Date(deps.now()))
  if (before === months) return
  await noteAudit(deps, actor, 'retention_changed', name, { from: format(before), to: format(months) }, id)
}

const format = (months: number | null) => (months === null ? 'off' : String(months))
