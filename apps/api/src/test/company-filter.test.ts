import { randomUUID } from 'node:crypto'
import { createCvFile } from '@boardwalk/core/cv/upload'
import { connect } from '@boardwalk/core/db/connection'
import type { StoredJob } from '@boardwalk/core/job/job'
import { createMetrics } from '@boardwalk/core/process/metrics'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Reply } from '../part/reply/reply-store.ts'
import { apply, pdf } from './form.ts'
import { useServer } from './harness.ts'
import { makeOwnedThings, type OwnedThings } from './owned-things.ts'
import { openAllStores } from './parts.ts'
import { scattered } from './query-rules.ts'
import { readCompanyRows } from './raw-database.ts'
import { type Query, recordQueries } from './recorded-queries.ts'
import { findScatter } from './shard-keys.ts'
import { turnOnSecondFactor } from './user.ts'

/*
 * Every query for a company's rows needs the company's id, so no service can forget it. These tests call each function of a
 * store with the id of another company: it must find and change nothing.
 */

const server = useServer()
let owner: OwnedThings
/** The id of the owner's user, who has a second factor. */
let ownerId: string
let stranger: string
let stores: ReturnType<typeof openAllStores>
let queries: Map<string, Query>
let job: StoredJob
/** A job that was never published. */
let draft: StoredJob
/** The form that the owner created a job in. */
let formId: string
let cvId: string
let reply: Reply
/** The CV of an upload that is not kept yet. */
let arrivingCvId: string
const externalId = 'owned'
const later = new Date(Date.now() + 86_400_000)
const by = { updatedAt: later, changedBy: 'api' } as const
const at = { linkedAt: later, ...by }
const NOTE = { id: 'note_x', by: 'salma@atlas.example', at: new Date(), text: 'Bonjour' }
const page = { page: 1, pageSize: 10 }
const inOrder = { sort: 'jobId', order: 'descending' } as const
const ever = { afterMs: 0, throughMs: later.getTime() }

beforeAll(async () => {
  owner = await makeOwnedThings(server)
  stranger = (await server.company()).id
  await turnOnSecondFactor(owner.client)
  ownerId = (await owner.client.session.me.query()).userId
  const { company } = owner
  const { body } = await company.call('POST', '/job', { job: { id: externalId, title: owner.mark } })
  await company.call('PUT', `/job/${externalId}`, { job: { city: owner.mark } })
  await owner.client.job.unpublish.mutate({ jobId: body.jobId })
  await owner.client.job.publish.mutate({ jobId: body.jobId })
  await apply(body.jobUrl, { lastName: owner.mark }, new Uint8Array(pdf))
  await company.call('GET', '/candidates')
  // A request that fails, because failed requests are counted separately.
  await company.call('GET', '/job/none')
  await server.deps.background.settled()
  await server.deps.recorder.flush()
  await server.deps.keyUses.flush()
  await server.deps.keyChangeRecorder.flush()
  const uri = inject('mongodbUri')
  const connection = await connect(uri, server.connection.db.databaseName, { observer: createMetrics() })
  stores = openAllStores(connection)
  queries = recordQueries(connection)
  cvId = stores.cvs.newId()
  const upload = { companyId: company.id, applicationId: owner.applicationId, cvId }
  await stores.cvUploads.insert({ ...upload, fileName: 'cv.pdf', until: new Date(0) })
  await stores.cvUploads.setKept(company.id, cvId, true)
  arrivingCvId = stores.cvs.newId()
  await stores.cvUploads.insert({ ...upload, cvId: arrivingCvId, fileName: 'cv.pdf', until: later })
  await stores.cvs.save(
    { companyId: company.id, applicationId: owner.applicationId },
    cvId,
    createCvFile('cv.pdf', pdf).open,
  )
  await stores.notes.insert(company.id, { ...NOTE, applicationId: owner.applicationId }, later)
  const mail = { companyId: company.id, target: owner.invited.id, locale: null, expiresAt: later }
  await stores.mails.insert({ ...mail, id: 'mail_x', kind: 'invitation' }, later)
  const { id: companyId } = company
  const replied = { companyId, kind: 'refuse', by: 'user', actor: NOTE.by, token: 'a', askedAt: later } as const
  const template = { subject: owner.mark, text: owner.mark }
  await stores.replies.ask({ ...replied, sendAt: later }, [
    { applicationId: owner.applicationId, locale: 'fr', template },
  ])
  reply = (await stores.replies.find(companyId, owner.applicationId, 'refuse')) ?? expect.fail('it was just stored')
  await stores.replyRules.replace(companyId, { ...(await stores.replyRules.find(companyId)), delayMinutes: 10 }, 'a')
  await stores.applicantLinks.addSecret(companyId, owner.applicationId, 'hash')
  await stores.applicantLinks.noteWithdrawn(companyId, owner.applicationId, later)
  const report = { companyId: company.id, jobId: owner.jobId, reason: 'FRAUD', text: owner.mark } as const
  await stores.reports.insert({ ...report, id: 'report_x', at: new Date(), email: 'salma.bennani@example.com' })
  await stores.watches.addWatcher(company.id, ownerId, later)
  const atsDay = { companyId: company.id, use: 'poll', day: new Date(0), longestMs: 1 } as const
  await stores.watches.noteDistances([{ ...atsDay, _id: 'ats_x' }])
  formId = randomUUID()
  await owner.client.job.create.mutate({ formId, job: { title: owner.mark } })
  job = (await stores.jobs.findByExternalId(company.id, externalId)) ?? expect.fail('the job was just made')
  await company.call('POST', '/job', { job: { id: 'draft', title: owner.mark, status: 'UNPUBLISHED' } })
  draft = (await stores.jobs.findByExternalId(company.id, 'draft')) ?? expect.fail('the draft was just made')
  return () => connection.close()
})

