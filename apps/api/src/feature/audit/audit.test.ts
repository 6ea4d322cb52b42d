import { beforeAll, describe, expect, it } from 'vitest'
import { signedInAdministrator } from '../../test/administrator.ts'
import { whileFailing } from '../../test/failing-store.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { actAsOperator, noteAudit } from './service.ts'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })

let company: TestCompany
let email: string
let client: Awaited<ReturnType<typeof signedInAdministrator>>['client']
beforeAll(async () => {
  company = await server.company()
  ;({ client, email } = await signedInAdministrator(server, company))
})

describe('works', () => {
  it('the trail begins with the key and the administrator that the operator created', async () => {
    const { events } = await client.activity.audit.query({})
    const at = new Date(clock.ms).toISOString()
    expect(events).toEqual([
      { at, by: email, action: 'password_set', target: email, details: {} },
      { at, by: 'operator', action: 'user_invited', target: email, details: {} },
      { at, by: 'operator', action: 'key_created', target: 'test', details: expect.any(Object) },
    ])
  })

  it('an invalid cursor gives an empty page', async () => {
    for (const cursor of [
      'nonsense',
      '',
      '1-',
      `-1-${'f'.repeat(24)}`,
      `1-${'g'.repeat(24)}`,
      `${'9'.repeat(16)}-${'f'.repeat(24)}`,
    ])
      expect(await server.deps.auditEvents.list(company.id, cursor, 10)).toEqual({ events: [], next: null })
  })

  it('the last page says that it is the last, also if it is full', async () => {
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 100)
    const ask = (eventsMax: number) => server.deps.auditEvents.list(company.id, undefined, eventsMax)
    expect((await ask(events.length)).next).toBeNull()
    expect((await ask(events.length - 1)).next).not.toBeNull()
  })

  it('a reader of all pages sees each event once, newest first, even if many have the same time', async () => {
    for (const minute of [1, 2]) {
      clock.ms += 60_000
      const noting = [...Array(60)].map((_, n) =>
        noteAudit(server.deps, actAsOperator(company.id), 'job_published', `${minute}/${n}`, { from: 'A' }),
      )
      await Promise.all(noting)
    }
    const targets: string[] = []
    const pages: number[] = []
    for (let cursor: string | null | undefined; cursor !== null && pages.length < 4; ) {
      const { events, next } = await client.activity.audit.query({ cursor })
      targets.push(...events.map(({ target }) => target))
      pages.push(events.length)
      cursor = next
    }
    expect(pages).toEqual([50, 50, 23])
    expect(targets.slice(0, 120).every((target, n) => target.startsWith(n < 60 ? '2/' : '1/'))).toBe(true)
    expect(new Set(targets.slice(0, 120)).size).toBe(120)
    expect(targets).toHaveLength(123)
  })
})

describe('no right', () => {
  it('a company does not see another company’s trail', async () => {
    const { client: stranger } = await signedInAdministrator(server, await server.company())
    expect((await stranger.activity.audit.query({})).events).toHaveLength(3)
  })
})

describe('not there', () => {
  it('if the audit event cannot be written, the call fails', async () => {
    await whileFailing(server.deps.auditEvents, 'insert', async () => {
      await expect(client.key.create.mutate({ name: 'unnoted', scopes: ['read'] })).rejects.toMatchObject({
        data: { httpStatus: 500 },
      })
    })
  })
})
