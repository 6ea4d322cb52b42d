import { expect, it } from 'vitest'
import { useServer } from './test/harness.ts'
import { openAllStores } from './test/parts.ts'

const server = useServer()
type Stores = ReturnType<typeof openAllStores>

/** One call of each store, on data that are not there. The compiler asks for a new store's. */
const calls: { [Name in Exclude<keyof Stores, 'createLimiter'>]: (store: Stores[Name]) => Promise<unknown> } = {
  companies: (store) => store.find('none'),
  companyData: (store) => store.count('none'),
  removedCompanies: (store) => store.has('none'),
  apiKeys: (store) => store.list('none'),
  jobs: (store) => store.findById('none', 0),
  mailboxes: (store) => store.read('none'),
  applications: (store) => store.countAll('none'),
  heldApplications: (store) => store.findByIds('none', ['none']),
  notes: (store) => store.listOf('none', ['none']),
  forms: (store) => store.list('none', { applicationIds: ['none'] }, 1),
  cvs: (store) => store.remove('000000000000000000000000'),
  users: (store) => store.list('none'),
  secondFactors: (store) => store.find('none'),
  sessions: (store) => store.list('none', 1),
  signInLimit: (store) => store.takeCode('none'),
  replies: (store) => store.listOf('none', ['none']),
  replyRules: (store) => store.find('none'),
  applicantLinks: (store) => store.findWithdrawn('none', ['none']),
  replyLimit: (store) => store.take('none', 'none', 0),
  alerts: (store) => store.find('none'),
  alertLimit: (store) => store.take('none', 'none'),
  reports: (store) => store.findIdsByEmail('none'),
  reportLimit: (store) => store.take('none', 0),
  mails: (store) => store.cancel('none', []),
  mailLimit: (store) => store.takeInvitation('none'),
  auditEvents: (store) => store.listOf('none', ['none']),
  keyChanges: (store) => store.list('none', null, 1),
  retentions: (store) => store.find('none'),
  pushes: (store) => store.findRule('none'),
  requests: (store) => store.countSince('none', 'failed', new Date(0)),
  searchNotices: (store) => store.findWaiting('google', 1),
  cvUploads: (store) => store.listKept('none', 'none'),
  views: (store) => store.countByDay('none', new Date(0)),
  watches: (store) => store.isWatcher('none', 'none'),
}

it('every store retries its calls while the database changes its primary', async () => {
  let retried = 0
  const stores = openAllStores(server.connection, (call) => {
    retried += 1
    return call()
  })
  const { log, metrics } = server.deps
  stores.createLimiter.start({ secret: 'of this test', log, metrics })
  for (const [name, call] of Object.entries(calls)) {
    retried = 0
    // The cast holds because each call is in the entry of its store.
    await (call as (store: unknown) => Promise<unknown>)(stores[name as keyof Stores])
    expect([name, retried > 0]).toEqual([name, true])
  }
  expect(
    Object.keys(stores)
      .filter((name) => name !== 'createLimiter')
      .sort(),
  ).toEqual(Object.keys(calls).sort())
})
