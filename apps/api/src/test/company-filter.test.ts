import { beforeAll, expect, test } from 'vitest'
import { createStores } from '../deps.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { apply, pdf } from './form.ts'
import { useServer } from './harness.ts'
import { makeOwnedThings, type OwnedThings } from './owned-things.ts'

/*
 * Every query of a company carries its id, so no service can forget to ask whose a row is: each function of a store is
 * called in the name of another company, and finds and changes nothing.
 */

const server = useServer()
let owner: OwnedThings
let stranger: string
let stores: ReturnType<typeof createStores>
let job: StoredJob
let cvId: string
/** Of an upload that is not kept yet. */
let arrivingCvId: string
const externalId = 'owned'
const later = new Date(Date.now() + 86_400_000)
const at = { linkedAt: later, updatedAt: later }
const search = { words: [], city: undefined, contractType: undefined, workMode: undefined, language: undefined }
const page = { page: 1, pageSize: 10 }
const ever = { afterMs: 0, throughMs: later.getTime() }

beforeAll(async () => {
  owner = await makeOwnedThings(server)
  stranger = (await server.company()).id
  const { company } = owner
  const { body } = await company.call('POST', '/job', { job: { id: externalId, title: owner.mark } })
  await apply(body.jobUrl, { lastName: owner.mark }, new Uint8Array(pdf))
  await company.call('GET', '/candidates')
  // A request that failed, for those are counted apart.
  await company.call('GET', '/job/none')
  await server.deps.background.settled()
  await server.deps.recorder.flush()
  stores = createStores(server.connection)
  cvId = stores.cvs.newId()
  const upload = { companyId: company.id, applicationId: owner.applicationId, cvId }
  await stores.cvUploads.insert({ ...upload, fileName: 'cv.pdf', until: new Date(0) })
  await stores.cvUploads.markKept(company.id, cvId)
  arrivingCvId = stores.cvs.newId()
  await stores.cvUploads.insert({ ...upload, cvId: arrivingCvId, fileName: 'cv.pdf', until: later })
  await stores.cvs.save({ companyId: company.id, applicationId: owner.applicationId }, cvId, pdf)
  job = (await stores.jobs.findByExternalId(company.id, externalId)) ?? expect.fail('the job was just made')
})

/** What the stores have of the owner, whatever they answer. */
async function ownedRows(): Promise<string[]> {
  const rows: string[] = []
  for (const { name } of await server.connection.listCollections()) {
    for (const document of await server.connection.collection(name).find().toArray()) {
      const text = JSON.stringify(document)
      if (text.includes(owner.company.id) || name === 'cvs.chunks') rows.push(`${name} ${text}`)
    }
  }
  return rows.sort()
}

type Stores = ReturnType<typeof createStores>
interface Functions {
  /** By name, a call in the name of the stranger for what is the owner's, and what it must answer. */
  ofCompany: Record<string, [call: () => unknown, answer: unknown]>
  /** Those that make a row of the company that it names, or are for the whole board, the operator or a process. */
  others: string[]
}