type Stores = ReturnType<typeof openAllStores>
interface Functions {
  /** A call of the stranger for something of the owner's. */
  [name: string]: (() => unknown) | string[]
  /** Functions that make a row, whose company the row names, and functions for the whole board, the operator or a process. */
  others: string[]
}

const functions: Record<
  Exclude<keyof Stores, 'createLimiter' | 'signInLimit' | 'mailLimit' | 'alertLimit' | 'reportLimit' | 'replyLimit'>,
  (stores: Stores) => Functions
> = {
  apiKeys: ({ apiKeys }) => ({
    find: () => apiKeys.find(owner.key.id, stranger),
    list: async () => (await apiKeys.list(stranger)).filter(({ companyId }) => companyId !== stranger),
    revoke: () => apiKeys.revoke(stranger, owner.key.id, later),
    revokeAll: () => apiKeys.revokeAll(stranger, later),
    replace: () => apiKeys.replace(stranger, owner.key.id, 'key_of_a_stranger'),
    remove: () => apiKeys.remove(stranger, owner.key.id),
    rename: () => apiKeys.rename(stranger, owner.key.id, 'of a stranger'),
    revokeFrom: () => apiKeys.revokeFrom(stranger, owner.key.id, later),
    noteUses: () => apiKeys.noteUses([{ companyId: stranger, id: owner.key.id, field: 'lastUsedAt', at: later }]),
    others: ['insert', 'findByHash', 'recallOwner'],
  }),
  removedCompanies: () => ({ others: ['insert', 'findIds', 'has', 'claim', 'postpone', 'remove'] }),
  users: ({ users }) => ({
    noteVisit: () => users.noteVisit(stranger, { id: ownerId }, { seenAt: later }),
    noteRemoval: () => users.noteRemoval(stranger, owner.invited.id, later),
    list: () => users.list(stranger),
    findByEmail: () => users.findByEmail(stranger, owner.invited.email),
    listByEmail: () => users.listByEmail(owner.invited.email, { companyId: stranger }, 10),
    remove: () => users.remove(stranger, owner.invited.id),
    lockOut: () => users.lockOut(stranger, owner.invited.id),
    setDigest: () => users.setDigest(stranger, owner.invited.id, { dueAt: later, through: later }),
    postponeDigest: () => users.postponeDigest(stranger, ownerId, later, later),
    noteDigested: () => users.noteDigested(stranger, owner.invited.id, later),
    replaceLink: () => users.replaceLink(stranger, owner.invited.id, { hash: 'of a stranger', expiresAt: later }),
    others: ['insert', 'find', 'findByLink', 'useLink', 'replacePassword', 'endAllLinks', 'listDigestsDue'],
  }),
  secondFactors: ({ secondFactors }) => ({
    turnOff: () => secondFactors.turnOff(stranger, ownerId),
    others: [
      'find',
      'enrol',
      'findEnrolment',
      'turnOn',
      'useStep',
      'useRecoveryCode',
      'replaceRecoveryCodes',
      'endAllRecoveryCodes',
    ],
  }),
  jobs: ({ jobs }) => ({
    findByExternalId: () => jobs.findByExternalId(stranger, externalId),
    recall: () => jobs.recall(stranger, externalId),
    findLatest: () => jobs.findLatest(stranger, externalId),
    findHolder: () => jobs.findHolder(stranger, externalId),
    findLatestOfEach: () => jobs.findLatestOfEach(stranger, [externalId]),
    findByForm: () => jobs.findByForm(stranger, formId),
    findById: () => jobs.findById(stranger, job.id),
    findByIds: () => jobs.findByIds(stranger, [job.id]),
    findTitles: () => jobs.findTitles(stranger, [job.id]),
    findExternalIds: () => jobs.findExternalIds(stranger, [job.id]),
    findIdsByTitle: () => jobs.findIdsByTitle(stranger, [owner.mark], 10),
    findMovedSince: () => jobs.findMovedSince(stranger, new Date(0)),
    findLatestExternalIds: () => jobs.findLatestExternalIds(stranger, [job.id]),
    replace: () => jobs.replace({ ...job, companyId: stranger }, { ...job, status: 'UNPUBLISHED' }, by),
    unpublish: () => jobs.unpublish({ companyId: stranger, externalId, mark: by }),
    deleteDraft: () => jobs.deleteDraft({ ...draft, companyId: stranger }),
    setExternalIds: () => jobs.setExternalIds(stranger, [{ jobId: owner.jobId, externalId: 'taken', revision: 1 }], at),
    countByStatus: () => jobs.countByStatus(stranger, 'PUBLISHED'),
    countWithheld: () => jobs.countWithheld(stranger),
    replaceExternalId: () => jobs.replaceExternalId({ ...job, companyId: stranger }, 'taken', at),
    readShown: () => jobs.readShown([{ id: job.id, companyId: stranger }]),
    readPublished: () => jobs.readPublished([{ id: job.id, companyId: stranger }]),
    findUnchanged: () => jobs.findUnchanged(stranger, later, 0, 10),
    list: () => jobs.list(stranger, ['PUBLISHED', 'UNPUBLISHED'], page),
    lookUp: () => jobs.lookUp(stranger, ['PUBLISHED'], { search: [], ...inOrder, ...page }),
    lookUpIds: () => jobs.lookUpIds(stranger, ['PUBLISHED'], { search: [], ...inOrder }),
    setSuspension: () => jobs.setSuspension({ ...job, companyId: stranger }, later, later),
    findSuspended: () => jobs.findSuspended(stranger, 10),
    touchAll: () => jobs.touchAll(stranger),
    others: [
      'findCompanyOf',
      'skipIds',
      'nextId',
      'prepareId',
      'insert',
      'withholdClosed',
      'countPublishedByCompany',
      'readChanged',
      'findLastChange',
      'readListedRevisions',
      'readListed',
      'readListedLatest',
      'findOnBoard',
      'findAddresses',
      'subscribe',
    ],
  }),
  applications: ({ applications }) => ({
    findByIds: () => applications.findByIds(stranger, [owner.applicationId]),
    findIdsByReference: () => applications.findIdsByReference(stranger, owner.applicationId.slice(0, 8)),
    list: () => applications.list({ companyId: stranger, ...ever }, page),
    listChanged: () =>
      applications.listChanged(
        { companyId: stranger, changedSince: new Date(0), jobIds: [owner.jobId], afterMs: 0 },
        page,
      ),
    count: () => applications.count({ companyId: stranger, ...ever }),
    countErased: () => applications.countErased({ companyId: stranger, ...ever }),
    findNewestDate: () => applications.findNewestDate(stranger),
    countAll: () => applications.countAll(stranger),
    countByDay: () => applications.countByDay(stranger, new Date(0), owner.jobId),
    lookUp: () => applications.lookUp(stranger, { search: [], ...inOrder, ...page }),
    listFirst: () => applications.listFirst(stranger, { search: [], ...inOrder }, 10),
    countAttention: () => applications.countAttention(stranger, { reason: 'new', at: new Date(0) }),
    countByStatus: () => applications.countByStatus(stranger, { search: [] }),
    listJobIds: () => applications.listJobIds(stranger),
    countByJob: () => applications.countByJob(stranger, [job.id, owner.jobId]),
    countNewByJob: () => applications.countNewByJob(stranger, { after: new Date(0), through: later }),
    findLatestOfEach: () => applications.findLatestOfEach(stranger, [owner.applicationId]),
    updateEach: () => {
      const named = { id: owner.applicationId, token: 'token' }
      return applications.updateEach(stranger, [
        { ...named, status: 'REJECTED', by: 'api', actor: 'key_of_stranger' },
        { ...named, confirmedBy: 'key_of_stranger' },
      ])
    },
    listByEmail: () => applications.listByEmail(stranger, 'salma.bennani@example.com'),
    listEmails: () => applications.listEmails(stranger, 'salma'),
    noteConfirmation: () => applications.noteConfirmation(stranger, owner.applicationId, later, 'token'),
    listByExactEmails: () => applications.listByExactEmails(stranger, ['salma.bennani@example.com']),
    countByExactEmails: () => applications.countByExactEmails(stranger, ['salma.bennani@example.com'], 10),
    listDates: () => applications.listDates(stranger, { after: new Date(0), before: later }, 10),
    countKept: () => applications.countKept(stranger, { after: new Date(0), before: later }, 10),
    erase: () => applications.erase(stranger, owner.applicationId, later, 'token'),
    setPositions: () =>
      applications.setPositions(stranger, [{ id: owner.applicationId, token: 'token', changePosition: later }]),
    listUnpositioned: () => applications.listUnpositioned(stranger, 10),
    fenceReservedPositions: () => applications.fenceReservedPositions(stranger, 'of a stranger'),
    listPositioned: () => applications.listPositioned({ companyId: stranger, ...ever }, 10),
    countPositioned: () => applications.countPositioned({ companyId: stranger, ...ever }),
    findLastPosition: () => applications.findLastPosition(stranger),
    others: ['insertNew'],
  }),
  heldApplications: ({ heldApplications }) => ({
    find: () => heldApplications.find(stranger, owner.heldId),
    findNotDiscarded: () => heldApplications.findNotDiscarded(stranger, owner.heldId),
    findByIds: () => heldApplications.findByIds(stranger, [owner.heldId]),
    listByReference: () => heldApplications.listByReference(stranger, owner.heldId.slice(0, 8)),
    list: () => heldApplications.list(stranger, page),
    count: () => heldApplications.count(stranger),
    listAfter: () => heldApplications.listAfter(stranger, undefined, 10),
    listBetween: () => heldApplications.listBetween(stranger, new Date(0), later, 10),
    listByEmail: () => heldApplications.listByEmail(stranger, 'salma.bennani@example.com'),
    countByExactEmails: () => heldApplications.countByExactEmails(stranger, ['salma.bennani@example.com'], 10),
    listEmails: () => heldApplications.listEmails(stranger, 'salma'),
    decide: () => heldApplications.decide(stranger, owner.heldId, 'discarded'),
    remove: () => heldApplications.remove(stranger, [owner.heldId]),
    others: ['insert', 'listOverdue'],
  }),
  notes: ({ notes }) => ({
    keep: () => notes.keep(stranger, NOTE.id),
    listOf: () => notes.listOf(stranger, [owner.applicationId]),
    remove: () => notes.remove(stranger, NOTE),
    removeAllOf: () => notes.removeAllOf(stranger, [owner.applicationId]),
    others: ['insert'],
  }),
  forms: ({ forms }) => ({
    list: () => forms.list(stranger, { applicationIds: [owner.heldId] }, 10),
    others: ['insertMany'],
  }),
  cvs: ({ cvs }) => ({
    removeAllForApplication: () =>
      cvs.removeAllForApplication({ companyId: stranger, id: owner.applicationId, cvId: null }),
    others: ['newId', 'save', 'open', 'remove'],
  }),
  cvUploads: ({ cvUploads }) => ({
    setKept: () => cvUploads.setKept(stranger, arrivingCvId, true),
    listKept: () => cvUploads.listKept(stranger, owner.applicationId),
    prolong: () => cvUploads.prolong(strangersUpload(), later),
    condemn: () => cvUploads.condemn(strangersUpload(), later),
    endTime: () => cvUploads.endTime(strangersUpload(), later),
    condemnReplaced: () => cvUploads.condemnReplaced(strangersUpload()),
    abandon: () => cvUploads.abandon({ companyId: stranger, applicationId: owner.applicationId }, later),
    remove: () => cvUploads.remove(stranger, cvId),
    others: ['insert', 'listExpired'],
  }),
  auditEvents: ({ auditEvents }) => ({
    list: async () => (await auditEvents.list(stranger, undefined, 100)).events.filter(({ by }) => by !== 'operator'),
    listOf: () => auditEvents.listOf(stranger, [owner.applicationId, owner.invited.email]),
    listOfJob: () => auditEvents.listOfJob(stranger, job.id, { actions: ['job_unpublished'] }, 10),
    others: ['newId', 'insert'],
  }),
  keyChanges: ({ keyChanges }) => ({
    list: () => keyChanges.list(stranger, null, 10),
    listOfJob: () => keyChanges.listOfJob(stranger, job.id, null, 10),
    others: ['insertMany'],
  }),
  requests: ({ requests }) => ({
    list: () => requests.list(stranger, {}, 10),
    countSince: () => requests.countSince(stranger, 'failed', new Date(0)),
    findPoll: () => requests.findPoll(stranger, { keyId: owner.key.id, date: later, jobId: 1, isPast: false }),
    others: ['insertMany'],
  }),
  views: ({ views }) => ({
    countByDay: () => views.countByDay(stranger, new Date(0), owner.jobId),
    findMostRead: () => views.findMostRead(stranger, new Date(0), 10),
    others: ['add'],
  }),
  mails: ({ mails }) => ({
    cancel: () => mails.cancel(stranger, [owner.invited.id, owner.applicationId]),
    others: ['insert', 'listIds', 'claim', 'end', 'postpone', 'cancelAll'],
  }),
  replies: ({ replies }) => ({
    listOf: () => replies.listOf(stranger, [owner.applicationId]),
    find: () => replies.find(stranger, owner.applicationId, 'refuse'),
    cancel: () =>
      replies.cancel(stranger, 'refuse', [owner.applicationId], {
        cancelReason: 'taken_back',
        token: 'of a stranger',
        changedAt: later,
      }),
    begin: () => replies.begin({ ...reply, companyId: stranger }, later),
    end: () => replies.end({ ...reply, companyId: stranger }, later, { state: 'sent' }),
    removeAllOf: () => replies.removeAllOf(stranger, [owner.applicationId]),
    others: ['ask', 'claim', 'cancelAll'],
  }),
  replyRules: ({ replyRules }) => ({
    find: async () => (await replyRules.find(stranger)).delayMinutes - 60,
    others: ['replace'],
  }),
  // A link is of no user: it is found by the secrets of its mails.
  applicantLinks: ({ applicantLinks }) => ({
    addSecret: () => applicantLinks.addSecret(stranger, owner.applicationId, 'of a stranger'),
    findWithdrawn: () => applicantLinks.findWithdrawn(stranger, [owner.applicationId]),
    noteWithdrawn: () => applicantLinks.noteWithdrawn(stranger, owner.applicationId, later),
    remove: () => applicantLinks.remove(stranger, owner.applicationId),
    others: ['findBySecret'],
  }),
  // An alert is of no user: it is found by its own id and by the secrets of its mails.
  alerts: ({ alerts }) => ({
    findIdsByEmail: () => alerts.findIdsByEmail('salma.bennani@example.com', stranger),
    listEmails: () => alerts.listEmails('salma', stranger),
    others: [
      'insert',
      'find',
      'findBySecret',
      'addSecret',
      'confirm',
      'removeBySecret',
      'remove',
      'listDue',
      'postpone',
      'noteTold',
    ],
  }),
  // The operator reads and closes reports of all companies.
  reports: ({ reports }) => ({
    listOpenOf: () => reports.listOpenOf({ companyId: stranger, jobId: owner.jobId }),
    noteTold: () => reports.noteTold(stranger, ['report_x'], later),
    findIdsByEmail: () => reports.findIdsByEmail('salma.bennani@example.com', stranger),
    others: ['insert', 'list', 'countOpen', 'listUntoldJobs', 'close', 'closeAllOf', 'erase'],
  }),
  // The id of a row of these stores is the id of its company.
  companies: () => ({
    others: [
      'insert',
      'isEmpty',
      'find',
      'recallSlug',
      'findBySlug',
      'findByIds',
      'findAfter',
      'findPartStarts',
      'read',
      'updateTexts',
      'findSuspendedIds',
      'setSuspension',
      'findLogo',
      'readLogo',
      'saveLogo',
      'removeLogo',
      'findAny',
      'beginRemoval',
      'remove',
      'findIdsByNames',
      'findThumbnails',
      'saveThumbnail',
      'listLogosAfter',
      'findCover',
      'readCover',
      'saveCover',
      'removeCover',
    ],
  }),
  companyData: ({ companyData }) => ({
    remove: () => companyData.remove('cmp_none'),
    others: ['count'],
  }),
  pushes: ({ pushes }) => ({
    findPushedSince: () => pushes.findPushedSince(stranger, [job.id], new Date(0)),
    // The id of a rule is the id of its company.
    others: ['notePushes', 'findRule', 'setRule', 'claimRule', 'saveRule'],
  }),
  watches: ({ watches }) => ({
    listDistances: () => watches.listDistances(stranger, 'poll', 14),
    isWatcher: () => watches.isWatcher(stranger, ownerId),
    removeWatcher: () => watches.removeWatcher(stranger, ownerId),
    postponeWatcher: () => watches.postponeWatcher({ companyId: stranger, userId: ownerId, attempts: 0 }, later),
    others: ['noteDistances', 'addWatcher', 'claimWatcher'],
  }),
  searchNotices: () => ({
    others: ['begin', 'claim', 'save', 'findByJobs', 'write', 'findWaiting', 'noteTold', 'remove'],
  }),
  retentions: () => ({ others: ['readClock', 'find', 'set', 'claim', 'save'] }),
  sessions: () => ({ others: ['list', 'end', 'endAllOf', 'endAll'] }),
  mailboxes: () => ({
    others: [
      'read',
      'push',
      'raiseWatermark',
      'advance',
      'reservePositions',
      'pull',
      'fence',
      'listLastDates',
      'listWaitingDates',
    ],
  }),
}

