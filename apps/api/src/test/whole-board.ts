import { removeCompany } from '@boardwalk/core/company/removal'
import { resumeCompany, suspendCompany } from '@boardwalk/core/job/company-suspension'
import { resumeJob, suspendJob } from '@boardwalk/core/job/suspension'
import { createCoreWorks } from '@boardwalk/core/works'
import { operations } from '@boardwalk/schema/operations'
import * as mongo from 'mongodb'
import { expect, inject } from 'vitest'
import { thumbnailSweep } from '../feature/picture/company-pictures.ts'
import { exportedLists } from '../part/export/words.ts'
import { makeApplicantSecret } from '../part/reply/applicant.ts'
import { parts } from '../parts.ts'
import { callProcedure, procedures } from './back-office-call.ts'
import { apply, encodeForm, pdf } from './form.ts'
import type { useServer } from './harness.ts'
import { logo } from './logo.ts'
import { makeOwnedThings, type OwnedThings } from './owned-things.ts'
import { CV_PATHS, fillRoute, listPublicRoutes } from './public-routes.ts'

type Server = ReturnType<typeof useServer>

/**
 * Asks a board for everything once: each operation of the API, route of the public site, procedure and file of the back office, work in the
 * background, and what the operator does to companies. Fails if the server fails.
 */
export async function useWholeBoard(server: Server): Promise<void> {
  await callApi(await makeOwnedThings(server))
  await openPages(server, await makeOwnedThings(server))
  await pollTogether(server)
  await callBackOffice(server)
  await doWorks(server)
  await actAsTheOperator(server)
}

const LONG_AGO = '2026-01-01T00:00:00Z'
const job = { title: 'Infirmière', city: 'Rabat', description: '<p>Soins</p>' }

async function callApi({ company, jobId, applicationId }: OwnedThings): Promise<void> {
  const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'A', ...job } })).body
  const { id } = (await apply(jobUrl, {}, new Uint8Array(pdf))).body
  await apply(jobUrl)
  const hired = { id, status: 'HIRED' }
  const link = { platformJobId: jobId, externalJobId: 'linked' }
  const batch = { jobs: ['B', 'C', 'D', 'E'].map((id) => ({ id, ...job })) }
  const called = new Set<string>()
  for (const [method, path, body] of [
    ['POST', '/job', { job: { id: 'B', ...job } }],
    ['POST', '/job', { job: { id: 'B', ...job } }],
    ['PUT', '/job/B', { job: { city: 'Fès' } }],
    ['PUT', '/job/B', { job: { city: 'Fès' } }],
    ['PUT', '/job/C', { job }],
    ['PUT', '/jobs', batch],
    ['PUT', '/jobs', batch],
    ['DELETE', '/job/B'],
    ['DELETE', '/job/B'],
    ['DELETE', '/job/none'],
    ['POST', '/job/link', { links: [link] }],
    ['POST', '/job/link', { links: [link] }],
    ['POST', '/job/link', { links: [{ ...link, externalJobId: 'A' }] }],
    ['GET', '/job/A'],
    ['GET', '/job/none'],
    ['GET', '/jobs?pageSize=1&page=2&status=PUBLISHED'],
    ['GET', '/jobs?pageSize=1&page=9'],
    ['GET', `/jobs?pageSize=1&afterJobId=${jobId}`],
    ['GET', `/jobs?pageSize=1&changedSince=${LONG_AGO}`],
    ['GET', '/candidates'],
    ['GET', `/candidates?since=${LONG_AGO}&pageSize=1`],
    ['GET', `/candidates?since=${LONG_AGO}&pageSize=1&page=2`],
    ['GET', `/candidates?changedSince=${LONG_AGO}&pageSize=1`],
    ['GET', `/candidates?since=${new Date().toISOString()}&wait=1`],
    ['GET', '/job/A/candidates?pageSize=1'],
    ['GET', `/job/linked/candidates?since=${LONG_AGO}`],
    ['GET', '/job/none/candidates'],
    ['GET', `/candidate/${id}`],
    ['GET', '/candidate/none'],
    ['GET', `/candidate/${id}/cv`],
    ['PUT', '/candidates', { candidates: [hired] }],
    ['PUT', '/candidates', { candidates: [hired, { id: applicationId, status: 'REJECTED' }] }],
    ['GET', `/candidates?since=${LONG_AGO}&changes=true&pageSize=1`],
    ['GET', '/me'],
  ] as const) {
    const { status } = await company.call(method, path, body)
    expect([method, path, status < 500]).toEqual([method, path, true])
    const of = operationsList.find((each) => each.method === method && isOf(each.path, path))
    if (of !== undefined) called.add(of.name)
  }
  expect(called).toEqual(new Set(operationsList.map(({ name }) => name)))
}

/** Polls two companies at the same moment, which share their commands. */
async function pollTogether(server: Server): Promise<void> {
  const companies = await Promise.all([server.company(), server.company()])
  await Promise.all(companies.map(({ id }) => server.deps.mailbox.synchronise(id)))
}

const operationsList = Object.entries(operations).map(([name, { method, path }]) => ({ name, method, path }))

