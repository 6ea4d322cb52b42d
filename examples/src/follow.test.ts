import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { pythonWith } from '@boardwalk/local-mongo/python-environment'
import { sourceFile } from '@boardwalk/test-server/server-process'
import { type Environment, environmentFor, shows, usePrograms } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, openWay, pass, type Step, sendHalf } from './way.ts'

/*
 * Runs the programs of examples/follow, which need no SDK, as processes against the real server. Between them is a way that
 * can fail.
 */

const server = useServer()
const programs = usePrograms()
const run = promisify(execFile)

/** Runs a command and returns what it prints. */
const print = async (command: string, ...args: string[]) => (await run(command, args)).stdout.trim()

/** Finds a PHP: on PATH, or the one that a package on PyPI contains. */
async function findPhp(): Promise<string> {
  try {
    return await print('php', '-r', 'echo PHP_BINARY;')
  } catch {
    const version = '0.1.0'
    const python = await pythonWith(
      {
        ...{ name: 'static-php-py', version, folder: `static-php-py-${version}`, minors: { min: 9, max: 14 } },
        pip: ['--only-binary', ':all:', '--no-deps'],
      },
      { log: (line) => process.stderr.write(`${line}\n`) },
    )
    const packages = await print(python, '-c', 'import sysconfig; print(sysconfig.get_path("purelib"))')
    const php = join(packages, 'resources/php')
    await print(php, '-v')
    return php
  }
}

