/** What a company's people and the operator do that the audit trail keeps. */
export type AuditAction =
  | 'signed_in'
  | 'password_set'
  | 'password_link_made'
  | 'user_invited'
  | 'user_removed'
  | 'key_created'
  | 'key_rolled'
  | 'key_revoked'
  | 'job_published'
  | 'job_unpublished'
  | 'external_id_changed'
  | 'application_erased'
  | 'company_changed'

/** What the audit trail may say beside an act and its target. */
export const auditDetails = ['keyId', 'scopes', 'endsAt', 'from', 'to', 'fields'] as const
export type AuditDetail = (typeof auditDetails)[number]
