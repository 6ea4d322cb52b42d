import { apply, encodeForm, publishJob } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { expect, it } from 'vitest'
import { createCoreStores } from '../deps.ts'
import type { JobDocument } from '../job/schema.ts'
import { closeJobs } from './closing.ts'

/* A job closes at the date in `boardwalk.closesAt`. The two servers look for closed jobs by themselves, too. */

const HOUR_MS = 60 * 60 * 1000
let aheadMs = 0
const now = () => Date.now() + aheadMs
const server = useServer({ now })
const never = new AbortController().signal

/** Publishes a job that closes in an hour, or at a date, and returns functions that look at it. */
async function openJob(closesAt = new Date(now() + HOUR_MS).toISOString()) {
  const job = { title: 'Ostréiculteur', boardwalk: { closesAt } }
  const { company, url } = await publishJob(server, job)
  const slug = new URL(url).pathname.split('/').at(-1) ?? ''
  const jobId = Number(/\d+$/.exec(slug)?.[0])
  const site = `${server.url}/fr/companies/${company.slug}`
  return {
    company,
    url,
    job,
    jobId,
    push: (sent: object = job) =>
      company.call('PUT', '/jobs', {
        jobs: [
          {
            id: 'A',
            ...sent,
          },
        ],
      }),
    readPage: async (address = url) => {
      const res = await fetch(address, { headers: { accept: 'text/html' } })
      return {
        status: res.status,
        html: await res.text(),
      }
    },
    findLists: async () => {
      const lists = {
        company: site,
        search: `${site}?q=ostreiculteur`,
        board: `${server.url}/fr?q=ostreiculteur`,
        feed: `${site}/feed.xml`,
        boardFeed: `${server.url}/feed.xml`,
        jobsJson: `${site}/jobs.json`,
        rss: `${site}/jobs.rss`,
        sitemap: `${server.url}/sitemap.xml`,
      }
      const named: string[] = []
      for (const [name, address] of Object.entries(lists)) {
        const res = await fetch(address)
        expect([name, res.status]).toEqual([name, 200])
        if ((await res.text()).includes(slug)) named.push(name)
      }
      return named
    },
    readRow: () => server.connection.db.collection<JobDocument>('jobs').findOne({ _id: jobId }),
  }
}
const ALL = ['company', 'search', 'board', 'feed', 'boardFeed', 'jobsJson', 'rss', 'sitemap']

it('a job that closes is at once a page of its own words, in no list, and refuses forms; it comes back with a later date, also unsent', async () => {
  const { company, url, job, push, readPage, findLists } = await openJob()
  await push({ ...job, city: 'Oualidia' })
  expect([(await readPage()).status, await findLists()]).toEqual([200, ALL])
  const since = new Date().toISOString()
  const user = await signedInUser(server, company)
  const { jobs } = await user.client.job.list.query({})
  aheadMs += HOUR_MS
  // Before any work in the background.
  for (const [locale, words] of [
    ['fr', 'Les candidatures pour cette offre d’emploi sont closes.'],
    ['en', 'Applications for this job have closed.'],
    ['ar', 'انتهى أجل الترشح لعرض العمل هذا.'],
  ] as const) {
    const page = await readPage(url.replace('/fr/', `/${locale}/`))
    expect([page.status, page.html.includes(words), page.html.includes('Ostréiculteur')]).toEqual([410, true, false])
  }
  expect((await readPage(`${url}/applied`)).status).toBe(410)
  expect((await fetch(`${url}/share.png`)).status).toBe(410)
  const refused = await apply(url)
  expect([refused.status, refused.body.error.code]).toEqual([410, 'job_closed'])
  expect((await fetch(`${url}/apply`, { method: 'POST', body: encodeForm() })).status).toBe(410)
  expect(await findLists()).toEqual([])
  await closeJobs(server.deps, never)
  const changed = await company.call('GET', `/jobs?changedSince=${since}`)
  expect(changed.body.jobs).toMatchObject([{ id: 'A', status: 'PUBLISHED', closed: true, changedBy: 'api' }])
  const [row] = jobs
  const found = await user.client.job.get.query({ jobId: row?.jobId ?? 0 })
  // The board has changed the row, and not the content.
  expect(found).toMatchObject({ updatedAt: row?.updatedAt, lastChange: { by: 'key', usedKey: { name: 'test' } } })
  // The same push of an ATS that goes on pushing.
  expect((await push()).body.results).toMatchObject([{ status: 'unchanged' }])
  expect((await readPage()).status).toBe(410)

  for (const boardwalk of [{ closesAt: '2999-12-31' }, null]) {
    expect((await push({ ...job, boardwalk })).body.results).toMatchObject([{ status: 'updated' }])
    expect([(await readPage()).status, await findLists()]).toEqual([200, ALL])
    expect((await push()).body.results).toMatchObject([{ status: 'updated' }])
    expect([(await readPage()).status, await findLists()]).toEqual([410, []])
  }
  expect((await company.call('DELETE', '/job/A')).status).toBe(200)
  await push({ ...job, boardwalk: null })
  expect([(await readPage()).status, await findLists()]).toEqual([410, []])
})

it('a job that is created after its closing date is on no page and in no list until it has a later date', async () => {
  const { company, push, readPage, findLists } = await openJob('2020-01-01')
  const { job } = (await company.call('GET', '/job/A')).body
  expect([job.status, (await readPage()).status, await findLists()]).toEqual(['PUBLISHED', 410, []])
  await push({ boardwalk: { closesAt: '2999-01-01' } })
  expect([(await readPage()).status, await findLists()]).toEqual([200, ALL])
})

it('several processes that find a job closed write it once', async () => {
  const { readRow } = await openJob()
  const before = await readRow()
  expect(before).toMatchObject({ status: 'PUBLISHED', revision: 1 })
  aheadMs += HOUR_MS
  // A new primary of the database may answer from before the date was stored.
  await closeJobs({ ...server.deps, jobs: { ...server.deps.jobs, withholdClosed: async () => [] } }, never)
  const processes = [1, 2, 3].map(() => createCoreStores(server.connection).jobs)
  await Promise.all(processes.map((jobs) => closeJobs({ ...server.deps, jobs }, never)))
  expect(await readRow()).toMatchObject({ status: 'WITHHELD', revision: 2, updatedAt: before?.updatedAt })
})

it('a job that a process changed whose clock is behind is off the lists after the next look', async () => {
  const { company, jobId, findLists } = await openJob()
  const mark = { updatedAt: new Date(now()), changedBy: 'api' } as const
  aheadMs += HOUR_MS
  const { jobs } = server.deps
  await closeJobs(server.deps, never)
  const read = (await jobs.findById(company.id, jobId)) ?? expect.fail('the job was just made')
  await jobs.replace(read, { ...read, fields: { ...read.fields, city: 'Dakhla' } }, mark)
  expect(await findLists()).toEqual([])
  await closeJobs(server.deps, never)
  expect(await findLists()).toEqual([])
})

it('the servers look for closed jobs by themselves, within seconds', async () => {
  const { readRow } = await openJob()
  aheadMs += HOUR_MS
  await expect.poll(async () => (await readRow())?.status).toBe('WITHHELD')
})