const functions: Record<Exclude<keyof Stores, 'createLimiter' | 'signInLimit'>, (stores: Stores) => Functions> = {
  apiKeys: ({ apiKeys }) => ({
    ofCompany: {
      find: [() => apiKeys.find(owner.key.id, stranger), undefined],
      list: [async () => (await apiKeys.list(stranger)).filter(({ companyId }) => companyId !== stranger), []],
      revoke: [() => apiKeys.revoke(stranger, owner.key.id, later), undefined],
      revokeFrom: [() => apiKeys.revokeFrom(stranger, owner.key.id, later), undefined],
      noteUse: [() => apiKeys.noteUse(stranger, owner.key.id, ['lastUsedAt'], later), undefined],
    },
    others: ['insert', 'findByHash'],
  }),
  administrators: ({ administrators }) => ({
    ofCompany: {
      list: [() => administrators.list(stranger), []],
      remove: [() => administrators.remove(stranger, owner.invited.id), undefined],
      replaceLink: [
        () => administrators.replaceLink(stranger, owner.invited.id, { hash: 'of a stranger', expiresAt: later }),
        undefined,
      ],
    },
    others: ['insert', 'find', 'findByEmail', 'findByLink', 'useLink'],
  }),
  jobs: ({ jobs }) => ({
    ofCompany: {
      findByExternalId: [() => jobs.findByExternalId(stranger, externalId), undefined],
      recall: [() => jobs.recall(stranger, externalId), undefined],
      findLatest: [() => jobs.findLatest(stranger, externalId), undefined],
      findHolder: [() => jobs.findHolder(stranger, externalId), undefined],
      findLatestOfEach: [() => jobs.findLatestOfEach(stranger, [externalId]), []],
      findById: [() => jobs.findById(stranger, job.id), undefined],
      findBySlug: [() => jobs.findBySlug(stranger, job.slug), undefined],
      findByIds: [() => jobs.findByIds(stranger, [job.id]), []],
      findExternalIds: [() => jobs.findExternalIds(stranger, [job.id]), new Map()],
      findLatestExternalIds: [() => jobs.findLatestExternalIds(stranger, [job.id]), new Map()],
      replace: [() => jobs.replace({ ...job, companyId: stranger }, { ...job, status: 'UNPUBLISHED' }, later), false],
      setExternalIds: [
        () => jobs.setExternalIds(stranger, [{ jobId: owner.jobId, externalId: 'taken', revision: 1 }], at),
        ['outdated'],
      ],
      countByStatus: [() => jobs.countByStatus(stranger, 'PUBLISHED'), 0],
      replaceExternalId: [() => jobs.replaceExternalId({ ...job, companyId: stranger }, 'taken', at), 'outdated'],
      search: [() => jobs.search(stranger, search, page), []],
      countByFilters: [() => jobs.countByFilters(stranger, []), []],
      findPublished: [() => jobs.findPublished(stranger, 0, 10), []],
      list: [() => jobs.list(stranger, ['PUBLISHED', 'UNPUBLISHED'], page), { jobs: [], total: 0 }],
      lookUp: [() => jobs.lookUp(stranger, ['PUBLISHED'], { search: [], ...page }), { jobs: [], total: 0 }],
    },
    others: [
      ...['skipIds', 'nextId', 'insert', 'findPublishedOnBoard', 'findPublishedAddresses'],
      ...['findPartStarts', 'findPublishingCompanies'],
    ],
  }),
  applications: ({ applications }) => ({
    ofCompany: {
      findByIds: [() => applications.findByIds(stranger, [owner.applicationId]), []],
      list: [() => applications.list({ companyId: stranger, ...ever }, page), []],
      count: [() => applications.count({ companyId: stranger, ...ever }), 0],
      newestDate: [() => applications.newestDate(stranger), undefined],
      countAll: [() => applications.countAll(stranger), 0],
      countByDay: [() => applications.countByDay(stranger, new Date(0)), new Map()],
      lookUp: [() => applications.lookUp(stranger, { search: [], ...page }), { applications: [], total: 0 }],
      countByJob: [() => applications.countByJob(stranger, [job.id, owner.jobId]), new Map()],
      setStatus: [() => applications.setStatus(stranger, owner.applicationId, 'REJECTED'), false],
      listOfPerson: [() => applications.listOfPerson(stranger, 'salma.bennani@example.com'), []],
      erase: [() => applications.erase(stranger, owner.applicationId, later), undefined],
    },
    others: ['insertNew'],
  }),
  cvs: ({ cvs }) => ({
    ofCompany: {
      removeAllOf: [() => cvs.removeAllOf({ companyId: stranger, id: owner.applicationId, cvId: null }), undefined],
    },
    others: ['newId', 'save', 'open', 'remove'],
  }),
  cvUploads: ({ cvUploads }) => ({
    ofCompany: {
      markKept: [() => cvUploads.markKept(stranger, arrivingCvId), undefined],
      listKept: [() => cvUploads.listKept(stranger, owner.applicationId), []],
      prolong: [() => cvUploads.prolong(strangersUpload(), later), false],
      condemn: [() => cvUploads.condemn(strangersUpload(), later), false],
      abandon: [() => cvUploads.abandon({ companyId: stranger, applicationId: owner.applicationId }, later), []],
      remove: [() => cvUploads.remove(stranger, cvId), undefined],
    },
    others: ['insert', 'listExpired'],
  }),
  auditEvents: ({ auditEvents }) => ({
    ofCompany: {
      list: [
        async () => (await auditEvents.list(stranger, undefined, 100)).events.filter(({ by }) => by !== 'operator'),
        [],
      ],
    },
    others: ['newId', 'insert'],
  }),
  requests: ({ requests }) => ({
    ofCompany: {
      list: [() => requests.list(stranger, {}, 10), { requests: [], next: null }],
      countFailed: [() => requests.countFailed(stranger, new Date(0)), 0],
    },
    others: ['insertMany'],
  }),
  // A row of these is the company's own: its id is the company's.
  companies: () => ({
    ofCompany: {},
    others: [
      ...['insert', 'isEmpty', 'find', 'findBySlug', 'findByIds', 'findAfter', 'partStarts', 'updateProfile'],
      ...['findLogo', 'readLogo', 'saveLogo', 'removeLogo'],
    ],
  }),
  mailboxes: () => ({ ofCompany: {}, others: ['read', 'push', 'raiseClock', 'advance', 'pull', 'shutOut'] }),
}

const strangersUpload = () => ({
  ...{ cvId, companyId: stranger, applicationId: owner.applicationId },
  ...{ fileName: 'cv.pdf', until: new Date(0) },
})

test.each(Object.keys(functions) as (keyof typeof functions)[])(
  '%s: no function finds or changes what is another company’s',
  async (name) => {
    const { ofCompany, others } = functions[name](stores)
    // Whoever adds a function says here whose rows it is for.
    expect([...Object.keys(ofCompany), ...others].sort()).toEqual(Object.keys(stores[name]).sort())
    const before = await ownedRows()
    for (const [called, [call, answer]] of Object.entries(ofCompany))
      expect([called, await call()]).toEqual([called, answer])
    expect(await ownedRows()).toEqual(before)
  },
)

test('the owner is found by the same functions, so that each of them could have found something', async () => {
  const { id } = owner.company
  const found = await Promise.all([
    stores.jobs.list(id, ['PUBLISHED'], page),
    stores.applications.lookUp(id, { search: [], ...page }),
    stores.cvUploads.listKept(id, owner.applicationId),
    stores.requests.countFailed(id, new Date(0)),
    stores.auditEvents.list(id, undefined, 100),
  ])
  expect(found).toMatchObject([{ total: 2 }, { total: 2 }, [{ cvId }], 1, { events: expect.any(Array) }])
  expect(await stores.jobs.countByFilters(id, [])).not.toEqual([])
})
