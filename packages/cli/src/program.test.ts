import { readFile, symlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { builtProgram } from '@boardwalk/test-server/vitest/program'
import { describe, expect, test } from 'vitest'
import { runCommand } from './test/command.ts'
import { useCli } from './test/command-process.ts'

/* The command as a separate process, as a person or a script runs it, without a board. */

const cli = useCli()

const boardwalk = (args: string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) =>
  cli.run(args, env, input)

const file = async (name: string, text: string) => {
  await cli.write(name, text)
  return name
}
const key = 'bwk_0123456789abcdefghijklmnopqrstuv'

describe('usage', () => {
  test('a wrong command line is refused with 2 and says what was probably meant, and never the key', async () => {
    for (const [line, ...said] of [
      ['jbos', "unknown command 'jbos'", 'Did you mean jobs?'],
      ['jobs psuh a.csv', "unknown command 'psuh'", 'Did you mean push?'],
      ['login', "unknown command 'login'", '(Did you mean auth login?)'],
      ['list A-1', "unknown command 'list'", '(Did you mean jobs list or candidates list or auth list?)'],
      ['jobs follow', "unknown command 'follow'", '(Did you mean candidates follow?)'],
      ['jobs push a.csv --dryrun', "unknown option '--dryrun'", 'Did you mean --dry-run?'],
      ['jobs push a.csv --format yaml', "'yaml' is invalid", 'json, ndjson, csv, xml'],
      ['jobs push a.csv --concurrency 33', "'33' is invalid", 'from 1 to 32'],
      ['jobs push a.csv --encoding klingon', "'klingon' is invalid"],
      ['jobs push a.csv b.csv', 'too many arguments'],
      ['jobs sync a.csv --max-unpublish 101%', "'101%' is invalid", 'a whole number from 0, or a percentage'],
      ['jobs push', 'Name a feed: a file, an https address, or - for standard input'],
      [`jobs push a.csv --api-key ${key}`, 'unknown option'],
      ['jobs push - --api-key-stdin', 'cannot hold both the feed and the key'],
      // As a user may paste it into the command line.
      ['jobs push a.csv --\u001b[8mdry\u009b2J', "'--\ufffd[8mdry\ufffd2J'"],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(line.split(' '), { env: {} })
      expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: '' })
      // A message is cut to the width of a terminal.
      const message = stderr.replaceAll(/\s+/g, ' ')
      for (const words of said) expect(message).toContain(words)
      expect(message).toMatch(/^Error: /)
      expect(stderr).not.toContain(key)
    }
  })
})

