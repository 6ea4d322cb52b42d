import type { ServerProcess } from '@boardwalk/test-server/server-process'
import { runBuiltAdmin, startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { useDatabase } from '@boardwalk/test-server/vitest/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackOffice, password, secretOf } from '../test/administrator.ts'

const settings = useDatabase()
const admin = (...command: string[]) => runBuiltAdmin(settings, ...command)
const json = async (...command: string[]) => JSON.parse((await admin(...command, '--json')).stdout)

let server: ServerProcess

beforeAll(async () => {
  server = await startBuiltServer(settings)
})
afterAll(() => server.end('SIGTERM'))

const get = (path: string, key: string) => fetch(`${server.url}/api${path}`, { headers: { 'x-api-key': key } })

describe('from an empty database to a company that is served', () => {
  let key: { id: string; key: string; scopes: string[] }

  test('a company is made, and its JSON is all that stands on standard output', async () => {
    expect(await json('company', 'create', '--name', 'Atlas Talents', '--slug', 'atlas', '--locale', 'ar')).toEqual({
      id: expect.stringMatching(/^cmp_[a-z0-9]{20}$/),
      slug: 'atlas',
    })
  })

  test('a key is made with both scopes, in the spec’s form, and works', async () => {
    key = await json('key', 'create', '--company', 'atlas', '--name', 'our ATS')
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[a-z0-9]{20}$/),
      name: 'our ATS',
      key: expect.stringMatching(/^bwk_[A-Za-z0-9]{32}$/),
      scopes: ['read', 'write'],
    })
    expect((await get('/jobs', key.key)).status).toBe(200)
  })

  test('a read-only key is made on request', async () => {
    expect(await json('key', 'create', '--company', 'atlas', '--name', 'reader', '--scopes', 'read')).toMatchObject({
      scopes: ['read'],
    })
  })

  test('a board job is made that has no external id, under an address in the company’s language', async () => {
    const job = await json('job', 'create', '--company', 'atlas', '--title', 'Chef de rang')
    expect(job).toEqual({
      jobId: expect.any(Number),
      jobUrl: expect.stringContaining('/ar/companies/atlas/jobs/chef-de-rang-'),
    })
    const { jobs } = await (await get('/jobs', key.key)).json()
    expect(jobs).toMatchObject([{ id: null, jobId: job.jobId, title: 'Chef de rang' }])
  })

  test('the list of keys shows none of them', async () => {
    const { stdout } = await admin('key', 'list')
    expect(stdout).toContain(key.id)
    expect(stdout).not.toContain(key.key)
  })

  test('an administrator is made, and the link that is printed lets the person choose a password and sign in', async () => {
    const made = await json('user', 'create', '--company', 'atlas', '--email', 'Salma@Example.com')
    expect(made).toEqual({
      email: 'salma@example.com',
      link: expect.stringMatching(/\/backoffice\/set-password#[\w-]{43}$/),
      expiresAt: expect.any(String),
    })
    const { client } = openBackOffice(server.url)
    await client.session.setPassword.mutate({ link: secretOf(made), password })
    expect(await client.session.me.query()).toMatchObject({ email: 'salma@example.com', company: { slug: 'atlas' } })
    expect(await client.key.list.query()).toMatchObject({ keys: [{ createdBy: 'operator' }, {}] })
  })

  test('who has forgotten the password gets a new link', async () => {
    const { stdout } = await admin('user', 'link', '--email', 'salma@example.com')
    const [link = ''] = stdout.split('\n')
    const { client } = openBackOffice(server.url)
    expect(await client.session.checkLink.query({ link: secretOf({ link }) })).toEqual({ email: 'salma@example.com' })
  })

  test('a revoked key is refused from then on', async () => {
    await json('key', 'revoke', '--id', key.id)
    expect((await get('/jobs', key.key)).status).toBe(403)
  })
})

describe('a command that cannot be done says why, on standard error, and exits with 1', () => {
  test.each([
    ['a slug that is taken', ['company', 'create', '--name', 'Other', '--slug', 'atlas'], 'already exists'],
    [
      'a slug that no address can hold',
      ['company', 'create', '--name', 'Other', '--slug', 'A b'],
      'lower-case letters',
    ],
    ['an unknown company', ['key', 'create', '--company', 'nobody', '--name', 'k'], 'no company with the slug nobody'],
    [
      'a scope that there is not',
      ['key', 'create', '--company', 'atlas', '--name', 'k', '--scopes', 'reed'],
      'did you mean "read"',
    ],
    ['an unknown key', ['key', 'revoke', '--id', 'ff'], 'no key with the id ff'],
    [
      'an address that has an account',
      ['user', 'create', '--company', 'atlas', '--email', 'salma@example.com'],
      'already',
    ],
    [
      'an address that has none',
      ['user', 'link', '--email', 'nobody@example.com'],
      'no account for nobody@example.com',
    ],
    [
      'an address that is none',
      ['user', 'create', '--company', 'atlas', '--email', 'salma'],
      'must be an e-mail address',
    ],
    ['an option that there is not', ['key', 'list', '--compny', 'atlas'], 'Did you mean --company'],
  ])('%s', async (_what, command, message) => {
    const { code, stdout, stderr } = await admin(...command)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('settings that are wrong are all named at once', async () => {
    const { code, stderr } = await runBuiltAdmin(
      { ...settings, PORT: '99999', KEY_PREFIX: 'A_B', LOG_LEVEL: 'loud' },
      'key',
      'list',
    )
    expect(code).toBe(1)
    for (const name of ['PORT', 'KEY_PREFIX', 'LOG_LEVEL']) expect(stderr).toContain(name)
  })
})
