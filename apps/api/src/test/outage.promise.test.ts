import { randomUUID } from 'node:crypto'
import { connectionLost, createGate, failoverError, type Gate } from '@boardwalk/mongo-proxy'
import { beforeEach, describe, expect, test } from 'vitest'
import { apply, pdf } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'
import { type Proxied, useProxiedServer } from './proxied.ts'
import { signedInUser } from './user.ts'

/* If the database stays away for longer than the server waits, callers are told when to try again, and then succeed. */

const base = useServer()
const a = useProxiedServer(base, { databaseWaitMs: 500 })
const hasty = useProxiedServer(base, { workMsMax: 300 })

let company: TestCompany
let jobUrl: string
let cvUrl: string
let backOffice: Awaited<ReturnType<typeof signedInUser>>
beforeEach(async () => {
  a.rule = undefined
  hasty.rule = undefined
  company = await base.company()
  jobUrl = (await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })).body.jobUrl
  await apply(jobUrl, {}, pdf)
  const [candidate] = (await company.call('GET', '/candidates')).body.candidates
  const { pathname, search } = new URL(candidate.cv)
  cvUrl = pathname + search
  backOffice = await signedInUser(a, company)
  // A server that has not heard of the job yet has nothing to read for its feed, and so no reason to refuse it.
  for (const { url } of [a, hasty])
    await expect.poll(async () => (await fetch(`${url}/feed.xml`)).text()).toContain('<title>')
})

type Ask = (server: Proxied, init: { headers: Record<string, string> }) => Promise<Response>

const json = { 'content-type': 'application/json' }
const send =
  (method: string, path: string, body: unknown): Ask =>
  ({ url }, { headers }) =>
    fetch(`${url}/api${path}`, { method, headers: { ...headers, ...json }, body: JSON.stringify(body) })
const requests: Record<string, Ask> = {
  'POST /job': send('POST', '/job', { job: { id: 'B', title: 'B' } }),
  'PUT /job': send('PUT', '/job/A', { job: { title: 'B' } }),
  'DELETE /job': ({ url }, { headers }) => fetch(`${url}/api/job/A`, { method: 'DELETE', headers }),
  'GET /job': ({ url }, { headers }) => fetch(`${url}/api/job/A`, { headers }),
  'a poll': ({ url }, { headers }) => fetch(`${url}/api/candidates`, { headers }),
  'the back office': ({ url }, { headers }) => fetch(`${url}/trpc/key.list`, { headers: { ...headers, origin: url } }),
  'the page of a job': (server) => fetch(server.at(jobUrl)),
  'an application': (server) => fetch(`${server.at(jobUrl)}/apply`, { method: 'POST', body: new FormData() }),
  'POST /job/link': send('POST', '/job/link', { links: [{ platformJobId: 1, externalJobId: 'X' }] }),
  'PUT /jobs': send('PUT', '/jobs', { jobs: [{ id: 'B', title: 'B' }] }),
  'GET /jobs': ({ url }, { headers }) => fetch(`${url}/api/jobs`, { headers }),
  'a change in the back office': ({ url }, { headers }) =>
    fetch(`${url}/trpc/key.create`, {
      method: 'POST',
      headers: {
        ...headers,
        ...json,
        origin: url,
      },
      body: JSON.stringify({
        name: 'N',
        scopes: ['read'],
      }),
    }),
  'a CV': (server) => fetch(`${server.url}${cvUrl}`),
  'a CV in the back office': ({ url }, { headers }) => fetch(`${url}/backoffice/cv/x`, { headers }),
  'a company’s page': ({ url }) => fetch(`${url}/fr/companies/${company.slug}`),
  'a company’s feed': ({ url }) => fetch(`${url}/fr/companies/${company.slug}/feed.xml`),
  'the feed of all jobs': ({ url }) => fetch(`${url}/feed.xml`),
  'the list of pages for search engines': ({ url }) => fetch(`${url}/sitemap.xml`),
}

describe('a database that', () => {
  /** Each begins an outage of one server's database and returns that server. Commands that name no collection are the drivers' own. */
  const outages: Record<string, (held: Gate) => Proxied> = {
    'has no primary': () => {
      a.rule = (command) =>
        command.collection === undefined
          ? undefined
          : Promise.resolve(failoverError(command, 10107, { isLabelled: false }))
      return a
    },
    'is silent': (held) => {
      hasty.rule = ({ collection }) => (collection === undefined ? undefined : held.opened.then(() => connectionLost))
      return hasty
    },
    'refuses connections': () => {
      hasty.rule = () => Promise.resolve(connectionLost)
      return hasty
    },
  }

  for (const [outage, begin] of Object.entries(outages)) {
    test(`${outage}: every request gets a 503 with a Retry-After meanwhile, and is served afterwards`, async () => {
      const all = Object.entries(requests)
      const headers = { 'x-api-key': company.key, cookie: backOffice.cookie ?? '' }
      const held = createGate()
      const server = begin(held)
      const answers = await Promise.all(
        all.map(async ([name, ask]) => {
          const res = await ask(server, { headers })
          const text = await res.text()
          return { name, status: res.status, retryAfter: res.headers.get('retry-after'), text }
        }),
      )
      for (const answer of answers)
        expect(answer).toMatchObject({
          name: answer.name,
          status: 503,
          retryAfter: expect.stringMatching(/^[1-9]\d*$/),
        })
      const codes = answers.map(({ name, text }) => [name, /"code":"(\w+)"/.exec(text)?.[1]])
      expect(codes).toContainEqual(['a poll', 'unavailable'])
      expect(codes).toContainEqual(['the back office', expect.stringMatching(/^un(available|confirmed)$/)])
      expect(answers.find(({ name }) => name === 'the page of a job')?.text).toContain('</html>')
      server.rule = undefined
      held.open()
      for (const [name, ask] of all) {
        const isServed = async () => {
          const res = await ask(server, { headers })
          await res.body?.cancel()
          return res.status < 500
        }
        await expect.poll(isServed, { message: name }).toBe(true)
      }
      // A request of the list above unpublished the job, and the work behind one that was answered may do so only now.
      const formId = randomUUID()
      const applyAgain = async () => {
        await company.call('PUT', '/job/A', { job: { status: 'PUBLISHED' } })
        return (await apply(server.at(jobUrl), { formId })).status
      }
      await expect.poll(applyAgain).toBe(201)
      expect((await server.call(company, 'GET', '/candidates')).body).toMatchObject({ total: 2 })
    })
  }
})