/** Whether an address is that of an operation, whose path has the names of parameters. */
const isOf = (path: string, address: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(address)

async function openPages(server: Server, { company, client }: OwnedThings): Promise<void> {
  const base64 = logo.toString('base64')
  await client.company.setLogo.mutate({ base64 })
  const { logoUrl, coverUrl } = await client.company.setCover.mutate({ base64 })
  const publish = async (id: string) => (await company.call('POST', '/job', { job: { id, ...job } })).body.jobUrl
  const [jobUrl, withdrawnUrl] = [await publish('P'), await publish('Q')]
  await company.call('DELETE', '/job/Q')
  await apply(jobUrl, {}, new Uint8Array(pdf))
  const { candidates } = (await company.call('GET', '/candidates')).body
  const cvUrl = candidates.find(({ cv }: { cv: string | null }) => cv !== null).cv
  const routes = listPublicRoutes(server.deps)
    // The other languages send the same queries.
    .filter(({ path, method }) => !/^\/(en|ar)\b/.test(path) && !CV_PATHS.includes(path) && method !== 'OPTIONS')
    .map(({ path, method }) => ({
      method,
      path: fillRoute(path, { companySlug: company.slug, jobUrl, logoUrl, coverUrl }),
    }))
  const search = '?q=infirmiere&city=Rabat'
  const lists = ['/fr', '/fr/jobs.rss', '/jobs.json', `/fr/companies/${company.slug}`]
  const searches = lists.flatMap((path) => [`${path}${search}`, `${path}?q=none`])
  const [{ id }] = candidates
  const applicantUrl = `/fr/application?secret=${await makeApplicantSecret(server.deps, { companyId: company.id, id })}`
  const others = [cvUrl, withdrawnUrl, '/fr/companies/none', '/sitemap/companies/cmp_none.xml']
  const pages = [...searches, ...others].map((path) => ({ method: 'GET', path }))
  for (const { method, path } of [...routes, ...pages, { method: 'POST', path: applicantUrl }]) {
    const body = method === 'POST' ? encodeForm({ reason: 'FRAUD', text: 'x', act: 'askToErase' }) : null
    const address = new URL(path, server.url)
    const answer = await fetch(address, { method, body, headers: { origin: server.url }, redirect: 'manual' })
    await answer.arrayBuffer()
    expect([method, path, answer.status < 500]).toEqual([method, path, true])
  }
}

async function callBackOffice(server: Server): Promise<void> {
  let owned = await makeOwnedThings(server)
  for (const procedure of procedures) {
    const ask = async () =>
      callProcedure(procedure, await procedure.input?.(owned), {
        url: server.url,
        cookie: owned.cookie,
        origin: server.url,
      })
    let done = await ask().catch(() => undefined)
    // What the procedures before it have changed or ended is in its way. It works for a new owner.
    if (done?.status !== 200) {
      owned = await makeOwnedThings(server)
      done = await ask()
    }
    expect(done).toMatchObject({ name: procedure.name, status: 200 })
  }
  owned = await makeOwnedThings(server)
  await letAtsStop(server, owned)
  const { client, cookie, jobId, mark, company } = owned
  await client.watch.alarms.query()
  await company.call('GET', '/job/none')
  await server.deps.recorder.flush()
  for (const status of ['PENDING', 'HIRED'] as const) await client.application.list.query({ status, pageSize: 1 })
  for (const attention of ['new', 'unanswered', 'unconfirmed'] as const)
    await client.application.list.query({ attention, pageSize: 1 })
  await client.application.list.query({ search: mark })
  await client.application.list.query({ jobId, order: 'ascending', pageSize: 1, page: 2 })
  for (const sort of ['jobId', 'updated'] as const) {
    await client.job.list.query({ sort, pageSize: 1 })
    await client.job.list.query({ sort, status: 'PUBLISHED', externalId: 'without', pageSize: 1 })
  }
  await client.activity.list.query({ failedOnly: true })
  for (const list of exportedLists) {
    const answer = await fetch(`${server.url}/backoffice/export/${list}.csv`, { headers: { cookie } })
    await answer.arrayBuffer()
    expect([list, answer.status]).toEqual([list, 200])
  }
}

/** Lets days pass for the ATS of a company, whose pushes are refused. */
async function letAtsStop({ deps, connection }: Server, { company }: OwnedThings): Promise<void> {
  const rows = connection.db.collection('apiKeys')
  const ago = (days: number) => new Date(deps.now() - days * 24 * 60 * 60 * 1000)
  await rows.updateMany({ companyId: company.id }, { $set: { lastPushAt: ago(4), lastPollAt: ago(3) } })
  await company.call('PUT', '/job/A', { job })
  await company.call('GET', '/candidates')
  await deps.background.settled()
  for (const recorder of deps.recorders) await recorder.flush()
  await rows.updateMany({ companyId: company.id }, { $set: { lastPushAt: ago(4), lastPollAt: ago(3) } })
  for (let count = 0; count < 2; count++) await company.call('PUT', '/job/A', { job: { title: 7 } })
  await deps.recorder.flush()
}

async function doWorks({ deps, connection }: Server): Promise<void> {
  // What the calls before have begun is due now.
  const client = new mongo.MongoClient(inject('mongodbUri'))
  const db = client.db(connection.db.databaseName)
  for (const { name, schema } of connection.opened.values())
    if ('dueAt' in schema.paths)
      await db.collection(name).updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(0) } })
  await client.close()
  const works = [
    ...createCoreWorks(),
    thumbnailSweep,
    ...parts.flatMap((part) => ('works' in part ? part.works(deps) : [])),
  ]
  for (const { run } of works) await run(deps, deps.background.stopping)
  await deps.background.settled()
  for (const recorder of deps.recorders) await recorder.flush()
}

async function actAsTheOperator(server: Server): Promise<void> {
  const { deps } = server
  const { company, jobId } = await makeOwnedThings(server)
  await suspendJob(deps, { jobId })
  await resumeJob(deps, { jobId })
  await suspendCompany(deps, company)
  await resumeCompany(deps, company)
  await removeCompany(deps, { companyId: company.id })
}
