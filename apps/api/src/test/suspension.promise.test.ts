import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { resumeCompany, suspendCompany } from '../feature/company/suspension.ts'
import { everyJob } from '../feature/job/search/query.ts'
import { resumeJob, suspendJob } from '../feature/job/suspension.ts'
import { apply, submit } from './form.ts'
import { type TestCompany, useSecondServer, useServer } from './harness.ts'

/* Two processes over one database. The operator's command runs in the first, and the second only learns of it from the database. */

const server = useServer()
const other = useSecondServer(server)

let company: TestCompany
/** A word of the title of each job of this file. */
let word: string
let jobUrl: string
/** A job of another company, whose page shows similar jobs. */
let similarUrl: string
beforeAll(async () => {
  word = `Vannier${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}`
  company = await server.company()
  const employer = await server.company()
  jobUrl = (await company.call('POST', '/job', { job: { id: 'A', title: `${word} A` } })).body.jobUrl
  similarUrl = (await employer.call('POST', '/job', { job: { id: 'B', title: `${word} B` } })).body.jobUrl
  await server.deps.jobs.flushSearch()
})

const BOARD_PATHS = ['/fr', '/fr/companies', '/fr/jobs.rss', '/feed.xml', '/sitemap.xml', '/jobs.json?content=true']
/** The lists that any visitor reads of the whole board. */
const listBoardPaths = () => [...BOARD_PATHS, `/fr?q=${word}`, `/fr/jobs.rss?q=${word}`, new URL(similarUrl).pathname]
/** The pages of the company. */
const listCompanyPaths = () => {
  const page = `/fr/companies/${company.slug}`
  const ownPaths = ['', `?q=${word}`, '/jobs', '/jobs.json', '/feed.xml', '/jobs.rss', '/alerts', '/share.png']
  return [...ownPaths.map((path) => page + path), new URL(jobUrl).pathname, `${new URL(jobUrl).pathname}/share.png`]
}

const servers = () => [server.url, other.url]
const read = async (url: string, path: string) => {
  const res = await fetch(url + path)
  return { status: res.status, text: await res.text() }
}
/** Reads every page and list on a process, without the id of the form, which each request makes anew. */
const readAll = async (url: string, paths: string[]) => {
  const pages: Record<string, Awaited<ReturnType<typeof read>>> = {}
  for (const path of paths) {
    const { status, text } = await read(url, path)
    pages[path] = { status, text: text.replaceAll(/value="[0-9a-f-]{36}"/g, '') }
  }
  return pages
}
const shows = ({ text }: { text: string }) => text.includes(`${word} A`) || text.includes(new URL(jobUrl).pathname)
/** Says what each process answers for these paths: the status, and whether the job or the company is named. */
async function look(paths: string[]) {
  const answers: [address: string, status: number, isNamed: boolean][] = []
  for (const url of servers())
    for (const [path, page] of Object.entries(await readAll(url, paths)))
      answers.push([url + path, page.status, shows(page) || page.text.includes(company.slug)])
  return answers
}
const expectAll = async (paths: string[], status: number, isNamed: boolean) =>
  expect(await look(paths)).toEqual(servers().flatMap((url) => paths.map((path) => [url + path, status, isNamed])))

/** Counts the jobs of the board on each process: as `jobs.json` does, and as the pages of a search do. */
async function countOnBoard(): Promise<number[]> {
  const counts: number[] = []
  for (const { url, deps } of [server, other]) {
    counts.push(JSON.parse((await read(url, '/jobs.json')).text).meta.total)
    counts.push((await deps.jobs.tallyBoard({ ...everyJob, words: [word] })).total)
  }
  return counts
}

describe('a company that the operator suspends', () => {
  it('is gone from every page, list and feed of each process when the command ends, and comes back unchanged', async () => {
    const paths = [...listBoardPaths(), ...listCompanyPaths()]
    const before = new Map<string, Awaited<ReturnType<typeof readAll>>>()
    for (const url of servers()) before.set(url, await readAll(url, paths))
    await expectAll(listBoardPaths(), 200, true)

    expect(await countOnBoard()).toEqual([2, 2, 2, 2])
    // The other process has the company in its cache now.
    expect((await read(other.url, `/fr/companies/${company.slug}`)).status).toBe(200)
    await suspendCompany(server.deps, company)
    expect((await read(other.url, `/fr/companies/${company.slug}`)).status).toBe(410)
    await expectAll(listBoardPaths(), 200, false)
    expect(await countOnBoard()).toEqual([1, 1, 1, 1])
    expect((await look(listCompanyPaths())).filter(([, status]) => status !== 410)).toEqual([])
    const headings = { fr: 'Entreprise retirée', en: 'Company withdrawn', ar: 'صفحة الشركة غير متاحة' }
    for (const [locale, heading] of Object.entries(headings))
      expect((await read(other.url, `/${locale}/companies/${company.slug}`)).text).toContain(heading)
    const elsewhere = jobUrl.replace(server.url, other.url)
    expect(await apply(elsewhere)).toMatchObject({ status: 410, body: { error: { code: 'company_withdrawn' } } })
    expect((await submit(elsewhere)).status).toBe(410)
    expect((await other.call(company.key, 'PUT', '/job/A', { job: { city: 'Fès' } })).status).toBe(403)

    await resumeCompany(server.deps, company)
    for (const url of servers()) expect(await readAll(url, paths)).toEqual(before.get(url))
  })
})

describe('a job that the operator suspends', () => {
  it('is gone from each process when the command ends, and stays gone while other processes push it', async () => {
    const paths = [
      ...listBoardPaths().filter((path) => path !== '/fr/companies'),
      `/fr/companies/${company.slug}?q=${word}`,
    ]
    const { jobId } = (await company.call('GET', '/job/A')).body.job
    let pushes = 0
    const push = async () => {
      const job = { city: `Fès ${pushes++}`, status: 'PUBLISHED' }
      expect((await other.call(company.key, 'PUT', '/job/A', { job })).status).toBe(200)
    }
    const isShown = async (url: string, path: string) => shows(await read(url, path))
    await push()
    let isDone = false
    const pushing = (async () => {
      while (!isDone) await push()
    })()
    await suspendJob(server.deps, { jobId })
    isDone = true
    await pushing
    await Promise.all([server.deps.jobs.flushSearch(), other.deps.jobs.flushSearch()])
    for (const url of servers()) {
      for (const path of paths) expect([path, await isShown(url, path)]).toEqual([path, false])
      expect((await read(url, new URL(jobUrl).pathname)).status).toBe(410)
    }
    await resumeJob(server.deps, { jobId })
    for (const url of servers())
      for (const path of paths) expect([path, await isShown(url, path)]).toEqual([path, true])
  })
})
