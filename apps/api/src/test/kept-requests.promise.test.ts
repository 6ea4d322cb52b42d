import { IncomingMessage } from 'node:http'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { encodeForm, publishJob } from './form.ts'
import { useServer } from './harness.ts'

/* A request that was answered leaves the memory, with all that it sent. A timer, a cache or a list could keep it. */

const server = useServer({ settings: { trustProxy: 1 } })
const REQUESTS = 30
/** Requests that may still be in use: connections that stay open keep their last one, and the database its slowest. */
const KEPT_MAX = 20

test('an answered request of each kind leaves the memory, also if each comes from another address', async () => {
  const { company, url } = await publishJob(server)
  const withKey = { 'x-api-key': company.key }
  const json = { 'content-type': 'application/json' }
  const signIn = JSON.stringify({ email: 'salma@example.com', password: 'not the password' })
  const mail = JSON.stringify({ email: 'salma@example.com', locale: 'en' })
  const kinds: Record<string, [url: string, init?: () => RequestInit]> = {
    'a refused form': [`${url}/apply`, () => ({ method: 'POST', body: encodeForm({ email: 'no address' }) })],
    'an application': [`${url}/apply`, () => ({ method: 'POST', body: encodeForm() })],
    'the page of a job': [url],
    'a feed': [`${server.url}/feed.xml`],
    'a poll': [`${server.url}/api/candidates`, () => ({ headers: withKey })],
    'a wrong key': [`${server.url}/api/candidates`, () => ({ headers: { 'x-api-key': 'bwk_wrong' } })],
    'a change of a job': [
      `${server.url}/api/job/A`,
      () => ({ method: 'PUT', headers: { ...withKey, ...json }, body: JSON.stringify({ job: { title: 'B' } }) }),
    ],
    'a body that is no JSON': [
      `${server.url}/api/job/A`,
      () => ({ method: 'PUT', headers: { ...withKey, ...json }, body: '{' }),
    ],
    'a sign-in': [`${server.url}/trpc/session.signIn`, () => ({ method: 'POST', headers: json, body: signIn })],
    'a forgotten password': [
      `${server.url}/trpc/session.requestPasswordMail`,
      () => ({ method: 'POST', headers: json, body: mail }),
    ],
    'the back office': [`${server.url}/backoffice`],
    'the reference': [`${server.url}/api/docs`],
    'an unknown address': [`${server.url}/nothing`],
    'a check of health': [`${server.url}/readyz`],
  }
  // It collects garbage first, so that only what is still in use counts.
  const countRequests = () => queryObjects(IncomingMessage, { format: 'count' })
  const before = countRequests()
  for (const [address, init] of Object.values(kinds)) {
    for (let number = 0; number < REQUESTS; number++) {
      const { headers, ...sent } = init?.() ?? {}
      const from = { 'x-forwarded-for': `198.51.100.${number}`, origin: server.url }
      const res = await fetch(address, { ...sent, headers: { ...from, ...headers }, redirect: 'manual' })
      await res.arrayBuffer()
    }
  }
  await server.deps.background.settled()
  // Once for all kinds: a count takes seconds. To find a kind that stays, leave the others out.
  await expect.poll(countRequests).toBeLessThanOrEqual(before + KEPT_MAX)
})
