import { findAuthCase } from '@boardwalk/api/test/auth-cases'
import { apply, pdf } from '@boardwalk/api/test/form'
import { type Answer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import type { Scope } from '@boardwalk/schema/api-key'
import { operationNames } from '@boardwalk/schema/operations'
import { beforeAll, expect, it } from 'vitest'
import { integrationRouter } from '../router/integration.ts'

/* Who may call what of the integration API: every operation is tried with every key that it must refuse. */

const server = useServer()
const externalId = 'owned'
let owner: TestCompany
let keys: Record<Scope | 'revoked', string>
/** A job of the owner without an external id. */
let boardJobId: number
/** An application to this job, with a CV. */
let applicationId: string

beforeAll(async () => {
  owner = await server.company()
  const [read, write, old] = [
    await owner.createKey('reader', ['read']),
    await owner.createKey('writer', ['write']),
    await owner.createKey('old', ['read', 'write']),
  ]
  await owner.revokeKey(old.id)
  keys = { read: read.key, write: write.key, revoked: old.key }
  await owner.call('POST', '/job', { job: { id: externalId, title: 'Owned' } })
  const { jobId, jobUrl } = await owner.boardJob()
  boardJobId = jobId
  applicationId = (await apply(jobUrl, {}, pdf)).body.id
})

const every = operationNames.map((name) => {
  const { request, nullMember, ...rights } = findAuthCase(name)
  const send = (key: string | undefined) => server.call(key, ...request({ externalId, boardJobId, applicationId }))
  const [method, path, body] = request({ externalId, boardJobId: 1, applicationId: 'none' })
  const lacking: Scope = rights.scope === 'read' ? 'write' : 'read'
  const sendBrokenBody = (key?: string) => server.call(key, method, path, '{', { 'content-type': 'text/plain' })
  /** The body of a refusal has the operation's null member and the error, and nothing else. Returns the issues. */
  function expectRefusal(
    { status, headers, body }: Answer,
    expected: readonly [number, code: string, message: string],
  ) {
    const { issues, ...error } = body.error
    const [expectedStatus, code, message] = expected
    expect({ name, status, ...body, error }).toStrictEqual({
      name,
      status: expectedStatus,
      [nullMember]: null,
      error: {
        message,
        code,
        requestId: headers.get('x-request-id'),
      },
    })
    return issues
  }
  return { name, ...rights, lacking, hasBody: body !== undefined, send, sendBrokenBody, expectRefusal }
})
const missing = [401, 'api_key_missing', 'Please provide an API key'] as const
const invalid = [403, 'api_key_invalid', 'Invalid API key'] as const
const lacksScope = [403, 'scope_missing', 'Insufficient permissions'] as const
const holdings = async () => [
  (await owner.call('GET', '/jobs')).body,
  // The link to the CV has its time in it.
  { ...(await owner.call('GET', `/candidate/${applicationId}`)).body.candidate, cv: '' },
]

it('the router has each operation whose rights are tried here, each with the scope of the contract', () => {
  expect(Object.keys(integrationRouter._def.procedures)).toStrictEqual(operationNames)
  expect(Object.fromEntries(every.map(({ name, scope }) => [name, scope]))).toEqual({
    createJob: 'write',
    updateJob: 'write',
    unpublishJob: 'write',
    upsertJobs: 'write',
    linkJobs: 'write',
    getJob: 'read',
    listJobs: 'read',
    listCandidates: 'read',
    listAllCandidates: 'read',
    getMe: 'any',
    getCandidate: 'read',
    downloadCv: 'read',
    updateCandidates: 'write',
  })
})

it('every operation asks a caller with no, an empty or a blank key for one', async () => {
  for (const { send, expectRefusal } of every)
    for (const key of [undefined, '', ' \t ']) expectRefusal(await send(key), missing)
})

it('every operation refuses a malformed, an unknown and a revoked key with the same answer', async () => {
  const malformed = ['nonsense', `${owner.key}x`, owner.key.toUpperCase(), `Bearer ${owner.key}`]
  for (const { send, expectRefusal } of every)
    for (const key of [...malformed, `bwk_${'x'.repeat(32)}`, keys.revoked]) expectRefusal(await send(key), invalid)
})

it('every operation refuses a key that lacks its scope, which it names, and changes nothing', {
  tags: ['rights'],
}, async () => {
  const before = await holdings()
  for (const { scope, lacking, send, expectRefusal } of every) {
    if (scope === 'any') continue
    const message = `x-api-key must be a key with the scope ${scope}; this one has ${lacking}`
    expect(expectRefusal(await send(keys[lacking]), lacksScope)).toEqual([{ path: 'x-api-key', message }])
  }
  expect(await holdings()).toStrictEqual(before)
})

it('every operation shows a key of another company nothing of this one, and changes nothing', async () => {
  const before = await holdings()
  for (const { name, send, toAnother } of every)
    expect({ name, ...(await send((await server.company()).key)) }).toMatchObject({ name, ...toAnother })
  expect(await holdings()).toStrictEqual(before)
})

it('every operation with a body refuses a caller without the right before it reads the body', async () => {
  for (const { scope, lacking, hasBody, sendBrokenBody, expectRefusal } of every) {
    if (!hasBody || scope === 'any') continue
    expectRefusal(await sendBrokenBody(), missing)
    expectRefusal(await sendBrokenBody(keys.revoked), invalid)
    expectRefusal(await sendBrokenBody(keys[lacking]), lacksScope)
    expect((await sendBrokenBody(keys[scope])).status).toBe(415)
  }
})

it('every operation needs no scope but its own', async () => {
  // createJob answers 409, because the job exists already. That shows that the key was accepted.
  for (const { name, scope, send } of every)
    for (const only of scope === 'any' ? (['read', 'write'] as const) : [scope])
      expect([name, (await send(keys[only])).status]).toEqual([name, name === 'createJob' ? 409 : 200])
})
