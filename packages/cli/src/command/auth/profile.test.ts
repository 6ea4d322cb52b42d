import { readFile, rm } from 'node:fs/promises'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* Several companies on one machine: `--profile` and BOARDWALK_PROFILE, against the real server. */

const server = useServer()
const cli = useCli()
let ours: TestCompany
let other: TestCompany
beforeAll(async () => {
  ours = await server.company()
  other = await server.company()
  await ours.call('POST', '/job', { job: { id: 'ours', title: 'Ours' } })
  await other.call('POST', '/job', { job: { id: 'other', title: 'Other' } })
})

const file = () => cli.path('.config/boardwalk/config.json')
const stored = async () => JSON.parse(await readFile(file(), 'utf8'))
const url = () => `${server.url}/api`

const boardwalk = (args: string[], env: Record<string, string> = {}, input = '') =>
  runCommand(args, { env: { HOME: cli.path('.'), ...env } }, input)
const login = (company: TestCompany, ...args: string[]) =>
  boardwalk(['auth', 'login', '--api-key-stdin', ...args], {}, `${company.key}\n`)
async function listIds(args: string[] = [], env: Record<string, string> = {}): Promise<string[]> {
  const { stdout } = await boardwalk(['jobs', 'list', '-o', 'json', ...args], env)
  return JSON.parse(stdout).jobs.map(({ id }: { id: string }) => id)
}

beforeEach(async () => {
  await rm(cli.path('.config'), { recursive: true, force: true })
  await login(ours, '--url', url())
  await login(other, '--profile', 'other', '--url', url())
})

describe('a profile', () => {
  test('is chosen by --profile, else by BOARDWALK_PROFILE, else it is the default one', async () => {
    expect(await listIds()).toEqual(['ours'])
    expect(await listIds(['--profile', 'other'])).toEqual(['other'])
    expect(await listIds([], { BOARDWALK_PROFILE: 'other' })).toEqual(['other'])
    expect(await listIds([], { BOARDWALK_PROFILE: '' })).toEqual(['ours'])
    expect(await listIds(['--profile', 'default'], { BOARDWALK_PROFILE: 'other' })).toEqual(['ours'])
  })

  test('gives both address and key with --profile, whatever the variables hold', async () => {
    const env = { BOARDWALK_URL: 'http://127.0.0.1:9/api', BOARDWALK_API_KEY: ours.key }
    expect(await listIds(['--profile', 'other'], env)).toEqual(['other'])
  })

  test('is refused beside an address or a key that may be another company’s', async () => {
    const beside = (args: string[], env: Record<string, string> = {}) =>
      boardwalk(['jobs', 'list', ...args], { ...env }, ours.key)
    const both = { code: 2, stdout: '', stderr: expect.stringContaining('A profile holds both address and key') }
    expect(await beside(['--profile', 'other', '--url', url()])).toEqual(both)
    expect(await beside(['--profile', 'other', '--api-key-stdin'])).toEqual(both)
    const profile = { BOARDWALK_PROFILE: 'other' }
    const [key, address] = [{ BOARDWALK_API_KEY: ours.key }, { BOARDWALK_URL: url() }]
    for (const [variable, args] of [
      [key, []],
      [address, []],
      // The flag for one of them leaves the other one.
      [key, ['--url', url()]],
      [address, ['--api-key-stdin']],
    ] as const)
      expect(await beside([...args], { ...profile, ...variable })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`BOARDWALK_PROFILE and ${Object.keys(variable)[0]} are both set`),
      })
    // A flag overrides a variable.
    const flags = ['--api-key-stdin', '--url', url()]
    expect(await beside(flags, { ...profile, ...key, BOARDWALK_URL: 'http://x' })).toMatchObject({ code: 0 })
  })

  test('has a name of letters, digits and few signs, and is no key', async () => {
    for (const name of ['', '__proto__', 'a b', '../x', 'x'.repeat(65), 'bwk_0123456789abcdefghijklmnopqrstuv']) {
      const { code, stdout, stderr } = await login(other, '--profile', name, '--url', url())
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('is not a name of a profile')
      expect(stderr).not.toContain('bwk_0123456789')
    }
  })

  test('is stored beside the others, listed with its company and never its key, and removed alone', async () => {
    const env = { BOARDWALK_URL: 'http://127.0.0.1:9/api' }
    // The second login takes the stored address.
    const again = await boardwalk(
      ['auth', 'login', '--api-key-stdin', '--profile', 'other', '-o', 'json'],
      env,
      other.key,
    )
    expect(JSON.parse(again.stdout)).toMatchObject({ profile: 'other', url: url() })
    expect(await stored()).toMatchObject({
      url: url(),
      apiKey: ours.key,
      profiles: {
        other: {
          url: url(),
          apiKey: other.key,
        },
      },
    })
    const { code, stdout } = await boardwalk(['auth', 'list', '-o', 'json'])
    const company = ({ id, slug }: TestCompany) => ({ id, slug, name: expect.any(String) })
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      code: 0,
      profiles: [
        { profile: 'default', url: url(), company: company(ours) },
        { profile: 'other', url: url(), company: company(other) },
      ],
    })
    const table = (await boardwalk(['auth', 'list'])).stdout
    for (const { key } of [ours, other]) expect(stdout + table).not.toContain(key.slice(4))
    for (const removed of [true, false]) {
      const logout = await boardwalk(['auth', 'logout', '--profile', 'other', '-o', 'json'])
      expect({ code: logout.code, ...JSON.parse(logout.stdout) }).toMatchObject({ code: 0, removed })
    }
    expect(await stored()).toEqual({ url: url(), apiKey: ours.key, company: expect.any(Object) })
  })
})
