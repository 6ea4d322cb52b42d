import { randomUUID } from 'node:crypto'
import { everyJob } from '@boardwalk/core/catalogue/query'
import { findHoldings, removeCompany, sweepRemovedCompanies } from '@boardwalk/core/company/removal'
import { createCvFile } from '@boardwalk/core/cv/upload'
import { createGate } from '@boardwalk/mongo-proxy'
import { beforeAll, describe, expect, it } from 'vitest'
import { queueInvitation } from '../feature/user/mails.ts'
import { alerting } from '../part/alert/state.ts'
import { notPushed } from '../part/not-pushed/state.ts'
import { replying } from '../part/reply/state.ts'
import { reporting } from '../part/report/state.ts'
import { telling } from '../part/search-engine/state.ts'
import { noteDistance } from '../part/watch/habit.ts'
import { watching } from '../part/watch/state.ts'
import { apply, pdf } from './form.ts'
import { useSecondServer, useServer } from './harness.ts'
import { logo } from './logo.ts'
import { makeOwnedThings, type OwnedThings } from './owned-things.ts'
import { findCollectionsWith } from './raw-database.ts'
import { openBackOffice } from './user.ts'

/* A and B are two servers over one database. The operator's command is a third process: here it runs beside A. */

const a = useServer()
const b = useSecondServer(a)

const ownedCollections = () =>
  [...a.connection.opened.values()]
    .filter(({ name, owner }) => !('noCompany' in owner) && name !== 'companies')
    .map(({ name }) => name)
    .sort()

/** A company with at least one row in every collection that holds rows of companies. */
async function makeCompany(): Promise<OwnedThings> {
  const owned = await makeOwnedThings(a)
  const { company, cookie } = owned
  const { client } = openBackOffice(a.url, a.url, cookie)
  await client.company.setLogo.mutate({ base64: logo.toString('base64') })
  await client.company.setCover.mutate({ base64: logo.toString('base64') })
  // Without a date it is not due, so no server changes it meanwhile.
  const retentions = a.connection.db.collection<{ _id: string }>('retentions')
  await retentions.insertOne({ _id: company.id }, { bypassDocumentValidation: true })
  const { jobUrl } = await company.boardJob()
  await apply(jobUrl, {}, new Uint8Array(pdf))
  const note = { id: owned.applicationId, noteId: randomUUID(), text: 'Très bon entretien.' }
  await owned.client.application.addNote.mutate(note)
  await alerting(a.deps).alerts.insert({
    id: `alert_${company.id}`,
    companyId: company.id,
    email: owned.email,
    locale: 'fr',
    search: everyJob,
    page: `/fr/companies/${company.slug}`,
    through: new Date(),
    expiresAt: new Date(Date.now() + 864e5),
  })
  // It waits for a day, so no server sends it meanwhile.
  const later = new Date(Date.now() + 864e5)
  const call = { companyId: company.id, kind: 'refuse', by: 'user', actor: owned.email, token: 'a' } as const
  const template = { subject: 'Réponse', text: 'Bonjour' }
  const { replies, replyRules, applicantLinks } = replying(a.deps)
  await replies.ask({ ...call, askedAt: new Date(), sendAt: later }, [
    { applicationId: owned.applicationId, locale: 'fr', template },
  ])
  await replyRules.replace(company.id, await replyRules.find(company.id), 'a')
  await applicantLinks.addSecret(company.id, owned.applicationId, 'hash')
  await reporting(a.deps).reports.insert({
    id: `report_${company.id}`,
    companyId: company.id,
    jobId: owned.jobId,
    at: new Date(),
    reason: 'FRAUD',
    text: '',
    email: owned.email,
  })
  await telling(a.deps).searchNotices.write([
    {
      engine: 'indexnow',
      companyId: company.id,
      jobId: owned.jobId,
      revision: 1,
      changedAt: new Date(),
      state: 'withdrawn',
      isWithdrawn: true,
      isWaiting: false,
    },
  ])
  await company.call('GET', '/candidates')
  await company.call('PUT', '/job/pushed', { job: { title: 'Comptable' } })
  await owned.client.pushRule.set.mutate({ days: 365 })
  await company.call('PUT', '/job/pushed', { job: { title: 'Comptable' } })
  await notPushed(a.deps).pushRecorder.flush()
  // A rule that is off is not due, so no server changes it meanwhile.
  await owned.client.pushRule.set.mutate({ days: null })
  await company.call('PUT', '/job/pushed', { job: { title: 'Comptable junior' } })
  const use = { companyId: company.id, keyId: company.keyId, field: 'lastPollAt' } as const
  await noteDistance(a.deps, { ...use, at: new Date(), before: new Date(0) })
  await watching(a.deps).distanceRecorder.flush()
  await owned.client.watch.set.mutate({ isOn: true })
  await a.deps.background.settled()
  // What an upload that broke off leaves: its note, and chunks without a file.
  const upload = { companyId: company.id, applicationId: 'none', cvId: a.deps.cvs.newId() }
  await a.deps.cvUploads.insert({ ...upload, fileName: 'cv.pdf', until: new Date(Date.now() + 86_400_000) })
  await a.deps.cvs.save(upload, upload.cvId, createCvFile('cv.pdf', pdf).open)
  await a.connection.db.collection('cvs.files').deleteOne({ 'metadata.applicationId': 'none' })
  await queueInvitation(a.deps, { companyId: company.id, userId: owned.invited.id })
  await a.deps.recorder.flush()
  await a.deps.formRecorder.flush()
  await a.deps.keyUses.flush()
  await a.deps.keyChangeRecorder.flush()
  return owned
}

