import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import session from 'express-session'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createSessions, isSameOrigin } from './session.ts'

/** Starts a server where POST signs a user in, and GET answers who is signed in. Returns its address. */
async function serve({
  isHttps = false,
  secrets = ['secret'],
  store = new session.MemoryStore(),
} = {}): Promise<string> {
  const readSession = createSessions({ store, secrets, isHttps, now: Date.now, log: pino({ level: 'silent' }) })
  const app = express()
    .post('/', async (req, res) => {
      const current = await readSession(req, res)
      await current.start({ id: 'usr_1', passwordSetAt: new Date() })
      res.end()
    })
    .get('/', async (req, res) => void res.end((await readSession(req, res)).signedIn?.userId))
  const server = createServer(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  // A listening TCP server has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Signs a user in, and returns the cookie and its attributes. */
async function fetchCookie(isHttps: boolean, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await fetch(await serve({ isHttps }), { method: 'POST', headers })
  return answer.headers.getSetCookie().flatMap((cookie) => cookie.split('; '))
}

it('no script reads the cookie and no other site’s form sends it', { tags: ['cookies'] }, async () => {
  const askedMs = Date.now()
  const [cookie, ...attributes] = await fetchCookie(false)
  expect(cookie).toMatch(/^boardwalk=/)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
  expect(attributes.join()).not.toMatch(/Domain|Secure/)
  // A session ends after twelve hours without a request.
  const expires = attributes.find((attribute) => attribute.startsWith('Expires='))?.slice('Expires='.length) ?? ''
  expect(Math.round((Date.parse(expires) - askedMs) / 3_600_000)).toBe(12)
})

it('on a board with https, the cookie is never sent over http, and no other host can set it', async () => {
  const [cookie, ...attributes] = await fetchCookie(true, { 'x-forwarded-proto': 'https' })
  expect(cookie).toMatch(/^__Host-boardwalk=/)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
  expect(attributes.join()).not.toContain('Domain')
  // A request over http gets no cookie at all.
  expect(await fetchCookie(true)).toEqual([])
})

it('the first secret signs the cookies, and those that an earlier one has signed are accepted too', async () => {
  const store = new session.MemoryStore()
  const signIn = async (...secrets: string[]) => {
    const { headers } = await fetch(await serve({ store, secrets }), { method: 'POST' })
    return headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  }
  const readWho = async (cookie: string, ...secrets: string[]) =>
    (await fetch(await serve({ store, secrets }), { headers: { cookie } })).text()
  const [earlier, later] = [await signIn('old'), await signIn('new', 'old')]
  expect(await readWho(earlier, 'new', 'old')).toBe('usr_1')
  expect([await readWho(earlier, 'new'), await readWho(later, 'new')]).toEqual(['', 'usr_1'])
})

it.each([
  [{ origin: 'https://jobs.example', host: 'jobs.example' }, true],
  // The browser used another name of the same server.
  [{ origin: 'https://internal.example:8443', host: 'internal.example:8443' }, true],
  [{ origin: 'http://jobs.example', host: 'jobs.example' }, false],
  [{ origin: 'https://jobs.example.evil.example', host: 'jobs.example' }, false],
  [{ origin: 'https://evil-jobs.example', host: 'jobs.example' }, false],
  [{ origin: 'null', host: 'jobs.example' }, false],
  [{ host: 'jobs.example' }, false],
])('if the public address is https://jobs.example, a request with %o is of our own pages: %s', (headers, isOurs) => {
  // The function reads only the headers of a request.
  const request = { headers } as unknown as IncomingMessage
  expect(isSameOrigin(request, 'https://jobs.example')).toBe(isOurs)
})
