import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'

const server = useServer()

it('a link can be shown and used before the instant of its end, and not at that instant', async () => {
  const { administrators } = server.deps
  const hash = randomUUID()
  const expiresAt = new Date(Date.UTC(2026, 2, 1))
  const before = new Date(expiresAt.getTime() - 1)
  const person = { passwordHash: null, passwordSetAt: null, createdAt: before }
  const id = `usr_${randomUUID()}`
  await administrators.insert(
    { id, companyId: 'cmp_1', email: 'a@example.com', invitedBy: 'operator', ...person },
    { hash, expiresAt },
  )
  expect(await administrators.findByLink(hash, expiresAt)).toBeUndefined()
  expect(await administrators.useLink(id, hash, expiresAt, 'a hash')).toBeUndefined()
  expect(await administrators.findByLink(hash, before)).toMatchObject({ id, passwordHash: null })
  expect(await administrators.useLink(id, hash, before, 'a hash')).toMatchObject({
    id,
    passwordHash: 'a hash',
    passwordSetAt: before,
  })
  expect(await administrators.findByLink(hash, before)).toBeUndefined()
})