describe('a dry run', () => {
  test('needs neither board nor key, names each bad row on standard error, and ends with 3', async () => {
    const feed = await file('dry.csv', 'id;title;minSalary;citi\nA;Comptable;9000;Rabat\nB;Chef;beaucoup;Fès\n')
    const { code, stdout, stderr } = await boardwalk(['jobs', 'push', feed, '--dry-run', '--concurrency', '32'])
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringContaining(
        'dry.csv: 2 rows, nothing sent\n  valid               1\n  failed              1\n',
      ),
    })
    expect(stderr).toContain('dry.csv:3: row 2, id "B": minSalary must be a number from 0, not "beaucoup"')
    expect(stderr.match(/"citi" .*did you mean "city"\?/g)).toHaveLength(1)
  })

  test('prints one JSON object with -o json or --json, and a row a line with -o ndjson', async () => {
    const input = '{"id":"A"}\n{"id":"B","workMode":"remote"}\n'
    const one = await boardwalk(['jobs', 'push', '-', '--dry-run', '-o', 'json'], { input })
    expect(JSON.parse(one.stdout)).toMatchObject({
      feed: 'standard input',
      dryRun: true,
      rows: 2,
      valid: 1,
      failed: 1,
      error: null,
      failures: [{ line: 2, id: 'B', error: { issues: [{ path: 'job.workMode', value: '"remote"' }] } }],
    })
    expect((await boardwalk(['jobs', 'push', '-', '--dry-run', '--json'], { input })).stdout).toBe(one.stdout)
    const { stdout } = await boardwalk(['jobs', 'push', '-', '--dry-run', '-o', 'ndjson'], { input })
    const rows = stdout.trim().split('\n')
    expect(rows.map((row) => JSON.parse(row).status).sort()).toEqual(['failed', 'valid'])
  })

  test('of 100,000 rows takes less than 150 MB of memory', async () => {
    function* rows() {
      const description = '<p>Été</p>'.repeat(20)
      for (let row = 0; row < 100_000; row++)
        yield `${JSON.stringify({ id: `J-${row}`, title: 'Poste', description })}\n`
    }
    // Prints the most memory that the process has taken, in KiB.
    const hook = "data:text/javascript,process.on('exit', () => console.error(process.resourceUsage().maxRSS))"
    const program = builtProgram('packages/cli/src/main.ts')
    const command = [
      process.execPath,
      '--import',
      hook,
      program,
      'jobs',
      'push',
      '-',
      '--dry-run',
      '-o',
      'json',
      '--quiet',
    ]
    // A process counts the memory of the one that starts it. A shell has little.
    const child = cli.startProgram('sh', ['-c', '"$@"; exit', 'sh', ...command], {})
    await pipeline(Readable.from(rows()), child.stdin)
    const { stdout, stderr } = await child.result
    expect(JSON.parse(stdout)).toMatchObject({ rows: 100_000, valid: 100_000 })
    expect((Number(stderr) * 1024) / 1e6).toBeLessThan(150)
  })

  test('writes a report of all rows, and never over the feed itself', async () => {
    const feed = await file('report.ndjson', '{"id":"A"}\n{"id":""}\n')
    await symlink(cli.path(feed), cli.path('link.ndjson'))
    for (const name of ['./report.ndjson', 'link.ndjson'])
      expect({ name, ...(await boardwalk(['jobs', 'push', feed, '--dry-run', '--report', name])) }).toMatchObject({
        name,
        code: 2,
      })
    expect((await boardwalk(['jobs', 'push', feed, '--dry-run', '--report', 'out.ndjson'])).code).toBe(3)
    const report = (await readFile(cli.path('out.ndjson'), 'utf8')).trim().split('\n')
    expect(report.map((line) => JSON.parse(line).status).sort()).toEqual(['failed', 'valid'])
  })

  test('shows no control character that a feed brings', { tags: ['terminals'] }, async () => {
    const input =
      '{"id":"A","title":"","\\u001b]0;x":1,"\\u001b[8mcity":2}\n{"id":"B","city":["\\u001b[8m\\u009b2J\\u202e"],"status":"\\u009b2J"}'
    const name = 'feed\u001b[8m\u202e.ndjson'
    await file(name, input)
    const { stdout, stderr } = await boardwalk(['jobs', 'push', name, '--dry-run'])
    expect(stdout).toContain('feed\ufffd[8m\ufffd.ndjson: 2 rows')
    expect(stdout + stderr).not.toMatch(/(?![\n\t])[\p{Cc}\u202e]/u)
  })
})

// Only Linux has this file, which is always full.
test.skipIf(process.platform !== 'linux')('a result that cannot be written is a failure', async () => {
  const command = [process.execPath, builtProgram('packages/cli/src/main.ts'), 'jobs', 'push', '-', '--dry-run']
  const child = cli.startProgram('sh', ['-c', '"$@" > /dev/full', 'sh', ...command], {})
  child.stdin.end('{"id":"A"}')
  const { code, stderr } = await child.result
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ENOSPC') })
})

describe('address and key', () => {
  const push = (args: string[], env: Record<string, string>) =>
    boardwalk(['jobs', 'push', '-', ...args], { input: '{"id":"A"}', env })

  test('a key that no header can hold is refused and not shown', async () => {
    const { code, stdout, stderr } = await push(['--url', 'http://127.0.0.1:9/api'], { BOARDWALK_API_KEY: 'se\ncret' })
    expect(code).toBe(4)
    expect(stdout + stderr).not.toContain('cret')
  })
})
