import type { Connection } from '@boardwalk/core/db/connection'
import { type Index, listIndexes, type Plan, planQuery } from './index-plan.ts'
import type { Query } from './recorded-queries.ts'

/* What tests know of the rows of a collection, and the queries that may read more rows than they show, or ask all shards. */

/** Conditions that few rows meet, and those that nearly all rows meet. */
const known: Record<string, { few?: string[]; nearlyAll?: string[] }> = {
  alerts: { few: ['secretHashes='] },
  applicantLinks: { few: ['secretHashes='] },
  apiKeys: { few: ['keyId='] },
  apiRequests: { few: ['requests.requestId='] },
  // Callers and works go on from their last list, so few rows were changed since.
  applications: { few: ['changedAt>'] },
  jobs: { few: ['changedAt>'] },
  applicationForms: { few: ['requestId=', 'applicationId='] },
  applicationNotes: { few: ['applicationId='] },
  auditEvents: { few: ['target='] },
  // A row goes when its company is removed.
  companies: { nearlyAll: ['removedAt-'] },
  cvUploads: { few: ['applicationId='] },
  // Processes know all kinds, but for some minutes of an update.
  mails: { nearlyAll: ['kind='] },
  sessions: { few: ['session.userId='] },
  users: { few: ['email=', 'link.hash='] },
}

/** The indexes of the collection of a query. */
export function findIndexes({ opened }: Connection, { collection }: Pick<Query, 'collection'>): Index[] {
  const description = opened.get(collection)
  if (description === undefined) throw new Error(`no store has opened ${collection}`)
  return listIndexes(description)
}

export function planOn(connection: Connection, query: Query): Plan {
  const { few, nearlyAll } = known[query.collection] ?? {}
  return planQuery(query, findIndexes(connection, query), { few: new Set(few), nearlyAll: new Set(nearlyAll) })
}

const BACK_OFFICE = 'a user asks, and it reads the rows of one company'
const COUNTED = 'a user asks, and the rows have the numbers that it adds up'
const COUNTED_FULL =
  'a user asks; absent and null share an entry of an index, or the index is partial, so MongoDB reads the rows'

const OPERATOR = 'the operator removes or suspends a company'

/** The queries that read more rows than they show, by their shape, with their indexes and the reason. */
export const costly: Record<string, { by: string; why: string }> = {
  'alerts find companyId= limit': { by: '', why: OPERATOR },
  'apiRequests aggregate at> companyId= failed> group failed': { by: 'companyId, failed, at', why: COUNTED },
  'apiRequests aggregate at> companyId= warned> group warned': { by: 'companyId, warned, at', why: COUNTED },
  'applications aggregate companyId= date< erasedAt- status=': { by: 'companyId, erasedAt, date', why: COUNTED_FULL },
  'applications aggregate companyId= date> erasedAt>': {
    by: 'companyId, erasureConfirmed.at, date, erasedAt',
    why: COUNTED_FULL,
  },
  'applications aggregate companyId= date> sort date limit group erasedAt': {
    by: 'companyId, date',
    why: 'a user asks, and it has a limit',
  },
  'applications aggregate companyId= jobId= status=': { by: 'companyId, jobId, date', why: BACK_OFFICE },
  'applications find answers? companyId= jobId= sort date limit': { by: 'companyId, jobId, date', why: BACK_OFFICE },
  'applications find companyId= ($or? or jobId=) sort date limit': {
    by: 'companyId, date or companyId, jobId, date',
    why: BACK_OFFICE,
  },
  'applications find companyId= email~': { by: 'companyId, email', why: BACK_OFFICE },
  'heldApplications find companyId= email~ sort heldAt': { by: 'companyId, heldAt, _id', why: BACK_OFFICE },
  'jobDays aggregate companyId= day> group day views forms': { by: 'companyId, day', why: COUNTED },
  'jobDays aggregate companyId= day> group jobId views forms': { by: 'companyId, day', why: COUNTED },
  'jobDays aggregate companyId= day> jobId= group day views forms': { by: 'companyId, jobId, day', why: COUNTED },
  'jobReports aggregate closedAt-': {
    by: 'closedAt, at',
    why: 'open reports are few, because the operator closes them',
  },
  'jobs aggregate companyId= externalKey> status=': { by: 'companyId, externalKey', why: BACK_OFFICE },
  'jobs find companyId= externalKey> status= sort _id limit': { by: 'companyId, externalKey', why: BACK_OFFICE },
  'jobs find companyId= externalKey> status= sort changedAt _id limit': {
    by: 'companyId, externalKey',
    why: BACK_OFFICE,
  },
  'jobs find companyId= fields.title~ sort _id limit': { by: 'companyId, externalKey', why: BACK_OFFICE },
  'jobs find companyId= status= sort changedAt _id limit': { by: 'companyId, changedAt, _id', why: BACK_OFFICE },
  'jobs find _id> changedAt< companyId= externalKey> status= sort _id limit': {
    by: 'companyId, changedAt, _id',
    why: 'the work that unpublishes jobs that were not pushed goes through the jobs of a company once a day',
  },
  'jobs find _id> companyId= sort _id limit': { by: '_id', why: OPERATOR },
  'jobs find status=': { by: '', why: 'the catalogue reads the revisions of all jobs once, at a start' },
  'removedCompanies find all': { by: '', why: 'few companies are ever removed' },
}

const BY_JOB_ID = 'the catalogue knows the ids of jobs; a page asks for all of its rows at once'
const WORK = 'a work in the background looks for what is due on the whole board'

/** The queries of a company's data that ask all shards, by their shape, with the reason. */
export const scattered: Record<string, string> = {
  'cvUploads find until< sort until limit': WORK,
  'cvs.files find all limit': 'GridFS looks once in each process whether the collection is empty',
  'cvs.files find metadata.applicationId= metadata.companyId=': 'an erasure finds the CVs of an application',
  'cvs.files find metadata.companyId= limit': OPERATOR,
  'heldApplications find heldAt< sort heldAt limit': WORK,
  'jobReports aggregate closedAt-': WORK,
  'jobs find status=': 'the catalogue reads the revisions of all jobs once, at a start',
  'jobs find _id= sort _id': BY_JOB_ID,
  'jobs find _id= status= sort _id': BY_JOB_ID,
  'jobs find _id=': BY_JOB_ID,
  'jobs find _id= limit': OPERATOR,
  'jobs find changedAt>': WORK,
  'logos find _id> sort _id hash limit': WORK,
  'mailboxes find inbox.date>': WORK,
  'mailboxes update of many _id=': 'polls of one moment share it; a mailbox that it skipped is raised alone',
  'searchNotices find _id=': WORK,
  'searchNotices find engine= isWaiting= sort isWithdrawn changedAt limit': WORK,
}