/** Every row of companies, as text. */
async function listRows(): Promise<string[]> {
  const rows: string[] = []
  for (const name of [...ownedCollections(), 'companies'])
    for (const row of await a.connection.db.collection(name).find().toArray())
      rows.push(`${name} ${JSON.stringify(row)}`)
  return rows.sort()
}

let keptId: string
let rowsOfKept: string[]
const listRowsOfKept = async () => (await listRows()).filter((row) => row.includes(keptId))
beforeAll(async () => {
  keptId = (await makeCompany()).company.id
  rowsOfKept = await listRowsOfKept()
})

const statusOf = async (url: string) => {
  const answer = await fetch(url)
  await answer.text()
  return answer.status
}
/** The public pages of a company. */
const pagesOf = (slug: string, jobUrl: string) => [
  `/fr/companies/${slug}`,
  `/fr/companies/${slug}/feed.xml`,
  new URL(jobUrl).pathname,
]

async function expectHidden(slug: string, jobUrl: string): Promise<void> {
  for (const { url } of [a, b]) {
    for (const page of pagesOf(slug, jobUrl)) expect(await statusOf(`${url}${page}`)).toBe(404)
    for (const path of ['/feed.xml', '/sitemap.xml'])
      expect(await (await fetch(`${url}${path}`)).text()).not.toContain(slug)
  }
}

/** The collections that still hold something of a company, but for its id, which stays until late rows are deleted. */
const findLeft = async (companyId: string) =>
  (await findCollectionsWith(a.connection, companyId)).filter((name) => name !== 'removedCompanies')