/** How each program is started. Each first finds its toolchain, and fails if the machine has none. */
const commands: Record<string, () => Promise<() => Promise<string[]>>> = {
  'follow.py': async () => {
    // A version manager may stand before the real program, and a kill must reach that one.
    const python = await print('python3', '-c', 'import sys; print(sys.executable)')
    return async () => [python, sourceFile('examples/follow/follow.py')]
  },
  'follow.go': async () => {
    await print('go', 'version')
    return async () => {
      const program = programs.path('follow')
      // As `go run` does it, which starts the program as a process of its own.
      await run('go', ['build', '-o', program, sourceFile('examples/follow/follow.go')], {
        env: { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' },
      })
      return [program]
    }
  },
  'follow.php': async () => {
    const php = await findPhp()
    return async () => [php, sourceFile('examples/follow/follow.php')]
  },
  'Follow.java': async () => {
    await print('javac', '-version')
    return async () => {
      const classes = programs.path('classes')
      // Once for all tests: `java Follow.java` compiles it at each start.
      await run('javac', ['-d', classes, sourceFile('examples/follow/Follow.java')])
      return ['java', '-cp', classes, 'Follow']
    }
  },
}

const found: { file: string; prepare: () => Promise<string[]> }[] = []
for (const [file, find] of Object.entries(commands))
  try {
    found.push({ file, prepare: await find() })
  } catch (error) {
    process.stderr.write(`examples/follow/${file} is not run, because its toolchain is not there: ${error}\n`)
  }

describe.each(found)('$file', ({ file, prepare }) => {
  let command: string[]
  let way: Awaited<ReturnType<typeof openWay>>
  /** The steps of the next requests. Without one, a request passes. */
  let plan: Step[]
  let company: TestCompany
  let jobUrl: string
  let folder: string

  beforeAll(async () => {
    command = await prepare()
  })
  beforeEach(async ({ task }) => {
    company = await server.company()
    jobUrl = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body.jobUrl
    way = await openWay(server.url)
    plan = []
    way.choose = () => plan.shift()
    folder = programs.path(`${file}-${task.id}`)
    await mkdir(folder)
  })
  afterEach(() => way.close())

  /** Starts the program in the test's folder. */
  const start = (pollSeconds: number, more: Environment = {}) =>
    programs.start('bash', ['-c', 'cd "$0" && exec "$@"', folder, ...command], {
      ...environmentFor(server, company),
      BOARDWALK_URL: `${way.url}/api`,
      POLL_SECONDS: String(pollSeconds),
      ...more,
    })
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  const readLines = async () => (await read('candidates.tsv')).split('\n').slice(0, -1)

  async function applyAs(...names: string[]): Promise<void> {
    const answers = await Promise.all(names.map((firstName) => apply(jobUrl, { firstName })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
  }
  const applyTimes = (count: number) => applyAs(...Array.from({ length: count }, (_, index) => `Salma ${index}`))

  /** Asks the board itself for all candidates: their dates, and the lines that the program must write. */
  async function readAll(): Promise<{ date: string; line: string }[]> {
    const { candidates, total } = (await company.call('GET', '/candidates?pageSize=100')).body
    expect(candidates).toHaveLength(total)
    return candidates.map(({ date, id, firstName, lastName }: Record<string, string>) => ({
      date,
      line: `${id}\t${firstName} ${lastName}`,
    }))
  }

  test('writes each candidate once, in order, through every fault of the way, and goes on when more people apply', async () => {
    await applyAs('Zoë "Zoé" \\ /', 'سلمى', '😀 \u2028', 'null', '}')
    await applyTimes(5)
    way.changeAddress = ({ searchParams }) => searchParams.set('pageSize', '2')
    const pageDates = (await readAll()).filter((_, index) => index % 2 === 1).map(({ date }) => date)
    plan = Object.values(faults).flatMap((fault) => [fault, pass])
    const child = start(1)
    await expect.poll(readLines, { interval: 50 }).toHaveLength(10)
    await applyAs('Nadia')
    await expect.poll(readLines, { interval: 50 }).toHaveLength(11)
    const all = await readAll()
    await expect.poll(() => read('cursor'), { interval: 10 }).toBe(all.at(-1)?.date)
    child.kill('SIGKILL')
    await child.result
    expect(await readLines()).toEqual(all.map(({ line }) => line))

    const asked = way.requests.map(({ search }) => search.get('since'))
    const expected = ['1970-01-01', ...pageDates].flatMap((since) => [since, since])
    expect(asked.slice(0, expected.length)).toEqual(expected)
    expect(way.requests.map(({ search }) => search.get('pageSize'))).toEqual(asked.map(() => '100'))
    const [refused, retried] = way.requests.map(({ atMs }) => atMs)
    // A timer may end some milliseconds early.
    expect(Number(retried) - Number(refused)).toBeGreaterThan(1_900)

    expect(await start(0).result).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await readLines()).toEqual(all.map(({ line }) => line))
  })

  test('killed at any moment, loses no candidate and repeats at most the one in hand', async () => {
    let written: string[] = []
    /** Waits until the board is asked and the fault is done. */
    const isAsked = (fault: (done: () => void) => Step) => () =>
      new Promise<void>((resolve) => {
        plan = [fault(resolve)]
      })
    const hasWritten = (count: number) => async (child: ReturnType<typeof start>) => {
      while (child.exitCode === null && (await readLines()).length < written.length + count) await pause(1)
    }
    const waitsAfter503 = async (child: ReturnType<typeof start>) => {
      plan = [({ res }) => res.writeHead(503, { 'retry-after': '3600' }).end()]
      await shows(child.stderr, /503/)
    }
    const moments = [once, isAsked((done) => done), hasWritten(1), isAsked(sendHalf), waitsAfter503, hasWritten(7)]
    for (const isTime of moments) {
      await applyTimes(10)
      const child = start(1)
      await Promise.race([isTime(child, 'spawn'), child.result])
      expect(child.kill('SIGKILL'), 'The program has ended by itself').toBe(true)
      await child.result
      await take()
    }
    expect((await start(0).result).code).toBe(0)
    await take()
    expect([...new Set(written)]).toEqual((await readAll()).map(({ line }) => line))

    /** Checks what one process wrote: it went on behind the last line, or repeated this line. */
    async function take(): Promise<void> {
      const all = (await readAll()).map(({ line }) => line)
      const lines = await readLines()
      const added = lines.slice(written.length)
      const isRepeated = added.length > 0 && added[0] === written.at(-1)
      const from = new Set(written).size - (isRepeated ? 1 : 0)
      expect(added).toEqual(all.slice(from, from + added.length))
      written = lines
    }
  })

  test('moves the cursor only when the line is written, and writes no second line before the cursor has moved', async () => {
    await applyTimes(3)
    const all = (await readAll()).map(({ line }) => line)
    // A folder with the name of a file makes it impossible to write the file.
    await mkdir(join(folder, 'candidates.tsv'))
    expect((await start(1).result).code).not.toBe(0)
    expect(await read('cursor')).toBe('')
    await rmdir(join(folder, 'candidates.tsv'))

    await mkdir(join(folder, 'cursor.new'))
    expect((await start(1).result).code).not.toBe(0)
    expect(await readLines()).toEqual(all.slice(0, 1))
    await rmdir(join(folder, 'cursor.new'))

    expect((await start(0).result).code).toBe(0)
    expect(await readLines()).toEqual([...all.slice(0, 1), ...all])
  })

  test('ends with 1 if its key is refused, or with POLL_SECONDS=0 if no page arrives, and takes the key to no other address', async () => {
    await applyAs('Salma')
    const refused = await start(1, { BOARDWALK_API_KEY: 'bwk_wrong' }).result
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Invalid API key') })
    expect(refused.stderr).not.toContain('bwk_wrong')
    expect(way.requests).toHaveLength(1)
    const other = await openWay(server.url)
    const redirect: Step = ({ res, path }) => res.writeHead(302, { location: other.url + path }).end()
    for (const fault of [redirect, faults.html, faults.cutOff, faults.otherJson]) {
      plan = [fault]
      const { code, stderr } = await start(0).result
      expect({ code, isSilent: stderr === '' }).toEqual({ code: 1, isSilent: false })
    }
    expect(other.requests).toEqual([])
    other.close()
    expect(await readLines()).toEqual([])
  })
})
