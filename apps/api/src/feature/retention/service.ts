import type { Deps } from '../../deps.ts'
import { noteAudit, type UserActor } from '../activity/audit.ts'
import { countExpired } from '../application/expired.ts'
import { getCompany } from '../company/service.ts'
import { subtractMonths } from './months.ts'
import { CLAIM_MS } from './run.ts'

/** More than this many applications are not counted, so that the answer never takes long. */
const COUNTED_MAX = 10_000

type Company = { companyId: string }

/** How long a company keeps applications, and what that has erased. */
interface RetentionState {
  /** Null: applications stay until somebody erases them. */
  months: number | null
  /** Whether a process is erasing, or is about to. */
  isUnderWay: boolean
  /** How many applications the run under way has erased. */
  erased: number
  lastRun: { at: Date; erased: number } | null
  /** Whether the last try failed. It is repeated. */
  hasFailed: boolean
}

/** Reads how long a company keeps applications, and what was erased. */
export async function getRetention(deps: Deps, { companyId }: Company): Promise<RetentionState> {
  const found = await deps.retentions.find(companyId)
  if (found === undefined) return { months: null, isUnderWay: false, erased: 0, lastRun: null, hasFailed: false }
  const { months, dueAt, erased, lastRun, failures } = found
  const isUnderWay = months !== null && dueAt !== undefined && dueAt.getTime() <= deps.now() + CLAIM_MS
  return { months, isUnderWay, erased, lastRun, hasFailed: failures > 0 }
}

/** Counts how many applications would be erased now if they were kept for this many months: at most 10,000, or more. */
export async function previewRetention(
  deps: Deps,
  { companyId }: Company,
  { months }: { months: number },
): Promise<{ count: number; hasMore: boolean }> {
  const after = (await deps.retentions.find(companyId))?.through ?? new Date(0)
  return countExpired(deps, companyId, { after, before: subtractMonths(deps.now(), months) }, COUNTED_MAX)
}

/**
 * Sets how long the actor's company keeps applications; null keeps them until somebody erases them. From then on every
 * process may erase older ones. A batch that was begun is finished, because the journal has it.
 */
export async function setRetention(deps: Deps, actor: UserActor, { months }: { months: number | null }): Promise<void> {
  const { name } = await getCompany(deps, actor.companyId)
  const id = deps.auditEvents.newId()
  const before = await deps.retentions.set(actor.companyId, id, months, new Date(deps.now()))
  if (before === months) return
  await noteAudit(deps, actor, 'retention_changed', name, { from: format(before), to: format(months) }, id)
}

const format = (months: number | null) => (months === null ? 'off' : String(months))
