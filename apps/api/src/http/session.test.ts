import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import session from 'express-session'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createSessions } from './session.ts'

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

/** Signs somebody in, and returns the cookie and its attributes. */
async function fetchCookie(isHttps: boolean, headers: Record<string, string> = {}): Promise<string[]> {
  const options = {
    store: new session.MemoryStore(),
    secrets: ['secret'],
    now: Date.now,
    log: pino({ level: 'silent' }),
  }
  const readSession = createSessions({ ...options, isHttps })
  const app = express().post('/', async (req, res) => {
    const current = await readSession(req, res)
    await current.start({ id: 'usr_1', passwordSetAt: new Date() })
    res.end()
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  closers.push(() => server.close())
  await once(server, 'listening')
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers })
  return answer.headers.getSetCookie().flatMap((cookie) => cookie.split('; '))
}

it('no script reads the cookie and no other site’s form sends it', async () => {
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
})

it('a board with https sets no cookie on a request over http', async () => {
  expect(await fetchCookie(true)).toEqual([])
})
