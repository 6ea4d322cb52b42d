import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { BackOfficeRouter } from '../router/back-office.ts'
import { logo } from './logo.ts'
import type { OwnedThings } from './owned-things.ts'
import { enrolSecondFactor, password, turnOnSecondFactor } from './user.ts'

interface BackOfficeCase {
  /** Whether those who are not signed in may call it, too. */
  isForAnyone?: boolean
  /** Makes an input that is good if the owner of these things sends it. */
  input?: (owned: OwnedThings) => unknown
  /** The error for a user of another company who sends that input. If unset, the result has nothing of the owner's. */
  toAnother?: ErrorCode
  /** Whether making the input changes the owner's account, so that the other procedures need another owner. */
  changesOwner?: boolean
}

type Procedures = BackOfficeRouter['_def']['record']
type ProcedureName = {
  [Feature in keyof Procedures & string]: `${Feature}.${keyof Procedures[Feature] & string}`
}[keyof Procedures & string]

const ofSecondFactor = async ({ client, now }: OwnedThings) => ({
  password,
  code: (await turnOnSecondFactor(client, now())).recoveryCode,
})
const ofJob = ({ jobId }: OwnedThings) => ({ jobId })
const ofHeld = ({ heldId }: OwnedThings) => ({ id: heldId })
const ofInvited = ({ invited }: OwnedThings) => ({ id: invited.id })
const ofKey = ({ key }: OwnedThings) => ({ id: key.id })
const ofAnswer = ({ applicationId }: OwnedThings) => ({ kind: 'invite', ids: [applicationId] })
const ofApplication = ({ applicationId }: OwnedThings) => ({ id: applicationId })

