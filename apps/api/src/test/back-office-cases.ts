import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { BackOfficeRouter } from '../router/back-office.ts'
import { enrolSecondFactor, password, turnOnSecondFactor } from './administrator.ts'
import { logo } from './logo.ts'
import type { OwnedThings } from './owned-things.ts'

interface BackOfficeCase {
  /** `anyone`: also those who are not signed in. */
  who: 'anyone' | 'administrator'
  /** Makes an input that is good if the owner of these things sends it. */
  input?: (owned: OwnedThings) => unknown
  /** The error for an administrator of another company who sends that input. If unset, the result has nothing of the owner's. */
  toAnother?: ErrorCode
}

type Procedures = BackOfficeRouter['_def']['record']
type ProcedureName = {
  [Feature in keyof Procedures & string]: `${Feature}.${keyof Procedures[Feature] & string}`
}[keyof Procedures & string]

/** Who may do what: one entry for every procedure of the back office. */
export const backOfficeCases = {
  'session.signIn': { who: 'anyone', input: ({ email }) => ({ email, password }) },
  'session.signOut': { who: 'administrator' },
  'session.me': { who: 'administrator' },
  'session.checkLink': { who: 'anyone', input: ({ link }) => ({ link }) },
  'session.setPassword': { who: 'anyone', input: ({ link }) => ({ link, password }) },
  'session.board': { who: 'anyone' },
  'session.requestPasswordMail': { who: 'anyone', input: ({ email }) => ({ email, locale: 'en' }) },
  'account.changePassword': {
    who: 'administrator',
    input: () => ({ currentPassword: password, newPassword: `${password}!` }),
  },
  'account.listSessions': { who: 'administrator' },
  // A name that no session has ends nothing, and a session of another company's is none.
  'account.endSession': { who: 'administrator', input: ({ otherSession }) => ({ name: otherSession }) },
  'account.endSessions': { who: 'administrator' },
  'account.secondFactor': { who: 'administrator' },
  'account.enrolSecondFactor': { who: 'administrator', input: () => ({ password }) },
  'account.turnOnSecondFactor': {
    who: 'administrator',
    input: async ({ client, now }) => ({ code: (await enrolSecondFactor(client, now())).code }),
    toAnother: 'enrolment_over',
  },
  'account.renewRecoveryCodes': {
    who: 'administrator',
    input: async ({ client, now }) => ({ password, code: (await turnOnSecondFactor(client, now())).recoveryCode }),
    toAnother: 'second_factor_off',
  },
  'account.turnOffSecondFactor': {
    who: 'administrator',
    input: async ({ client, now }) => ({ password, code: (await turnOnSecondFactor(client, now())).recoveryCode }),
    toAnother: 'second_factor_off',
  },
  'user.list': { who: 'administrator' },
  // Every company may invite any address, so a stranger does not learn who has an account elsewhere.
  'user.invite': { who: 'administrator', input: ({ invited }) => ({ email: invited.email }) },
  'user.renewLink': { who: 'administrator', input: ({ invited }) => ({ id: invited.id }), toAnother: 'user_not_found' },
  'user.remove': { who: 'administrator', input: ({ invited }) => ({ id: invited.id }), toAnother: 'user_not_found' },
  'key.list': { who: 'administrator' },
  'key.create': { who: 'administrator', input: () => ({ name: 'nightly sync', scopes: ['read'] }) },
  'key.revoke': { who: 'administrator', input: ({ key: { id, name } }) => ({ id, name }), toAnother: 'key_not_found' },
  'key.rename': {
    who: 'administrator',
    input: ({ key: { id } }) => ({ id, name: 'renamed' }),
    toAnother: 'key_not_found',
  },
  'key.roll': {
    who: 'administrator',
    input: ({ key }) => ({ id: key.id, revokeOldInHours: 24 }),
    toAnother: 'key_not_found',
  },
  'key.firstUse': { who: 'administrator', input: ({ key }) => ({ id: key.id }), toAnother: 'key_not_found' },
  'job.list': { who: 'administrator', input: ({ mark }) => ({ search: mark }) },
  'job.get': { who: 'administrator', input: ({ jobId }) => ({ jobId }), toAnother: 'job_id_not_found' },
  'job.create': { who: 'administrator', input: () => ({ formId: randomUUID(), job: { title: 'Vendeuse' } }) },
  'job.update': {
    who: 'administrator',
    input: ({ jobId }) => ({ jobId, revision: 1, job: { title: 'Vendeuse' } }),
    toAnother: 'job_id_not_found',
  },
  'job.publish': { who: 'administrator', input: ({ jobId }) => ({ jobId }), toAnother: 'job_id_not_found' },
  'job.unpublish': { who: 'administrator', input: ({ jobId }) => ({ jobId }), toAnother: 'job_id_not_found' },
  // Answers for each job, and another company's is not found.
  'job.setPublications': {
    who: 'administrator',
    input: ({ jobId }) => ({ status: 'UNPUBLISHED', jobs: [{ jobId, revision: 1 }] }),
  },
  'job.deleteDraft': {
    who: 'administrator',
    input: async ({ client }) => ({
      jobId: (
        await client.job.create.mutate({ formId: randomUUID(), job: { title: 'Brouillon', status: 'UNPUBLISHED' } })
      ).jobId,
      revision: 1,
    }),
    toAnother: 'job_id_not_found',
  },
  'job.setExternalId': {
    who: 'administrator',
    input: ({ jobId }) => ({ jobId, revision: 1, externalId: 'A-1' }),
    toAnother: 'job_id_not_found',
  },
  'job.preview': {
    who: 'administrator',
    input: ({ jobId }) => ({ jobId, job: { title: 'Vendeuse' }, locale: 'fr' }),
    toAnother: 'job_id_not_found',
  },
  'application.list': { who: 'administrator', input: ({ jobId }) => ({ jobId }) },
  'application.get': {
    who: 'administrator',
    input: ({ applicationId }) => ({ id: applicationId }),
    toAnother: 'application_not_found',
  },
  'application.setStatus': {
    who: 'administrator',
    input: ({ applicationId }) => ({ id: applicationId, status: 'HIRED' }),
    toAnother: 'application_not_found',
  },
  'application.erase': {
    who: 'administrator',
    input: ({ applicationId }) => ({ id: applicationId, allOfPerson: true }),
    toAnother: 'application_not_found',
  },
  'application.find': { who: 'administrator', input: ({ applicationId }) => ({ reference: applicationId }) },
  'application.listHeld': { who: 'administrator', input: () => ({}) },
  'application.letIn': {
    who: 'administrator',
    input: ({ heldId }) => ({ id: heldId }),
    toAnother: 'application_not_found',
  },
  'application.discard': {
    who: 'administrator',
    input: ({ heldId }) => ({ id: heldId }),
    toAnother: 'application_not_found',
  },
  'company.get': { who: 'administrator' },
  'company.update': { who: 'administrator', input: () => ({ revision: 0, description: 'Bienvenue' }) },
  'company.setLogo': { who: 'administrator', input: () => ({ base64: logo.toString('base64') }) },
  'company.removeLogo': { who: 'administrator' },
  'retention.get': { who: 'administrator' },
  'retention.preview': { who: 'administrator', input: () => ({ months: 1 }) },
  'retention.set': { who: 'administrator', input: () => ({ months: 120 }) },
  'activity.list': { who: 'administrator', input: ({ key, requestId }) => ({ keyId: key.id, requestId }) },
  'activity.audit': { who: 'administrator', input: () => ({}) },
  'home.summary': { who: 'administrator' },
} satisfies Record<ProcedureName, BackOfficeCase>

/** Finds the entry of a procedure by its name; a missing entry fails the tests of the rights. */
export function findBackOfficeCase(procedure: string): BackOfficeCase {
  const found = new Map<string, BackOfficeCase>(Object.entries(backOfficeCases)).get(procedure)
  if (found === undefined)
    throw new Error(`${procedure} has no entry in test/back-office-cases.ts: say who may call it`)
  return found
}
