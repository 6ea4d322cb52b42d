import type { AuditAction } from '@boardwalk/schema/audit'
import type { Listed } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import type { AuditEvent } from './audit-store.ts'
import type { JobKeyChange } from './key-change-store.ts'
import type { FieldChange } from './schema.ts'

export type { AuditEvent }

const EVENTS_PER_PAGE = 50

/**
 * Who acts for a company: a user in the back office, the operator on the command line, a person who withdraws or erases their own
 * application, or the server itself, which erases old applications, lets in applications that were held back long enough, and unpublishes
 * jobs that were not pushed.
 */
export interface UserActor {
  companyId: string
  /** The e-mail address, `operator` for the operator, `applicant`, or `retention` or `board` for the server. */
  email: string
}

/** Returns the actor for what the server's operator does in a company. */
export const actAsOperator = (companyId: string): UserActor => ({ companyId, email: 'operator' })

/** Returns the actor for what the server erases because of a company's setting. */
export const actAsRetention = (companyId: string): UserActor => ({ companyId, email: 'retention' })

/** Returns the actor for what the server does to jobs and held applications by itself. */
export const actAsBoard = (companyId: string): UserActor => ({ companyId, email: 'board' })

/** Returns the actor for what a person does with their own application. */
export const actAsApplicant = (companyId: string): UserActor => ({ companyId, email: 'applicant' })

/** A caller of the integration API: one key of one company. */
export interface KeyActor {
  companyId: string
  keyId: string
  keyName: string
}

/**
 * Writes an event into the company's audit trail. Call it after the change, and wait for it. `target` and `details` name
 * keys and users, and give the ids of jobs and applications. They never contain an applicant's data. A second event with
 * the same `id` changes nothing.
 */
export async function noteAudit(
  deps: Deps,
  { companyId, email }: UserActor,
  action: AuditAction,
  target: string,
  details: AuditEvent['details'] = {},
  id: string = deps.auditEvents.newId(),
): Promise<void> {
  await deps.auditEvents.insert(companyId, [{ id, at: new Date(deps.now()), by: email, action, target, details }])
}

/** Makes the id of an event that is written later, so that it is written once. */
export const newAuditId = ({ auditEvents }: Deps): string => auditEvents.newId()

/** Writes into the company's audit trail which fields of a job a user changed, as `noteAudit` does. */
export async function noteJobChanges(
  deps: Deps,
  { companyId, email }: UserActor,
  jobId: number,
  changes: FieldChange[],
): Promise<void> {
  const fields = changes.map(({ field }) => field).join(', ')
  const event = { action: 'job_changed', target: String(jobId), details: { fields }, changes } as const
  await deps.auditEvents.insert(companyId, [
    { id: deps.auditEvents.newId(), at: new Date(deps.now()), by: email, ...event },
  ])
}

/** Writes into the company's audit trail that the same was done to several jobs, as `noteAudit` does. */
export async function noteJobEvents(
  deps: Deps,
  { companyId, email }: UserActor,
  action: AuditAction,
  jobIds: number[],
): Promise<void> {
  const at = new Date(deps.now())
  const event = { at, by: email, action, details: {} }
  const events = jobIds.map((jobId) => ({ id: deps.auditEvents.newId(), target: String(jobId), ...event }))
  await deps.auditEvents.insert(companyId, events)
}

/** Writes what a caller of the integration API did into the company's audit trail, as `noteAudit` does. */
export async function noteAuditOfKey(
  deps: Deps,
  { companyId, keyId, keyName }: KeyActor,
  changes: Pick<AuditEvent, 'action' | 'target' | 'details'>[],
): Promise<void> {
  const at = new Date(deps.now())
  const events = changes.map(({ action, target, details }) => ({
    id: deps.auditEvents.newId(),
    at,
    by: 'key',
    action,
    target,
    details: {
      ...details,
      keyId,
      keyName,
    },
  }))
  await deps.auditEvents.insert(companyId, events)
}

/** Reads one page of the company's audit trail, newest first. `next` is the cursor of the next page, or null. */
export function listAudit(
  deps: Deps,
  { companyId }: UserActor,
  { cursor }: { cursor?: string | null | undefined },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  return deps.auditEvents.list(companyId, cursor, EVENTS_PER_PAGE)
}

/**
 * Reads what users and keys changed in a job, newest first: events with these actions, and changes by keys, at most `rowsMax` of each. A
 * change by a key on another process may be missing for a second.
 */
export async function listJobActivity(
  deps: Deps,
  { companyId, jobId }: { companyId: string; jobId: number },
  { actions, cursor }: { actions: readonly AuditAction[]; cursor?: string | null | undefined },
  rowsMax: number,
): Promise<{ events: Listed<AuditEvent>[]; keyChanges: Listed<JobKeyChange>[] }> {
  await deps.keyChangeRecorder.flush()
  const [events, keyChanges] = await Promise.all([
    deps.auditEvents.listOfJob(companyId, jobId, { actions, cursor }, rowsMax),
    deps.keyChanges.listOfJob(companyId, jobId, cursor, rowsMax),
  ])
  return { events, keyChanges }
}
