import { PassThrough, Writable } from 'node:stream'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import type { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { createProgram } from '../program.ts'
import { runCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

/* Rules for every command of `boardwalk`. The commands are found in the program, and each one needs a case below. */

const server = useServer()
const cli = useCli()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  await company.call('PUT', '/jobs', { jobs: ['get', 'leave'].map((id) => ({ id, title: id })) })
})

interface Case {
  args: string[]
  /** The text on standard input; a function if the command reads the key there. */
  input?: string | ((key: string) => string)
  /** Its exit status; 0 by default. */
  ends?: number
  /** Whether it works without a board. */
  isLocal?: true
}

const pushesNothing = `fetch(process.env.BOARDWALK_URL + '/jobs', { method: 'PUT' })`

/** A call of each command that succeeds on a board with the jobs `get` and `leave`. */
const cases: Record<string, Case> = {
  'jobs push': { args: ['-'], input: '{"id":"pushed","title":"t"}' },
  'jobs sync': { args: ['-', '--dry-run', '--max-unpublish', '9'], input: '{"id":"get"}' },
  'jobs list': { args: [] },
  'jobs get': { args: ['get'] },
  'jobs set': { args: ['get', 'city=Rabat'] },
  'jobs publish': { args: ['get'] },
  'jobs unpublish': { args: ['leave'] },
  'links set': { args: ['999999=x'], ends: 3 },
  'candidates list': { args: ['get'] },
  'candidates get': { args: ['none'], ends: 1 },
  'candidates set-status': { args: ['none=HIRED'], ends: 3 },
  'candidates follow': { args: ['get', '--once'] },
  'candidates download-cv': { args: ['get', '--dir', 'cvs'] },
  'auth login': { args: ['--api-key-stdin'], input: (key) => key },
  'auth status': { args: [] },
  'auth list': { args: [], isLocal: true },
  'auth logout': { args: [], isLocal: true },
  doctor: { args: [] },
  certify: { args: ['--scenario', 'first-run', '--', process.execPath, '-e', pushesNothing], isLocal: true },
}

const idle = {
  stdin: new PassThrough(),
  stdout: new Writable(),
  stderr: new Writable(),
  env: {},
  onInterrupt: () => () => {},
}

/** Finds the full names of all commands with the flag `-o json`. */
function commandsWithJson(command: Command, path: string[] = []): string[] {
  const inner = command.commands.flatMap((child) => commandsWithJson(child, [...path, child.name()]))
  return command.options.some(({ long }) => long === '--output') ? [path.join(' '), ...inner] : inner
}

const names = commandsWithJson(createProgram(idle, () => {}))

test('every command that has -o json has a case here', () => {
  expect(Object.keys(cases).sort()).toEqual(names.sort())
})

/** Runs a command in a home without a config file, as on the first run. */
async function runCase(name: string, { args, input = '' }: Case, key: string, env?: Record<string, string>) {
  const home = { HOME: cli.path(name.replace(' ', '-')) }
  const words = [...name.split(' '), '-o', 'json', ...args]
  return runCommand(words, { env: { ...env, ...home } }, typeof input === 'string' ? input : input(key))
}

test('without a terminal every command prints one line of JSON, with no colour and no animation', async () => {
  for (const [name, one] of Object.entries(cases)) {
    const { code, stdout, stderr } = await runCase(name, one, company.key, environmentFor(server, company))
    expect({ name, stdout, code }).toEqual({
      name,
      stdout: `${JSON.stringify(JSON.parse(stdout))}\n`,
      code: one.ends ?? 0,
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there.
    expect(stdout + stderr).not.toMatch(/[\x1b\r]/)
  }
})

test('every command that fails prints one JSON value with the reason, and never the key', async () => {
  const key = 'bwk_0123456789abcdefghijklmnopqrstuv'
  for (const [name, one] of Object.entries(cases))
    for (const [env, codes] of [
      [{ ...environmentFor(server, company), BOARDWALK_API_KEY: key }, [4]],
      [{}, [2, 4]],
    ] as const) {
      const { code, stdout, stderr } = await runCase(name, one, key, env)
      expect(stdout + stderr).not.toContain(key)
      const { error } = JSON.parse(stdout)
      if (one.isLocal) continue
      expect([name, error]).toEqual([name, expect.objectContaining({ message: expect.any(String) })])
      expect(codes).toContain(code)
    }
})
