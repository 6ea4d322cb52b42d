import { failoverError } from '@boardwalk/mongo-proxy'
import { beforeEach, expect, test } from 'vitest'
import { signedInAdministrator } from './administrator.ts'
import { apply } from './form.ts'
import { type TestCompany, useServer } from './harness.ts'
import { useProxiedServer } from './proxied.ts'

/* If the database stays away for longer than the server waits, callers are told when to try again, and then succeed. */

const base = useServer()
const a = useProxiedServer(base, { databaseWaitMs: 500 })

let company: TestCompany
let jobUrl: string
let backOffice: Awaited<ReturnType<typeof signedInAdministrator>>
beforeEach(async () => {
  a.rule = undefined
  company = await base.company()
  jobUrl = (await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })).body.jobUrl
  backOffice = await signedInAdministrator(a, company)
})

/** Makes every command fail, except those that drivers send to the server itself. */
const awayForLong = () => {
  a.rule = (command) =>
    command.collection === undefined ? undefined : Promise.resolve(failoverError(command, 10107, { isLabelled: false }))
}

const json = { 'content-type': 'application/json' }
const requests: Record<string, (init: { headers: Record<string, string> }) => Promise<Response>> = {
  'POST /job': ({ headers }) =>
    fetch(`${a.url}/api/job`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({ job: { id: 'B', title: 'B' } }),
    }),
  'PUT /job': ({ headers }) =>
    fetch(`${a.url}/api/job/A`, {
      method: 'PUT',
      headers: { ...headers, ...json },
      body: JSON.stringify({ job: { title: 'B' } }),
    }),
  'DELETE /job': ({ headers }) => fetch(`${a.url}/api/job/A`, { method: 'DELETE', headers }),
  'GET /job': ({ headers }) => fetch(`${a.url}/api/job/A`, { headers }),
  'a poll': ({ headers }) => fetch(`${a.url}/api/candidates`, { headers }),
  'the back office': ({ headers }) => fetch(`${a.url}/trpc/key.list`, { headers: { ...headers, origin: a.url } }),
  'the page of a job': () => fetch(a.at(jobUrl)),
  'an application': () => fetch(`${a.at(jobUrl)}/apply`, { method: 'POST', body: new FormData() }),
}

test.each(Object.entries(requests))(
  '%s is answered 503 with a Retry-After, and works again afterwards',
  async (_, ask) => {
    const headers = { 'x-api-key': company.key, cookie: backOffice.cookie ?? '' }
    awayForLong()
    const res = await ask({ headers })
    await res.body?.cancel()
    expect({ status: res.status, retryAfter: res.headers.get('retry-after') }).toEqual({
      ...{ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) },
    })
    a.rule = undefined
    const again = await ask({ headers })
    await again.body?.cancel()
    expect(again.status).toBeLessThan(500)
    await company.call('PUT', '/job/A', { job: { status: 'PUBLISHED' } })
    expect((await apply(a.at(jobUrl))).status).toBe(201)
    expect((await a.call(company, 'GET', '/candidates')).body).toMatchObject({ total: 1 })
  },
)