// At once, because a removal waits for seconds until other processes have forgotten the company.
describe.concurrent('removals of companies at once', () => {
  it('nothing of a removed company is left in any collection that the code defines, and no process lets a key, a session, an application or a visitor of it in', {
    tags: ['removed-company'],
  }, async () => {
    const { company, cookie, email } = await makeCompany()
    const { jobUrl } = await company.boardJob()
    const { rows } = await findHoldings(a.deps, company.slug)
    // A new collection that no company has here must be filled by `makeCompany`.
    expect([...rows.keys()].sort()).toEqual(ownedCollections())
    // Those of a file, and those of an upload that broke off.
    expect(rows.get('cvs.chunks')).toBe(2)
    // More rows than are deleted at once.
    const forms = Array.from({ length: 1_001 }, () => ({ companyId: company.id, at: new Date() }))
    await a.connection.db.collection('applicationForms').insertMany(forms, { bypassDocumentValidation: true })
    const { companies, companyData, requests } = a.deps
    const startMs = performance.now()
    let hiddenMs = 0
    const removedMs: number[] = []
    const deps = {
      ...a.deps,
      companies: {
        ...companies,
        beginRemoval: async (...args: Parameters<typeof companies.beginRemoval>) => {
          hiddenMs = performance.now()
          await companies.beginRemoval(...args)
          // Both processes know the company from before, and its key and user are refused already.
          for (const { url, call } of [a, b]) expect((await call(company.key, 'GET', '/jobs')).status, url).toBe(403)
        },
      },
      companyData: {
        ...companyData,
        remove: async (companyId: string) => {
          removedMs.push(performance.now())
          await companyData.remove(companyId)
          // Another process has refused the company's key, and records that a moment later.
          const record = { requestId: 'late', at: new Date(), operation: 'listJobs', status: 403, durationMs: 1 }
          const request = { companyId, keyId: company.keyId, ...record, errorMessage: 'Invalid API key' }
          if (removedMs.length === 1) await requests.insertMany([request])
        },
      },
    }
    for (const { url, call } of [a, b]) {
      for (const page of pagesOf(company.slug, jobUrl)) expect(await statusOf(`${url}${page}`)).toBe(200)
      expect((await call(company.key, 'GET', '/jobs')).status).toBe(200)
    }
    await removeCompany(deps, { companyId: company.id })
    // A process knows a key for 900 ms, and records within a second.
    const [first = 0, second = 0] = removedMs
    expect(hiddenMs - startMs).toBeGreaterThan(900)
    expect(first - hiddenMs).toBeGreaterThan(900)
    expect(second - first).toBeGreaterThan(1_900)
    await expectHidden(company.slug, jobUrl)
    for (const { url, call } of [a, b]) {
      expect((await call(company.key, 'GET', '/jobs')).status).toBe(403)
      expect((await apply(`${url}${new URL(jobUrl).pathname}`)).status).toBe(404)
      const { client } = openBackOffice(url, url, cookie)
      await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
    }
    // Also of a collection that the code says is no company's.
    expect(await findLeft(company.id)).toEqual([])
    expect(JSON.stringify(await listRows())).not.toContain(email)
    expect(await listRowsOfKept()).toEqual(rowsOfKept)
    expect(await companyData.count(company.id)).toEqual(new Map())
    const journal = a.connection.client.db(`${a.connection.db.databaseName}_journal`)
    const recorded = await journal.collection('entries').find({ companyId: company.id }).toArray()
    expect(recorded).toMatchObject([{ kind: 'company_removed', targetId: company.id, at: expect.any(Date) }])
    await expect(findHoldings(a.deps, company.slug)).rejects.toThrow('There is no company with the slug')
  })

  it('what a crash of the command leaves is out of reach, and the same command finishes it', async () => {
    const fail = () => Promise.reject(new Error('died'))
    const { companies, companyData } = a.deps
    const crashes = [
      { ...a.deps, companies: { ...companies, beginRemoval: fail } },
      { ...a.deps, companyData: { ...companyData, remove: fail } },
      { ...a.deps, companies: { ...companies, remove: fail } },
    ]
    const removals = await Promise.all(
      crashes.map(async (deps, index) => {
        const { company, cookie } = await makeCompany()
        return { deps, company, cookie, isHidden: index > 0, jobUrl: (await company.boardJob()).jobUrl }
      }),
    )
    const ends = await Promise.allSettled(
      removals.map(({ deps, company: { id } }) => removeCompany(deps, { companyId: id })),
    )
    expect(ends).toMatchObject(crashes.map(() => ({ status: 'rejected', reason: { message: 'died' } })))
    for (const { company, cookie, jobUrl, isHidden } of removals) {
      expect((await b.call(company.key, 'GET', '/jobs')).status).toBe(403)
      const { client } = openBackOffice(b.url, b.url, cookie)
      await expect(client.session.me.query()).rejects.toMatchObject({ data: { code: 'sign_in_required' } })
      if (isHidden) await expectHidden(company.slug, jobUrl)
    }
    await Promise.all(
      removals.map(async ({ company: { slug } }) => {
        const { company } = await findHoldings(a.deps, slug)
        await removeCompany(a.deps, { companyId: company.id })
      }),
    )
    for (const { company } of removals) expect(await findLeft(company.id)).toEqual([])
    expect(await listRowsOfKept()).toEqual(rowsOfKept)
  })

  it('a process that was held up during the removal confirms nothing, and what it has written is deleted', async ({
    onTestFinished,
  }) => {
    const { company } = await makeCompany()
    const { id: companyId } = company
    const { jobUrl } = await company.boardJob()
    const removed = createGate()
    /** Holds a store's call for this company. Resolves when the call comes. */
    const hold = (store: object, name: string, call: (...args: never[]) => Promise<unknown>) =>
      new Promise<void>((reached) => {
        const held = async (...args: never[]) => {
          if (JSON.stringify(args[0]).includes(companyId)) {
            reached()
            await removed.opened
          }
          return call(...args)
        }
        Object.assign(store, { [name]: held })
        onTestFinished(() => void Object.assign(store, { [name]: call }))
      })
    const { jobs, applications } = b.deps
    const reached = [hold(jobs, 'insert', jobs.insert), hold(applications, 'findByIds', applications.findByIds)]
    const created = b.call(company.key, 'POST', '/job', { job: { id: 'late', title: 'Late' } })
    const applied = apply(b.url + new URL(jobUrl).pathname)
    await Promise.all(reached)
    await removeCompany(a.deps, { companyId })
    removed.open()
    expect([(await created).status, (await applied).status]).toEqual([403, 410])
    await b.deps.background.settled()
    await b.deps.recorder.flush()
    await b.deps.formRecorder.flush()
    expect(await findLeft(companyId)).toContain('jobs')
    const { stopping } = a.deps.background
    await sweepRemovedCompanies({ ...a.deps, now: () => Date.now() + 61_000 }, stopping)
    expect(await findLeft(companyId)).toEqual([])
    for (const days of [1, 3, 12])
      await sweepRemovedCompanies({ ...a.deps, now: () => Date.now() + days * 86_400_000 }, stopping)
    expect(await findCollectionsWith(a.connection, companyId)).toEqual([])
  })
})
