import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { builtProgram, environmentFor, shows, usePrograms } from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk candidates follow` as a process of its own, against the real server. */

const server = useServer()
const cli = useCli()
const programs = usePrograms()
let company: TestCompany
let jobUrl: string
/** A name that no other test has. */
let state: string

beforeEach(async (context) => {
  company = await server.company()
  jobUrl = (await company.call('PUT', '/job/A%2F1', { job: { title: 'Comptable' } })).body.jobUrl
  state = `${context.task.id}.json`
})

const settings = () => environmentFor(server, company)
const args = (...more: string[]) => ['candidates', 'follow', '--state', state, '--interval', '1', ...more]
const follow = (...more: string[]) => cli.run(args(...more), settings())
const startFollow = (...more: string[]) => cli.start(args(...more), settings())

/** Lets so many people apply; gives their ids in order. */
async function applyAs(...names: string[]): Promise<string[]> {
  const ids = []
  for (const firstName of names) ids.push((await apply(jobUrl, { firstName })).body.id)
  return ids
}
const idsIn = (output: string): string[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id)
const cursorIn = async (folder: { path(name: string): string } = cli): Promise<string | null> =>
  JSON.parse(await readFile(folder.path(state), 'utf8')).cursor

describe('the state', () => {
  test('remembers who was taken: each start with --once gives only those that came since, in every format', async () => {
    const first = await applyAs('Salma', 'Youssef')
    const { code, stdout, stderr } = await follow('--once', '-o', 'ndjson')
    expect({ code, stderr, ids: idsIn(stdout) }).toEqual({ code: 0, stderr: '', ids: first })

    await applyAs('Zineb')
    const table = await follow('--once')
    expect(table.stdout).toMatch(/^DATE +NAME +EMAIL +JOB\n\S+ +Zineb Bennani +salma.bennani\S* +A\/1\n$/)

    const [karim] = await applyAs('Karim')
    const csv = await follow('--once', '-o', 'csv')
    expect(csv.stdout).toMatch(new RegExp(`^id,date,status,offerId,.*\n${karim},\\S+,PENDING,A/1,Karim,Bennani,`))

    const [nadia] = await applyAs('Nadia')
    const json = await follow('--once', '--json')
    expect(JSON.parse(json.stdout).candidates).toMatchObject([{ id: nadia, firstName: 'Nadia' }])

    expect(await follow('--once', '--json')).toEqual({ code: 0, stdout: '{"candidates":[]}\n', stderr: '' })
  })

  test('is new for another --since, and goes over it afterwards', async () => {
    await applyAs('Salma')
    const since = new Date().toISOString()
    const [zineb] = await applyAs('Zineb')
    for (const expected of [[zineb], []])
      expect(idsIn((await follow('--once', '-o', 'ndjson', '--since', since)).stdout)).toEqual(expected)
  })

  test('belongs to one process, which is named to another; a killed one leaves it free', async () => {
    await applyAs('Salma')
    const child = startFollow('-o', 'ndjson')
    await shows(child.stdout, /Salma/)
    const second = await follow('--once')
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 1, stdout: '' })
    expect(second.stderr).toContain(`${state} is in use by process ${child.pid}`)
    child.kill('SIGKILL')
    await child.result
    expect((await follow('--once')).code).toBe(0)
  })

  test('of another board, job or company is refused, and stays as it was', async () => {
    await applyAs('Salma')
    await follow('--once')
    const before = await readFile(cli.path(state), 'utf8')
    const other = await server.company()
    await apply((await other.call('PUT', '/job/A%2F1', { job: { title: 'Chef' } })).body.jobUrl)
    // One after the other: a state is one process's at a time.
    const refusals = [
      await cli.run(args('--once', '--url', 'http://127.0.0.1:9/api'), settings()),
      await follow('A/1', '--once'),
      await cli.run(args('--once', '-o', 'ndjson'), environmentFor(server, other)),
    ]
    for (const { code, stdout } of refusals) expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const [board, job, otherCompany] = refusals.map(({ stderr }) => stderr)
    expect(board).toContain(`is of the board at ${server.url}/api, not http://127.0.0.1:9/api`)
    expect(job).toContain('is of all jobs, not job "A/1"')
    expect(otherCompany).toContain(`is of company ${company.id}, and the key is of ${other.id}`)
    expect(await readFile(cli.path(state), 'utf8')).toBe(before)
  })

  test.each([
    ['empty', ''],
    ['of another program', '{"candidates":"2026-03-01T00:00:00.000Z"}'],
    ['half a file', '{"board":"http://127.0.0.1:9/api","job":null,"company":null,"cur'],
    ['without a date', '{"board":"http://127.0.0.1:9/api","job":null,"company":null,"cursor":"soon"}'],
  ])('that is damaged (%s) is refused, never begun anew, and stays as it was', async (_what, damaged) => {
    await cli.write(state, damaged)
    const { code, stdout, stderr } = await follow('--once')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('is not the state of a follow, or is damaged')
    expect(await readFile(cli.path(state), 'utf8')).toBe(damaged)
  })

  test('that cannot be kept is told before anybody is given', async () => {
    await applyAs('Salma')
    for (const name of ['nowhere/state.json', '.']) {
      const { code, stdout, stderr } = await cli.run(
        ['candidates', 'follow', '--once', '--state', name, '-o', 'ndjson'],
        settings(),
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/cannot be (written|read): /)
    }
  })
})

