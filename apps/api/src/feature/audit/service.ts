import type { AuditAction } from '@boardwalk/schema/audit'
import type { Clock } from '../../clock.ts'
import type { AuditEvent, AuditStore } from './store.ts'

const EVENTS_PER_PAGE = 50

/** Somebody who works in the back office of a company. By command, the operator of the server does so too. */
export interface Administrator {
  companyId: string
  /** Their e-mail address; `operator` for the operator. */
  email: string
}

/** The operator of the server, at work in a company by command. */
export const operatorOf = (companyId: string): Administrator => ({ companyId, email: 'operator' })

/**
 * Writes into the company's audit trail what an administrator did. Call it after the change, and wait for it. `target`
 * and `details` name keys and administrators, and jobs and applications by id, never an applicant's data.
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

/** One page of the company's audit trail, newest first. */
export function listAudit(
  deps: { auditEvents: Pick<AuditStore, 'list'> },
  { companyId }: Administrator,
  { cursor }: { cursor?: string | null | undefined },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  return deps.auditEvents.list(companyId, cursor, EVENTS_PER_PAGE)
}
