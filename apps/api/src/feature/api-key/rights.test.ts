import { Scope } from '@boardwalk/schema/api-key'
import { type OperationName, operationNames } from '@boardwalk/schema/operations'
import { beforeAll, describe, expect, it } from 'vitest'
import { integrationRouter } from '../../router/integration.ts'
import { findAuthCase } from '../../test/auth-cases.ts'
import { type Answer, type TestCompany, useServer } from '../../test/harness.ts'
import { actAsOperator } from '../audit/service.ts'
import { createKey, revokeKey } from './service.ts'

const server = useServer()

let owner: TestCompany
let keyByScope: Record<Scope, string>
let revoked: string
let owned: { externalId: string; boardJobId: number }

const keyWith = (scope: Scope) => createKey(server.deps, actAsOperator(owner.id), { name: scope, scopes: [scope] })

beforeAll(async () => {
  owner = await server.company()
  keyByScope = { read: (await keyWith('read')).key, write: (await keyWith('write')).key }
  const old = await createKey(server.deps, actAsOperator(owner.id), { name: 'old', scopes: ['read', 'write'] })
  await revokeKey(server.deps, actAsOperator(owner.id), old)
  revoked = old.key
  await owner.call('POST', '/job', { job: { id: 'owned', title: 'Owned' } })
  const { jobId } = await owner.boardJob()
  owned = { externalId: 'owned', boardJobId: jobId }
})

const lacking = (scope: Scope): Scope => (scope === 'read' ? 'write' : 'read')

const hasBody = (operation: OperationName) =>
  findAuthCase(operation).request({ externalId: 'A', boardJobId: 1 }).length === 3

const holdings = async () => (await owner.call('GET', '/jobs')).body

/** The body of a refusal has the operation's null member and the error, and nothing else. */
function expectRefusal(answer: Answer, nullMember: string, status: number, code: string, message: string) {
  const { issues: _, ...error } = answer.body.error
  expect(answer.status).toBe(status)
  expect({ ...answer.body, error }).toStrictEqual({
    [nullMember]: null,
    error: { message, code, requestId: answer.headers.get('x-request-id') },
  })
}

it('the router has each operation whose rights are tried here, and no other', () => {
  expect(Object.keys(integrationRouter._def.procedures)).toStrictEqual(operationNames)
})

it('each operation needs the scope of the contract', () => {
  const scopes = operationNames.map((operation) => [operation, findAuthCase(operation).scope])
  expect(Object.fromEntries(scopes)).toEqual({
    ...{ createJob: 'write', updateJob: 'write', unpublishJob: 'write', upsertJobs: 'write', linkJobs: 'write' },
    ...{ getJob: 'read', listJobs: 'read', listCandidates: 'read', listAllCandidates: 'read', getMe: 'any' },
  })
})

describe.each(operationNames)('%s', (operation) => {
  const callAs = (key: string | undefined) => {
    const [method, path, body] = findAuthCase(operation).request(owned)
    return server.call(key, method, path, body)
  }

  it.each([
    ['no', undefined],
    ['an empty', ''],
    ['a blank', ' \t '],
  ])('asks a caller with %s key for one', async (_what, key) => {
    const { nullMember } = findAuthCase(operation)
    expectRefusal(await callAs(key), nullMember, 401, 'api_key_missing', 'Please provide an API key')
  })

  it('refuses a malformed, an unknown and a revoked key with the same answer', async () => {
    const unknown = `bwk_${'x'.repeat(32)}`
    for (const key of ['nonsense', `${owner.key}x`, owner.key.toUpperCase(), `Bearer ${owner.key}`, unknown, revoked]) {
      expectRefusal(await callAs(key), findAuthCase(operation).nullMember, 403, 'api_key_invalid', 'Invalid API key')
    }
  })

  const { scope } = findAuthCase(operation)
  if (scope !== 'any')
    it('refuses a key that lacks the scope, and changes nothing', async () => {
      const { nullMember } = findAuthCase(operation)
      const before = await holdings()
      const answer = await callAs(keyByScope[lacking(scope)])
      expectRefusal(answer, nullMember, 403, 'scope_missing', 'Insufficient permissions')
      const message = `x-api-key must be a key with the scope ${scope}; this one has ${lacking(scope)}`
      expect(answer.body.error.issues).toEqual([{ path: 'x-api-key', message }])
      expect(await holdings()).toStrictEqual(before)
    })

  it('with a key of another company, shows nothing of this company and changes nothing', async () => {
    const another = await server.company()
    const before = await holdings()
    expect(await callAs(another.key)).toMatchObject(findAuthCase(operation).toAnother)
    expect(await holdings()).toStrictEqual(before)
  })

  if (hasBody(operation) && scope !== 'any') {
    it('refuses a caller without the right before it reads the body', async () => {
      const { nullMember, request } = findAuthCase(operation)
      const [method, path] = request(owned)
      const wrongScope = keyByScope[lacking(scope)]
      const withBrokenBody = (key?: string) => server.call(key, method, path, '{', { 'content-type': 'text/plain' })
      expectRefusal(await withBrokenBody(), nullMember, 401, 'api_key_missing', 'Please provide an API key')
      expectRefusal(await withBrokenBody(revoked), nullMember, 403, 'api_key_invalid', 'Invalid API key')
      expectRefusal(await withBrokenBody(wrongScope), nullMember, 403, 'scope_missing', 'Insufficient permissions')
      expect((await withBrokenBody(keyByScope[scope])).status).toBe(415)
    })
  }

  it.each(scope === 'any' ? Scope.options : [scope])('needs no other scope than %s', async (only) => {
    const { status } = await callAs(keyByScope[only])
    // createJob answers 409, because the job exists already. That shows that the key was accepted.
    expect(status).toBe(operation === 'createJob' ? 409 : 200)
  })
})
