import type { AuditAction } from '@boardwalk/schema/audit'
import type { Clock } from '../../clock.ts'
import type { AuditEvent, AuditStore } from './store.ts'

const EVENTS_PER_PAGE = 50

/**
 * Somebody who works for a company: an administrator in the back office, or the server's operator on the command line.
 */
export interface Administrator {
  companyId: string
  /** The e-mail address, or `operator` for the operator. */
  email: string
}

/** Returns the actor for what the server's operator does in a company. */
export const actAsOperator = (companyId: string): Administrator => ({ companyId, email: 'operator' })

/**
 * Writes into the company's audit trail what an administrator did. Call it after the change, and wait for it. `target` and
 * `details` name keys and administrators, and give the ids of jobs and applications. They never contain an applicant's data.
 */
export async function noteAudit(
  deps: { auditEvents: Pick<AuditStore, 'newId' | 'insert'> } & Clock,
  { companyId, email }: Administrator,
  action: AuditAction,
  target: string,
  details: AuditEvent['details'] = {},
): Promise<void> {
  const id = deps.auditEvents.newId()
  await deps.auditEvents.insert(companyId, id, { at: new Date(deps.now()), by: email, action, target, details })
}

/** Reads one page of the company's audit trail, newest first. `next` is the cursor of the next page, or null. */
export function listAudit(
  deps: { auditEvents: Pick<AuditStore, 'list'> },
  { companyId }: Administrator,
  { cursor }: { cursor?: string | null | undefined },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  return deps.auditEvents.list(companyId, cursor, EVENTS_PER_PAGE)
}
