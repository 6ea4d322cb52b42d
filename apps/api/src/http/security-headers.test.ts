import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import session from 'express-session'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createSpool } from '../site/spool.ts'
import { password, signedInAdministrator } from '../test/administrator.ts'
import { answerKinds, ask, type Board, makeBoard } from '../test/answer-kinds.ts'
import { whileFailing } from '../test/failing-store.ts'
import { useServer } from '../test/harness.ts'

const { MemoryStore } = session
const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const referenceFolder = fileURLToPath(new URL('../../../reference/dist', import.meta.url))

describe('over http', () => {
  const server = useServer()
  let board: Board
  beforeAll(async () => {
    board = await makeBoard(server)
  })

  it.each(Object.entries(answerKinds))('%s has the headers of its kind', async (_name, kind) => {
    const { status, headers } = await kind.ask(board)
    expect(status).toBe(kind.status)
    expect(headers.get('content-type')).toBe(kind.type)
    expect(headers.get('cache-control')).toBe(
      kind.cacheControl ?? (kind.mayBeCompressed ? 'no-store' : 'no-store, no-transform'),
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const policy = headers.get('content-security-policy')?.split(/; ?/)
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'"]))
    expect(policy?.filter((directive) => directive !== kind.looseDirective).join()).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBe(kind.isForOtherSites ? '*' : null)
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    // A redirect leads to this server: it names no host at all.
    expect(headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
    const frames = policy?.find((directive) => directive.startsWith('frame-ancestors'))
    expect(frames).toBe(kind.isFramed ? "frame-ancestors 'self'" : "frame-ancestors 'none'")
  })

  it('the page of an internal error has them too', async () => {
    await whileFailing(server.deps.jobs, 'findById', async () => {
      const { status, headers } = await ask(board.jobPath)(board)
      expect(status).toBe(500)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    })
  })
})

describe('over https', () => {
  const server = useServer()
  let board: Board
  beforeAll(async () => {
    const backOffice = { store: new MemoryStore(), secrets: ['secret'], folder: webFolder }
    const deps = { ...server.deps, settings: { ...server.deps.settings, publicUrl: 'https://board.example' } }
    const readiness = { check: async () => [] }
    const files = { referenceFolder, spool: createSpool(tmpdir()), freeSpace: { isLow: () => false } }
    const app = createApp(deps, { readiness, isStopping: () => false, backOffice, ...files })
    const behindProxy = createServer(app).listen(0, '127.0.0.1')
    await once(behindProxy, 'listening')
    // A listening TCP server has an address of this form.
    const { port } = behindProxy.address() as AddressInfo
    board = { ...(await makeBoard(server)), url: `http://127.0.0.1:${port}` }
    return () => behindProxy.close()
  })

  it.each(Object.entries(answerKinds).filter(([, { isRaw }]) => !isRaw))(
    '%s tells browsers to use https for a year',
    async (_name, kind) => {
      const { headers } = await kind.ask(board)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    },
  )

  it('the cookies of an application are never sent over http', async () => {
    const body = new FormData()
    const person = { formId: randomUUID(), firstName: 'A', lastName: 'B', email: 'a@example.com', consent: 'yes' }
    for (const [name, value] of Object.entries(person)) body.append(name, value)
    const headers = { accept: 'text/html' }
    const path = `${board.url}${board.jobPath}/apply`
    const answer = await fetch(path, { method: 'POST', headers, body, redirect: 'manual' })
    const cookies = answer.headers.getSetCookie()
    expect([answer.status, cookies.length]).toEqual([303, 3])
    for (const cookie of cookies) expect(cookie).toMatch(/^applied=.*; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('the cookie of a session is never sent over http, and no other host can set it', async () => {
    const { email } = await signedInAdministrator(server, board.company)
    const fromProxy = { origin: 'https://board.example', 'x-forwarded-proto': 'https' }
    const headers = { ...fromProxy, 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password })
    const answer = await fetch(`${board.url}/trpc/session.signIn`, { method: 'POST', headers, body })
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-boardwalk=.*; Secure/)])
  })
})