describe('standard output', () => {
  const inShell = (script: string, ...more: string[]) =>
    programs.start(
      'bash',
      [
        '-c',
        `set -o pipefail; ${script}`,
        'bash',
        process.execPath,
        builtProgram('packages/cli/src/main.ts'),
        ...args(...more),
      ],
      settings(),
    )

  /** Ends when the state has moved and does not move any more. */
  async function standsStill(): Promise<void> {
    let last: string | null | undefined
    const isSame = async () => {
      const before = last
      last = await cursorIn(programs).catch(() => undefined)
      return typeof last === 'string' && last === before
    }
    await expect.poll(isSame, { interval: 1_000 }).toBe(true)
  }

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('whose reader has gone ends the follow, and whom nobody read comes again', async () => {
    const [salma] = await applyAs('Salma')
    const child = inShell('"$@" | head -n 1', '-o', 'ndjson')
    await shows(child.stdout, /\n/)
    const [zineb] = await applyAs('Zineb')
    const { code, stdout, stderr } = await child.result
    expect({ code, ids: idsIn(stdout) }).toEqual({ code: 1, ids: [salma] })
    expect(stderr).toContain('its reader has gone')
    expect(idsIn((await inShell('"$@"', '--once', '-o', 'ndjson').result).stdout)).toEqual([zineb])
  })

  test.each([
    ['killed', ['SIGKILL'], 137],
    ['interrupted twice', ['SIGINT', 'SIGINT'], 130],
  ] as const)(
    'that nobody reads holds the state: %s while a line is half taken, it gives that one again',
    async (_how, signals, ends) => {
      // More than a pipe holds.
      const names = Array.from({ length: 15 }, (_, index) => `Salma ${index}`)
      const ids: string[] = []
      for (const firstName of names) ids.push((await apply(jobUrl, { firstName, message: 'é'.repeat(5000) })).body.id)
      const reader = '{ read -r < gate; cat; }'
      const child = inShell(`rm -f gate; mkfifo gate; { echo $BASHPID > pid; exec "$@"; } | ${reader}`, '-o', 'ndjson')
      await standsStill()
      const pid = Number(await readFile(programs.path('pid'), 'utf8'))
      for (const [at, signal] of signals.entries()) {
        if (at > 0) await shows(child.stderr, /Finishing/)
        process.kill(pid, signal)
      }
      await expect.poll(() => isAlive(pid)).toBe(false)
      await writeFile(programs.path('gate'), '\n')
      const { code, stdout } = await child.result
      const taken = idsIn(stdout)
      expect(code).toBe(ends)
      expect(taken.length).toBeLessThan(ids.length)
      const rest = idsIn((await inShell('"$@"', '--once', '-o', 'ndjson').result).stdout)
      expect([...taken, ...rest].filter((id, at, all) => all.indexOf(id) === at)).toEqual(ids)
      expect(taken.length + rest.length).toBeLessThanOrEqual(ids.length + 1)
    },
  )

  test('that is a file goes on where it ended: one head, and everybody once', async () => {
    const ids = []
    for (const name of ['Salma', 'Zineb']) {
      ids.push(...(await applyAs(name)))
      expect((await inShell('"$@" >> all.csv', '--once', '-o', 'csv').result).code).toBe(0)
    }
    const lines = (await readFile(programs.path('all.csv'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...ids])
  })

  test('of one JSON object moves the state when it is written, and not before', async () => {
    await applyAs('Salma')
    const { code } = await inShell('"$@" > /dev/full', '--once', '--json').result
    expect({ code, cursor: await cursorIn(programs) }).toEqual({ code: 1, cursor: null })
  })
})

describe('--exec', () => {
  test('gives each candidate to the command, whose own output is the only one', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const { code, stdout } = await follow(
      '--once',
      '--exec',
      `node -pe 'JSON.parse(fs.readFileSync(0)).id'; echo "$BOARDWALK_CANDIDATE_ID $BOARDWALK_CANDIDATE_OFFER_ID"`,
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: [salma, zineb].map((id) => `${id}\n${id} A/1\n`).join('') })
  })

  test('that fails with --once ends with 1 and is given the same candidate next time', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const { code, stderr } = await follow('--once', '--exec', 'exit 7')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Error: The command ended with 7 for candidate ${salma}, who comes again next time\n`,
    })
    const { stdout } = await follow('--once', '--exec', 'echo $BOARDWALK_CANDIDATE_ID')
    expect(stdout).toBe(`${salma}\n${zineb}\n`)
  })

  test('that fails while following is run again until it ends with 0, before the next candidate', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const child = startFollow(
      '--exec',
      `echo $BOARDWALK_CANDIDATE_ID; test -e done-${state} || { touch done-${state}; exit 7; }`,
    )
    await shows(child.stdout, new RegExp(`${zineb}`))
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await child.result
    expect({ code, stdout }).toEqual({ code: 130, stdout: `${salma}\n${salma}\n${zineb}\n` })
    expect(stderr).toContain(`The command ended with 7 for candidate ${salma}; it is run again until it ends with 0.`)
    expect(stderr).toContain(`The command has taken candidate ${salma} now.`)
  })

  test('that the shell does not find ends the follow at once', async () => {
    await applyAs('Salma')
    const { code, stderr } = await follow('--exec', 'no-such-command')
    expect({ code, cursor: await cursorIn() }).toEqual({ code: 1, cursor: null })
    expect(stderr).toContain('ended with 127')
  })
})

describe('an interrupt', () => {
  const waiting = `echo running; while ! test -e "$GO"; do sleep 0.1; done; echo finished`

  test('waits for the command that runs, keeps what it took, and ends with 130', async () => {
    const [salma] = await applyAs('Salma', 'Zineb')
    const child = cli.start(args('--exec', waiting), { ...settings(), GO: `go-${state}` })
    await shows(child.stdout, /running/)
    child.kill('SIGINT')
    await shows(child.stderr, /Finishing/)
    await cli.write(`go-${state}`, '')
    const { code, stdout } = await child.result
    expect({ code, stdout }).toEqual({ code: 130, stdout: 'running\nfinished\n' })
    const { stdout: next } = await follow('--once', '-o', 'ndjson')
    expect(idsIn(next)).not.toContain(salma)
    expect(idsIn(next)).toHaveLength(1)
  })

  test('that comes twice stops the command, and its candidate comes again', async () => {
    await applyAs('Salma')
    const child = cli.start(args('--exec', waiting), { ...settings(), GO: `never-${state}` })
    await shows(child.stdout, /running/)
    child.kill('SIGINT')
    await shows(child.stderr, /Finishing/)
    child.kill('SIGINT')
    expect((await child.result).code).toBe(130)
    expect(await cursorIn()).toBeNull()
  })

  test('while it waits for candidates ends it at once with 130, and with the state of the last', async () => {
    const [salma] = await applyAs('Salma')
    const child = cli.start([...args('-o', 'ndjson'), '--interval', '3600'], settings())
    await shows(child.stdout, /\n/)
    await expect.poll(() => cursorIn()).not.toBeNull()
    child.kill('SIGINT')
    const { code, stdout } = await child.result
    expect({ code, ids: idsIn(stdout) }).toEqual({ code: 130, ids: [salma] })
    expect((await follow('--once', '-o', 'ndjson')).stdout).toBe('')
  })
})

describe('the board', () => {
  /** A way to the board that can be cut. */
  async function cuttable() {
    const way = { url: '', isCut: false, requests: 0, close: () => {} }
    const between = createServer((req, res) => {
      way.requests++
      if (way.isCut) req.socket.destroy()
      else
        request(`${server.url}${req.url}`, { headers: req.headers }, (answer) => {
          res.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(res)
        }).end()
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    // A server that listens on a port has an address of this kind.
    way.url = `http://127.0.0.1:${(between.address() as AddressInfo).port}/api`
    way.close = () => {
      between.closeAllConnections()
      between.close()
    }
    return way
  }

  test('that goes away and comes back costs nobody; both are said once', async () => {
    const way = await cuttable()
    const child = cli.start(args('-o', 'ndjson'), { ...settings(), BOARDWALK_URL: way.url })
    const ids = await applyAs('Salma')
    await shows(child.stdout, /Salma/)
    way.isCut = true
    await shows(child.stderr, /does not answer/)
    ids.push(...(await applyAs('Zineb')))
    const { requests } = way
    await expect.poll(() => way.requests).toBeGreaterThan(requests)
    way.isCut = false
    await shows(child.stdout, /Zineb/)
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await child.result
    way.close()
    expect({ code, ids: idsIn(stdout) }).toEqual({ code: 130, ids })
    expect(stderr.match(/The board does not answer: .*/g)).toHaveLength(1)
    expect(stderr.match(/The board answers again\./g)).toHaveLength(1)
  })

  test('that does not answer ends --once with 5 after retries', async () => {
    const way = await cuttable()
    way.isCut = true
    const { code, stdout } = await cli.run(args('--once', '--json'), { ...settings(), BOARDWALK_URL: way.url })
    way.close()
    expect({ code, requests: way.requests }).toEqual({ code: 5, requests: 3 })
    expect(JSON.parse(stdout).error.message).toContain('got no answer')
  })

  test('that refuses the key ends it with 4: a wrong one, and one that is revoked meanwhile', async () => {
    expect((await cli.run(args(), { ...settings(), BOARDWALK_API_KEY: 'bwk_wrong' })).code).toBe(4)
    await applyAs('Salma')
    const child = startFollow('-o', 'ndjson')
    await shows(child.stdout, /Salma/)
    await company.revokeKey(company.keyId)
    const { code, stderr } = await child.result
    expect({ code, said: stderr.includes('Invalid API key') }).toEqual({ code: 4, said: true })
    expect(stderr).not.toContain(company.key)
  })

  test('that does not know the job ends it with 1', async () => {
    const { code, stderr } = await follow('nope', '--once')
    expect({ code, said: stderr.includes('External id nope is not associated') }).toEqual({ code: 1, said: true })
  })
})

describe('usage', () => {
  test.each([
    [['--since', 'tomorrow'], 'ISO 8601 expected'],
    [['--interval', '0'], 'from 1 to 86400'],
    [['--interval', '1.5'], 'from 1 to 86400'],
    [['--json'], '-o ndjson, or --once'],
    [['--exec', 'cat', '-o', 'csv'], 'leave out -o'],
    [['--exec', 'cat', '--once', '--json'], 'leave out -o'],
  ])('%j is refused with 2 before anything is asked', async (more, words) => {
    const { code, stderr } = await cli.run(['candidates', 'follow', ...more], {})
    expect({ code, said: stderr.includes(words) }).toEqual({ code: 2, said: true })
  })

  test('without --state it says that nothing is remembered', async () => {
    const { code, stderr } = await cli.run(['candidates', 'follow', '--once'], settings())
    expect({ code, said: stderr.includes('Nothing is remembered') }).toEqual({ code: 0, said: true })
  })
})