const strangersUpload = () => ({
  cvId,
  companyId: stranger,
  applicationId: owner.applicationId,
  fileName: 'cv.pdf',
  until: new Date(0),
})

/** Whether an answer says that nothing was found and nothing was changed. */
function isNothing(answer: unknown): boolean {
  if (answer instanceof Date) return false
  if (answer instanceof Map) return answer.size === 0
  if (typeof answer === 'object' && answer !== null) return Object.values(answer).every(isNothing)
  return [undefined, null, false, 0, 'outdated'].some((nothing) => nothing === answer)
}

test.each(Object.keys(functions) as (keyof typeof functions)[])(
  '%s: no function finds or changes data of another company',
  async (name) => {
    const { others, ...calls } = functions[name](stores)
    // A new function of a store must be added to one of the two lists.
    expect([...Object.keys(calls), ...others].sort()).toEqual(Object.keys(stores[name]).sort())
    // What the server records a moment after an answer must not come in between.
    const { recorder, formRecorder, keyUses, keyChangeRecorder } = server.deps
    for (const each of [recorder, formRecorder, keyUses, keyChangeRecorder]) await each.flush()
    const before = await readCompanyRows(server.connection, owner.company.id)
    for (const [called, call] of Object.entries(calls)) {
      const answer = typeof call === 'function' && (await call())
      expect([called, answer, isNothing(answer)]).toEqual([called, answer, true])
    }
    expect(await readCompanyRows(server.connection, owner.company.id)).toEqual(before)
  },
)

test('the same functions find the data for its owner, so that each of them could have found something', async () => {
  const { id } = owner.company
  const found = await Promise.all([
    stores.jobs.list(id, ['PUBLISHED'], page),
    stores.applications.lookUp(id, { search: [], ...inOrder, ...page }),
    stores.cvUploads.listKept(id, owner.applicationId),
    stores.requests.countSince(id, 'failed', new Date(0)),
    stores.auditEvents.list(id, undefined, 100),
  ])
  expect(found).toMatchObject([{ total: 3 }, { total: 2 }, [{ cvId }], 1, { events: expect.any(Array) }])
})

test('each of these queries names its shard on a sharded cluster, but for those that are named with the reason', () => {
  const found = [...queries].flatMap(([shape, query]) => {
    const fault = findScatter(query)
    return fault === undefined || shape in scattered ? [] : [{ shape, fault }]
  })
  expect(found).toEqual([])
  expect(queries.size).toBeGreaterThan(100)
})
