import type { AuditAction } from '@boardwalk/schema/audit'
import type { JobChanger } from '@boardwalk/schema/job-answer'
import type { Link } from '@boardwalk/schema/link'
import { type AuditEvent, type KeyActor, listJobActivity, type UserActor } from '../activity/audit.ts'
import type { JobKeyChange } from '../activity/key-change-store.ts'
import type { FieldChange } from '../activity/schema.ts'
import type { Listed } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { type ApiKey, listKeys } from '../key/service.ts'
import type { StoredJob } from './job.ts'
import { getJobById } from './read.ts'

/* The history of a job: what users and keys changed in it, and when the operator or its closing date took it off the board. */

const ENTRIES_PER_PAGE = 50
const PUSHED_MS_MAX = 30 * 24 * 60 * 60 * 1000

/** The actions of the audit trail that change what a job says. */
const CHANGING = [
  'job_changed',
  'job_published',
  'job_unpublished',
  'job_not_pushed',
  'external_id_changed',
] as const satisfies AuditAction[]
/** The actions that a job's history shows. Those of the operator and of the closing date change no word of the job. */
const SHOWN = [...CHANGING, 'job_suspended', 'job_resumed', 'job_closed'] as const satisfies AuditAction[]

/** Who changed a job: a user's address, `operator`, `board`, or `key`. Null if it is not known which user. */
interface Changer {
  by: string | null
  /** The key, if it is known and exists. */
  usedKey: { name: string; ending: string } | null
}

/** One change of a job. */
interface HistoryEntry extends Changer {
  at: Date
  changes: FieldChange[]
}

/** Notes what a key changed in a job. */
export function noteKeyChange(
  deps: Deps,
  { companyId, keyId }: Pick<KeyActor, 'companyId' | 'keyId'>,
  { jobId, at }: Pick<JobKeyChange, 'jobId' | 'at'>,
  changes: FieldChange[],
): void {
  if (changes.length > 0) deps.keyChangeRecorder.note({ companyId, jobIds: [jobId], at, keyId, changes })
}

/** Notes which external ids a key gave to jobs that had none. */
export function noteLinks(
  deps: Deps,
  { companyId, keyId }: Pick<KeyActor, 'companyId' | 'keyId'>,
  at: Date,
  links: readonly Link[],
): void {
  if (links.length === 0) return
  const jobIds = links.map(({ platformJobId }) => platformJobId)
  const externalIds = links.map(({ externalJobId }) => externalJobId)
  deps.keyChangeRecorder.note({ companyId, jobIds, at, keyId, externalIds })
}

/**
 * Reads one page of what was changed in a job, newest first. `next` is the cursor of the next page, or null. Throws `job_id_not_found`.
 */
export async function listJobHistory(
  deps: Deps,
  { companyId }: UserActor,
  { jobId, cursor }: { jobId: number; cursor?: string | null | undefined },
): Promise<{ entries: HistoryEntry[]; next: string | null }> {
  await getJobById(deps, companyId, jobId)
  const [{ events, keyChanges }, keys] = await Promise.all([
    listJobActivity(deps, { companyId, jobId }, { actions: SHOWN, cursor }, ENTRIES_PER_PAGE + 1),
    listKeys(deps, companyId),
  ])
  const all = [...events.map(fromEvent), ...keyChanges.map((change) => fromKeyChange(change, keys))].sort(newestFirst)
  const page = all.slice(0, ENTRIES_PER_PAGE)
  return {
    entries: page.map(({ cursor: _cursor, ...entry }) => entry),
    next: all.length > ENTRIES_PER_PAGE ? (page.at(-1)?.cursor ?? null) : null,
  }
}

/** In the order of the cursors: those of the same time have an id after it. */
const newestFirst = (one: Listed<HistoryEntry>, other: Listed<HistoryEntry>): number =>
  other.at.getTime() - one.at.getTime() || (one.cursor < other.cursor ? 1 : -1)

function fromEvent({ at, by, cursor, ...event }: Listed<AuditEvent>): Listed<HistoryEntry> {
  return { at, by, usedKey: null, changes: findEventChanges(event), cursor }
}

/** What an event changed. */
function findEventChanges({
  action,
  details,
  changes,
}: Pick<AuditEvent, 'action' | 'details' | 'changes'>): FieldChange[] {
  if (action === 'job_published') return [{ field: 'status', before: 'UNPUBLISHED', after: 'PUBLISHED' }]
  if (action === 'job_unpublished' || action === 'job_not_pushed')
    return [{ field: 'status', before: 'PUBLISHED', after: 'UNPUBLISHED' }]
  if (action === 'job_suspended') return [{ field: 'suspended', before: 'false', after: 'true' }]
  if (action === 'job_resumed') return [{ field: 'suspended', before: 'true', after: 'false' }]
  if (action === 'job_closed') return [{ field: 'closed', before: 'false', after: 'true' }]
  if (action === 'external_id_changed')
    return [{ field: 'externalId', before: details.from ?? '', after: details.to ?? '' }]
  return changes ?? []
}

const fromKeyChange = ({ at, keyId, changes, cursor }: Listed<JobKeyChange>, keys: ApiKey[]): Listed<HistoryEntry> => ({
  at,
  by: 'key',
  usedKey: nameKey(keys, keyId),
  changes,
  cursor,
})

function nameKey(keys: ApiKey[], keyId: string): Changer['usedKey'] {
  const key = keys.find(({ id }) => id === keyId)
  return key === undefined ? null : { name: key.name, ending: key.last4 }
}

/** Finds who changed a job last, and whether an ATS that pushes jobs may replace what a user changes in it. */
export async function describeLastChange(
  deps: Deps,
  { id, companyId, externalId, updatedAt, changedBy }: StoredJob,
): Promise<{ lastChange: Changer & { at: Date }; isPushed: boolean }> {
  const [{ events, keyChanges }, keys] = await Promise.all([
    listJobActivity(deps, { companyId, jobId: id }, { actions: CHANGING }, 1),
    listKeys(deps, companyId),
  ])
  const [event] = events
  const [change] = keyChanges
  const isPushing = ({ revokedAt, lastPushAt }: ApiKey) =>
    revokedAt === null && lastPushAt !== null && deps.now() - lastPushAt.getTime() <= PUSHED_MS_MAX
  const isPushed = externalId !== null && keys.some(isPushing)
  // The event of a change is written after it, so an earlier one is of another change.
  const email = event !== undefined && event.at >= updatedAt ? event.by : null
  const changers: Record<JobChanger, Changer> = {
    // By the time, because the board may have changed the row since, such as when the job closed.
    api: { by: 'key', usedKey: change?.at.getTime() === updatedAt.getTime() ? nameKey(keys, change.keyId) : null },
    back_office: { by: email, usedKey: null },
    board: { by: 'board', usedKey: null },
  }
  return { lastChange: { at: updatedAt, ...changers[changedBy] }, isPushed }
}
