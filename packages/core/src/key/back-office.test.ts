import { randomUUID } from 'node:crypto'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { refusal, signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, describe, expect, it } from 'vitest'

const HOUR_MS = 60 * 60 * 1000
const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })

let company: TestCompany
let email: string
let client: Awaited<ReturnType<typeof signedInUser>>['client']
beforeAll(async () => {
  company = await server.company()
  ;({ client, email } = await signedInUser(server, company))
})

const statusWith = async (key: string) => {
  const { status } = await server.call(key, 'GET', '/candidates')
  await server.deps.keyUses.flush()
  return status
}
const listed = async (id: string) => (await client.key.list.query()).keys.find((key) => key.id === id)
const newKey = () => client.key.create.mutate({ name: `sync ${randomUUID()}`, scopes: ['write', 'read'] })
const nowIso = () => new Date(clock.ms).toISOString()

describe('keys in the back office', () => {
  it('a key is shown in full once, and in the list by its prefix, its last characters, its creator and its date', async () => {
    const made = await newKey()
    expect(made).toEqual({
      id: expect.stringMatching(/^key_[a-z0-9]{20}$/),
      key: expect.stringMatching(/^bwk_[A-Za-z0-9]{32}$/),
      name: made.name,
      scopes: ['read', 'write'],
    })
    expect(await listed(made.id)).toEqual({
      id: made.id,
      companyId: company.id,
      name: made.name,
      prefix: 'bwk',
      last4: made.key.slice(-4),
      scopes: ['read', 'write'],
      createdBy: email,
      createdAt: nowIso(),
      lastUsedAt: null,
      lastPushAt: null,
      lastPollAt: null,
      revokedAt: null,
      revokesAt: null,
      replaces: null,
    })
    expect(JSON.stringify(await client.key.list.query())).not.toContain(made.key.slice(4, 20))
  })

  it('rolling a key replaces it by one of the same name and scopes, and ends the old one exact to the millisecond', async () => {
    const hours = 24
    const old = await newKey()
    const made = await client.key.roll.mutate({ id: old.id, revokeOldInHours: hours })
    expect(made).toMatchObject({ name: old.name, scopes: ['read', 'write'] })
    expect(await listed(made.id)).toMatchObject({ replaces: old.id })
    const endsAt = new Date(clock.ms + hours * HOUR_MS).toISOString()
    expect(await listed(old.id)).toMatchObject({ revokedAt: null, revokesAt: endsAt })
    clock.ms += hours * HOUR_MS - 1
    const { client: again } = await signedInUser(server, company)
    client = again
    expect([await statusWith(old.key), await statusWith(made.key)]).toEqual([200, 200])
    clock.ms += 1
    expect([await statusWith(old.key), await statusWith(made.key)]).toEqual([403, 200])
    expect(await listed(old.id)).toMatchObject({ revokedAt: endsAt, revokesAt: null })
    await expect(client.key.roll.mutate({ id: old.id, revokeOldInHours: 0 })).rejects.toMatchObject(
      refusal('key_revoked'),
    )
  })
})