/** Who may do what: one entry for every procedure of the back office. */
export const backOfficeCases: Record<ProcedureName, BackOfficeCase> = {
  'session.signIn': { isForAnyone: true, input: ({ email }) => ({ email, password }) },
  'session.signOut': {},
  'session.me': {},
  'session.checkLink': { isForAnyone: true, input: ({ link }) => ({ link }) },
  'session.setPassword': { isForAnyone: true, input: ({ link }) => ({ link, password }) },
  'session.board': { isForAnyone: true },
  'session.requestPasswordMail': { isForAnyone: true, input: ({ email }) => ({ email, locale: 'en' }) },
  'account.changePassword': { input: () => ({ currentPassword: password, newPassword: `${password}!` }) },
  'account.listSessions': {},
  // A name that no session has ends nothing, and a session of another company's is none.
  'account.endSession': { input: ({ otherSession }) => ({ name: otherSession }) },
  'account.endSessions': {},
  'account.secondFactor': {},
  'account.enrolSecondFactor': { input: () => ({ password }) },
  'account.turnOnSecondFactor': {
    changesOwner: true,
    input: async ({ client, now }) => ({ code: (await enrolSecondFactor(client, now())).code }),
    toAnother: 'enrolment_over',
  },
  'account.renewRecoveryCodes': { changesOwner: true, input: ofSecondFactor, toAnother: 'second_factor_off' },
  'account.turnOffSecondFactor': { changesOwner: true, input: ofSecondFactor, toAnother: 'second_factor_off' },
  'user.list': {},
  // Every company may invite any address, so a stranger does not learn who has an account elsewhere.
  'user.invite': { input: ({ invited }) => ({ email: invited.email }) },
  'user.renewLink': { input: ofInvited, toAnother: 'user_not_found' },
  'user.remove': { input: ofInvited, toAnother: 'user_not_found' },
  'key.list': {},
  'key.create': { input: () => ({ name: 'nightly sync', scopes: ['read'] }) },
  'key.revoke': { input: ({ key: { id, name } }) => ({ id, name }), toAnother: 'key_not_found' },
  'key.rename': { input: (owned) => ({ ...ofKey(owned), name: 'renamed' }), toAnother: 'key_not_found' },
  'key.roll': { input: (owned) => ({ ...ofKey(owned), revokeOldInHours: 24 }), toAnother: 'key_not_found' },
  'job.list': { input: ({ mark }) => ({ search: mark }) },
  'job.get': { input: ofJob, toAnother: 'job_id_not_found' },
  'job.history': { input: ofJob, toAnother: 'job_id_not_found' },
  'view.ofJob': { input: ofJob, toAnother: 'job_id_not_found' },
  'job.create': { input: () => ({ formId: randomUUID(), job: { title: 'Vendeuse' } }) },
  'job.update': {
    input: (owned) => ({ ...ofJob(owned), revision: 1, job: { title: 'Vendeuse' } }),
    toAnother: 'job_id_not_found',
  },
  'job.publish': { input: ofJob, toAnother: 'job_id_not_found' },
  'job.unpublish': { input: ofJob, toAnother: 'job_id_not_found' },
  // Answers for each job, and another company's is not found.
  'job.setPublications': { input: ({ jobId }) => ({ status: 'UNPUBLISHED', jobs: [{ jobId, revision: 1 }] }) },
  'job.deleteDraft': {
    input: async ({ client }) => ({
      jobId: (
        await client.job.create.mutate({ formId: randomUUID(), job: { title: 'Brouillon', status: 'UNPUBLISHED' } })
      ).jobId,
      revision: 1,
    }),
    toAnother: 'job_id_not_found',
  },
  'job.setExternalId': {
    input: (owned) => ({ ...ofJob(owned), revision: 1, externalId: 'A-1' }),
    toAnother: 'job_id_not_found',
  },
  'job.preview': {
    input: (owned) => ({ ...ofJob(owned), job: { title: 'Vendeuse' }, locale: 'fr' }),
    toAnother: 'job_id_not_found',
  },
  'application.list': { input: (owned) => ({ ...ofJob(owned), question: 'q', answer: 'yes' }) },
  'application.listFirst': { input: ofJob },
  'application.get': { input: ofApplication, toAnother: 'application_not_found' },
  'application.getState': { input: ofApplication, toAnother: 'application_not_found' },
  'application.setStatus': {
    input: (owned) => ({ ...ofApplication(owned), status: 'HIRED' }),
    toAnother: 'application_not_found',
  },
  'application.setStatuses': {
    input: ({ applicationId: id }) => ({ changes: [{ id, status: 'HIRED', from: 'PENDING' }] }),
  },
  'application.countByStatus': { input: ofJob },
  'application.listJobs': {},
  'application.listNotes': { input: ofApplication, toAnother: 'application_not_found' },
  'application.addNote': {
    input: (owned) => ({ ...ofApplication(owned), noteId: randomUUID(), text: 'Bonjour' }),
    toAnother: 'application_not_found',
  },
  'application.deleteNote': {
    input: async ({ client, applicationId: id }) => {
      await client.application.addNote.mutate({ id, noteId: randomUUID(), text: 'Bonjour' })
      const { notes } = await client.application.listNotes.query({ id })
      return { noteId: notes[0]?.id }
    },
    toAnother: 'note_not_found',
  },
  'application.erase': {
    input: (owned) => ({ ...ofApplication(owned), allOfPerson: true }),
    toAnother: 'application_not_found',
  },
  'application.find': { input: ({ applicationId }) => ({ reference: applicationId }) },
  'application.countWaiting': {},
  'application.listHeld': { input: () => ({}) },
  'application.letIn': { input: ofHeld, toAnother: 'application_not_found' },
  'application.discard': { input: ofHeld, toAnother: 'application_not_found' },
  'company.get': {},
  'company.update': { input: () => ({ revision: 0, description: 'Bienvenue' }) },
  'company.setLogo': { input: () => ({ base64: logo.toString('base64') }) },
  'company.removeLogo': {},
  'company.setCover': { input: () => ({ base64: logo.toString('base64') }) },
  'company.removeCover': {},
  'retention.get': {},
  'retention.preview': { input: () => ({ months: 1 }) },
  'retention.set': { input: () => ({ months: 120 }) },
  'question.listOfJob': { input: (owned) => ({ ...ofJob(owned), locale: 'fr' }) },
  'pushRule.get': {},
  'pushRule.preview': { input: () => ({ days: 1 }) },
  'pushRule.set': { input: () => ({ days: 365 }) },
  // Another company's applications are not found, so the answers to them are not, either.
  'reply.list': { input: ({ applicationId }) => ({ ids: [applicationId] }) },
  'reply.preview': { input: ofAnswer },
  'reply.send': {
    async input({ client, applicationId }) {
      const ids = [applicationId]
      const { seen } = await client.reply.preview.query({ kind: 'invite', ids })
      return { kind: 'invite', people: ids.map((id) => ({ id, from: 'PENDING' })), seen }
    },
    toAnother: 'preview_outdated',
  },
  'reply.takeBack': { input: ofAnswer },
  'replyRules.get': {},
  'replyRules.set': { input: () => ({ delayMinutes: 60, tellsKeyRefusals: false, revision: 0 }) },
  'replyRules.previewKeyRefusals': { input: () => ({ delayMinutes: 10 }) },
  'replyRules.saveTemplate': {
    input: () => ({ kind: 'invite', locale: 'fr', template: { subject: 'A', text: 'B' }, revision: 0 }),
  },
  'replyRules.previewTemplate': {
    input: () => ({ kind: 'invite', locale: 'fr', template: { subject: 'A', text: 'B' } }),
  },
  'activity.list': { input: ({ key, requestId }) => ({ keyId: key.id, requestId }) },
  'activity.audit': { input: () => ({}) },
  'activity.keyChanges': { input: () => ({}) },
  'home.summary': {},
  'view.summary': {},
  'digest.get': {},
  'digest.set': { input: () => ({ isOn: true }) },
  'watch.alarms': {},
  'watch.get': {},
  'watch.set': { input: () => ({ isOn: true }) },
}
