import { randomUUID } from 'node:crypto'
import { searchBoard } from '@boardwalk/core/catalogue/public'
import { everyJob } from '@boardwalk/core/catalogue/query'
import { removeCompany } from '@boardwalk/core/company/removal'
import { resumeCompany, suspendCompany } from '@boardwalk/core/job/company-suspension'
import { resumeJob, suspendJob } from '@boardwalk/core/job/suspension'
import { beforeAll, describe, expect, it } from 'vitest'
import { apply, submit } from './form.ts'
import { type TestCompany, useSecondServer, useServer } from './harness.ts'
import { logo } from './logo.ts'
import { CV_PATHS, fillRoute, listPublicRoutes, type PublicRoute } from './public-routes.ts'
import { signedInUser } from './user.ts'

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
    counts.push((await searchBoard(deps, { ...everyJob, words: [word] }, {}, 1)).total)
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

it('answers 410 at every public route under the name of a suspended company, and 404 under that of a removed one, on each process', async () => {
  const employer = await server.company()
  const { client } = await signedInUser(server, employer)
  const base64 = logo.toString('base64')
  await client.company.setLogo.mutate({ base64 })
  const { logoUrl, coverUrl } = await client.company.setCover.mutate({ base64 })
  const { jobUrl } = (await employer.call('POST', '/job', { job: { id: 'C', title: `${word} C` } })).body
  const fill = (path: string) => fillRoute(path, { companySlug: employer.slug, jobUrl, logoUrl, coverUrl })
  // The answer to a preflight request is the same for every address.
  const routes = listPublicRoutes(server.deps).filter(
    ({ path, method }) => !CV_PATHS.includes(path) && method !== 'OPTIONS',
  )
  const ofCompany = routes.filter(({ path }) => path.includes(':companySlug'))
  const ofBoard = routes.filter(({ path, method }) => !path.includes(':companySlug') && method === 'GET')
  expect(ofCompany.length).toBeGreaterThan(40)
  /** Asks every route of a list on each process, and returns the answers that are not as expected. */
  const findOthers = async (list: PublicRoute[], isExpected: (status: number, text: string) => boolean) => {
    // A cache that has the page or the picture asks with a tag.
    const requests = servers().flatMap((url) =>
      list.flatMap(({ method, path }) =>
        (method === 'GET' ? ['"other"', '*'] : ['"other"']).map((tag) => ({ url, method, path, tag })),
      ),
    )
    const others: [method: string, address: string, status: number][] = []
    for (const { url, method, path, tag } of requests) {
      const headers = { origin: url, 'if-none-match': tag }
      const body = method === 'POST' ? new FormData() : null
      const answer = await fetch(url + fill(path), { method, headers, body, redirect: 'manual' })
      if (!isExpected(answer.status, await answer.text())) others.push([method, answer.url, answer.status])
    }
    return others
  }
  const reads = ofCompany.filter(({ method }) => method === 'GET')
  expect(await findOthers(reads, (status) => status < 400)).toEqual([])
  await suspendCompany(server.deps, employer)
  expect(await findOthers(ofCompany, (status) => status === 410)).toEqual([])
  expect(await findOthers(ofBoard, (_, text) => !text.includes(employer.slug))).toEqual([])
  await resumeCompany(server.deps, employer)
  expect(await findOthers(reads, (status) => status < 400)).toEqual([])
  await removeCompany(server.deps, { companyId: employer.id })
  expect(await findOthers(ofCompany, (status) => status === 404)).toEqual([])
  expect(await findOthers(ofBoard, (_, text) => !text.includes(employer.slug))).toEqual([])
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
    for (const url of servers()) {
      for (const path of paths) expect([path, await isShown(url, path)]).toEqual([path, false])
      expect((await read(url, new URL(jobUrl).pathname)).status).toBe(410)
    }
    await resumeJob(server.deps, { jobId })
    for (const url of servers())
      for (const path of paths) expect([path, await isShown(url, path)]).toEqual([path, true])
  })
})
