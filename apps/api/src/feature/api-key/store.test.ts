import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'

/* What two processes do at once, as the store sees it: one call after the other, in the wrong order. */

const server = useServer()

async function newKey() {
  const { id: companyId } = await server.company()
  const { apiKeys } = server.deps
  const [key] = await apiKeys.list(companyId)
  if (key === undefined) throw new Error('a company has a key')
  return { apiKeys, companyId, id: key.id }
}
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

it('the earlier of two revocations stays, whichever is written last', async () => {
  const { apiKeys, companyId, id } = await newKey()
  for (const seconds of [2, 1, 3]) await apiKeys.revoke(companyId, id, at(seconds))
  expect(await apiKeys.find(id)).toMatchObject({ revokedAt: at(1) })
})

it('the later of two uses stays, whichever is written last', async () => {
  const { apiKeys, companyId, id } = await newKey()
  for (const seconds of [2, 3, 1])
    await apiKeys.noteUses([{ companyId, id, fields: ['lastUsedAt', 'lastPollAt'], at: at(seconds) }])
  expect(await apiKeys.find(id)).toMatchObject({ lastUsedAt: at(3), lastPollAt: at(3), lastPushAt: null })
})

it('a change of a cached key shows at once in the process that made it', async () => {
  const { apiKeys, companyId } = await newKey()
  const key = { name: 'n', scopes: [], prefix: 'bwk', last4: 'abcd', createdBy: 'operator', createdAt: at(0) }
  for (const [change, changed] of [
    ['revoke', { revokedAt: at(1), revokesAt: null }],
    ['revokeFrom', { revokedAt: null, revokesAt: at(1) }],
  ] as const) {
    const [id, hash] = [randomUUID(), randomUUID()]
    await apiKeys.insert({ id, hash, companyId, ...key })
    expect(await apiKeys.findByHash(hash)).toMatchObject({ id, revokedAt: null, revokesAt: null })
    await apiKeys[change](companyId, id, at(1))
    expect(await apiKeys.findByHash(hash)).toMatchObject(changed)
  }
})
