import type { AuditAction } from '@boardwalk/schema/audit'
import type { Clock } from '../../clock.ts'
import type { AuditEvent, AuditStore } from './store.ts'

const EVENTS_PER_PAGE = 50

/** Who acts in a company: an administrator, or the operator of the server. */
export interface AuditActor {
  companyId: string
  /** The administrator's address, or `operator`. */
  email: string
}

/** The operator of the server, who acts in a company by command. */
export const operatorOf = (companyId: string): AuditActor => ({ companyId, email: 'operator' })

/**
 * Keeps in the company's audit trail what somebody did; awaited once it is done. `target` and `details` name keys,
 * people of the company, jobs and applications by id, never an applicant's data.
 */
export async function noteAudit(
  deps: { auditEvents: Pick<AuditStore, 'newId' | 'insert'> } & Clock,
  { companyId, email }: AuditActor,
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
  { companyId }: AuditActor,
  { cursor }: { cursor?: string | null | undefined },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  return deps.auditEvents.list(companyId, cursor, EVENTS_PER_PAGE)
}
