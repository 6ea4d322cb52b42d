/** The actions of a company's users and of the operator that the audit trail records. */
export type AuditAction =
  | 'signed_in'
  | 'sign_in_refused'
  | 'password_set'
  | 'password_changed'
  | 'password_refused'
  | 'password_link_made'
  | 'sessions_ended'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'code_refused'
  | 'recovery_code_used'
  | 'recovery_codes_made'
  | 'user_invited'
  | 'user_removed'
  | 'key_created'
  | 'key_renamed'
  | 'key_rolled'
  | 'key_revoked'
  | 'job_changed'
  | 'job_published'
  | 'job_unpublished'
  | 'job_deleted'
  | 'external_id_changed'
  | 'application_status_changed'
  | 'cv_viewed'
  | 'cv_downloaded'
  | 'application_erased'
  | 'applications_expired'
  | 'person_exported'
  | 'retention_changed'
  | 'application_let_in'
  | 'application_discarded'
  | 'company_changed'

/** The details that an entry of the audit trail can have, besides its action and target. */
export const auditDetails = [
  'keyId',
  'scopes',
  'endsAt',
  'from',
  'to',
  'fields',
  'signedInAs',
  'count',
  'title',
  'externalId',
  'applications',
] as const
export type AuditDetail = (typeof auditDetails)[number]
