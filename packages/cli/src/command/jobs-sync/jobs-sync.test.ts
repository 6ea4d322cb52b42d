import { readFile } from 'node:fs/promises'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommand, startCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk jobs sync` against the real server. */

const server = useServer()
const cli = useCli()
let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

const settings = () => environmentFor(server, company)
const sync = (args: string[], input = '', env = settings()) => runCommand(['jobs', 'sync', ...args], { env }, input)
async function syncJson(args: string[], input = '') {
  const { code, stdout, stderr } = await sync([...args, '--json'], input)
  return { code, stderr, ...JSON.parse(stdout) }
}

const ndjson = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const jobs = (...ids: string[]) => ids.map((id) => ({ id, title: `Poste ${id}` }))
const onBoard = (...rows: object[]) => company.call('PUT', '/jobs', { jobs: rows })
/** The status of every job on the board, by its id. */
async function board(): Promise<Record<string, string>> {
  const { body } = await company.call('GET', '/jobs?pageSize=100')
  return Object.fromEntries(body.jobs.map(({ id, status }: { id: string; status: string }) => [id, status]))
}
const ten = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

describe('the plan', () => {
  test('shows what would change, and --dry-run changes nothing', async () => {
    await onBoard(...jobs(...ten), { id: 'draft', title: 'Draft', status: 'UNPUBLISHED' })
    const before = (await company.call('GET', '/jobs?pageSize=100')).body
    const feed = ndjson([
      ...jobs(...ten.slice(0, 7)),
      { id: 'h', title: 'New title' },
      { id: 'i', title: 'x', workMode: 'home' },
      { id: 'draft' },
      { id: 'new', title: 'New' },
    ])
    const { code, stdout } = await sync(['-', '--dry-run'], feed)
    expect(stdout).toBe(
      [
        'standard input: 11 rows; 10 of your jobs are published',
        '  create              1',
        '  update              2',
        '  unchanged           7',
        '  unpublish           1',
        '    ID  TITLE',
        '    j   Poste j',
        '  refused             1',
        '',
      ].join('\n'),
    )
    expect(code).toBe(3)
    expect(await syncJson(['-', '--dry-run'], feed)).toMatchObject({
      plan: { rows: 11, created: 1, updated: 2, unchanged: 7, unpublished: 1, refused: 1, published: 10 },
      ...{ dryRun: true, done: null, failures: [{ line: 9, id: 'i' }], error: null },
    })
    expect((await company.call('GET', '/jobs?pageSize=100')).body).toEqual(before)
  })

  test('is carried out without a terminal only with --yes; without --yes sync ends with 2', async () => {
    await onBoard(...jobs(...ten))
    const feed = ndjson([...jobs(...ten.slice(0, 9)), ...jobs('new')])
    const { code, stdout, stderr } = await sync(['-'], feed)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('  unpublish           1\n    ID  TITLE\n    j   Poste j\n')
    expect(stderr).toContain('Nothing was changed: add --yes')
    expect(await board()).toEqual(Object.fromEntries(ten.map((id) => [id, 'PUBLISHED'])))

    expect(await syncJson(['-', '--yes', '--report', cli.path('done.ndjson')], feed)).toMatchObject({
      code: 0,
      plan: { created: 1, unchanged: 9, unpublished: 1 },
      dryRun: false,
      done: { created: 1, updated: 0, unchanged: 9, unpublished: 1, failed: 0, repeated: 0, unconfirmed: 0, unsent: 0 },
    })
    expect(await board()).toMatchObject({ i: 'PUBLISHED', j: 'UNPUBLISHED', new: 'PUBLISHED' })
    const report = (await readFile(cli.path('done.ndjson'), 'utf8')).trim().split('\n')
    expect(report.map((line) => JSON.parse(line))).toHaveLength(11)
    expect(report.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ line: null, id: 'j', status: 'unpublished' })
    // The second time nothing changes, so nothing is asked.
    expect(await syncJson(['-'], feed)).toMatchObject({ code: 0, done: { created: 0, unchanged: 10, unpublished: 0 } })
  })

  test('is confirmed on a terminal: Enter and no change nothing, yes carries it out', async () => {
    await onBoard(...jobs('a'))
    await cli.write('ask.ndjson', ndjson(jobs('a', 'new')))
    const answered = async (keys: string) => {
      const { stdin, said, result } = startCommand(['jobs', 'sync', cli.path('ask.ndjson')], {
        env: settings(),
        isTerminal: true,
      })
      await said('Create 1 job?')
      stdin.write(keys)
      return result
    }
    for (const [keys, code] of [
      ['\r', 1],
      ['n', 1],
      ['\x03', 130],
    ] as const) {
      expect(await answered(keys)).toMatchObject({ code, stdout: '' })
      expect(await board()).toEqual({ a: 'PUBLISHED' })
    }
    // A feed, or a key, that came on standard input leaves nothing there to answer with.
    for (const [args, input] of [
      [[cli.path('ask.ndjson'), '--api-key-stdin'], company.key],
      [['-'], ndjson(jobs('a', 'new'))],
    ] as const) {
      const piped = startCommand(['jobs', 'sync', ...args], { env: settings(), isTerminal: true })
      Object.assign(piped.stdin, { isTTY: false }).end(input)
      const ended = await Promise.race([piped.result, piped.said('Create 1 job?')])
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') })
    }
    // A signal ends the question, too.
    const asked = startCommand(['jobs', 'sync', cli.path('ask.ndjson')], { env: settings(), isTerminal: true })
    await asked.said('Create 1 job?')
    asked.interrupt()
    expect(await asked.result).toMatchObject({ code: 130, stdout: '' })
    expect(await board()).toEqual({ a: 'PUBLISHED' })
    expect(await answered('y')).toMatchObject({ code: 0, stdout: expect.stringContaining('created             1') })
    expect(await board()).toEqual({ a: 'PUBLISHED', new: 'PUBLISHED' })
  })
})

describe('what is unpublished', () => {
  test('more than a fifth of the published jobs only with --max-unpublish, also for an empty feed', async () => {
    await onBoard(...jobs(...ten))
    const three = ndjson(jobs(...ten.slice(0, 7)))
    for (const [args, feed, words] of [
      [[], three, 'unpublish 3 of 10 published jobs, over a fifth of them'],
      [['--max-unpublish', '2'], three, 'over the 2 of --max-unpublish'],
      [['--dry-run'], three, 'add --max-unpublish 3'],
      [[], '[]', 'the feed has no job'],
      [['--max-unpublish', '10'], 'id,title\n', 'the feed has no job'],
      [['--allow-empty'], '[]', 'unpublish 10 of 10'],
    ] as const) {
      const { code, error, done } = await syncJson(['-', '--yes', ...args], feed)
      expect({ code, done, message: error.message }).toEqual({
        code: words === 'the feed has no job' ? 1 : 6,
        done: null,
        message: expect.stringContaining(words),
      })
    }
    expect(new Set(Object.values(await board()))).toEqual(new Set(['PUBLISHED']))
    expect((await syncJson(['-', '--yes', '--max-unpublish', '3'], three)).done).toMatchObject({ unpublished: 3 })
    expect((await syncJson(['-', '--yes', '--allow-empty', '--max-unpublish', '7'], '[]')).done).toMatchObject({
      unpublished: 7,
    })
    expect(new Set(Object.values(await board()))).toEqual(new Set(['UNPUBLISHED']))
  })

  test('a fifth of the published jobs, and not one more', async () => {
    await onBoard(...jobs(...ten))
    const unpublished = async (feed: string[]) => (await syncJson(['-', '--yes'], ndjson(jobs(...feed)))).done
    expect(await unpublished(ten.slice(0, 8))).toMatchObject({ unpublished: 2 })
    // Of eight a fifth is one job and a part of another.
    expect(await unpublished(ten.slice(0, 6))).toBeNull()
    expect(await unpublished(ten.slice(0, 7))).toMatchObject({ unpublished: 1 })
  })

  test('no job with --max-unpublish 0, although one of ten is less than a fifth', async () => {
    await onBoard(...jobs(...ten))
    const feed = ndjson(jobs(...ten.slice(0, 9)))
    expect(await syncJson(['-', '--yes', '--max-unpublish', '0'], feed)).toMatchObject({ code: 6, done: null })
    expect(await board()).toEqual(Object.fromEntries(ten.map((id) => [id, 'PUBLISHED'])))
  })

  test('never a board job without an external id', async () => {
    await company.boardJob('Ours alone')
    await onBoard(...jobs('a'))
    const { plan } = await syncJson(['-', '--yes', '--allow-empty', '--max-unpublish', '9'], '[]')
    expect(plan).toMatchObject({ published: 1, unpublished: 1 })
    expect(await board()).toEqual({ null: 'PUBLISHED', a: 'UNPUBLISHED' })
  })

  test('not the job of a refused row, whether the command or the board refuses it', async () => {
    await onBoard(...jobs(...ten), { id: 'max', title: 'T', maxSalary: 5 })
    const feed = [...jobs(...ten.slice(1)), { id: 'a', workMode: 'home' }, { id: 'max', minSalary: 6 }]
    expect(await syncJson(['-', '--yes'], ndjson(feed))).toMatchObject({
      code: 3,
      done: { unchanged: 9, failed: 2, unpublished: 0 },
    })
    expect(new Set(Object.values(await board()))).toEqual(new Set(['PUBLISHED']))
  })

  test('no job while the id of a row cannot be read, because it may be any job; the other rows are carried out', async () => {
    await onBoard(...jobs(...ten))
    for (const row of ['{"id":"j",', '{"title":"Poste j"}', '{"id":true,"title":"t"}', '{"id":" ","title":"t"}']) {
      const fresh = `new ${row.length}`
      const feed = `${ndjson([...jobs(...ten.slice(0, 9)), ...jobs(fresh)])}\n${row}`
      const { code, stderr, plan, done } = await syncJson(['-', '--yes', '--max-unpublish', '99'], feed)
      expect({ row, code, plan, done }).toMatchObject({
        ...{ row, code: 3 },
        plan: { rowsWithoutId: 1, unpublished: 0, unpublish: [] },
        done: { created: 1, failed: 1, unpublished: 0 },
      })
      expect(stderr).toMatch(/\d published jobs? (is|are) not in the feed, and nothing is unpublished/)
      expect(await board()).toMatchObject({ j: 'PUBLISHED', [fresh]: 'PUBLISHED' })
    }
  })

  test('no job by a feed that breaks off, and nothing is written', async () => {
    await onBoard(...jobs(...ten))
    for (const [feed, end] of [
      [JSON.stringify([...jobs('new'), ...jobs(...ten)]).slice(0, -8), 7],
      ['id;title;city\nnew;t;Rabat\nnewer;t', 7],
      ['<source><job><referencenumber>new</referencenumber><title>t</title></job>', 1],
    ] as const) {
      const { code, plan, done, error } = await syncJson(['-', '--yes', '--max-unpublish', '99'], feed)
      expect({ code, plan, done }).toEqual({ code: end, plan: null, done: null })
      expect(error.message).toMatch(/standard input:\d: the feed/)
    }
    expect(await board()).toEqual(Object.fromEntries(ten.map((id) => [id, 'PUBLISHED'])))
  })
})

describe('what is published', () => {
  test('a job that left and comes back, unless its row says otherwise', async () => {
    await onBoard(...jobs('a', 'b', 'd').map((job) => ({ ...job, status: 'UNPUBLISHED' })))
    const feed = ndjson([
      ...jobs('a'),
      { id: 'b', status: 'UNPUBLISHED' },
      { id: 'c', title: 'C', status: null },
      { id: 'd', status: null },
    ])
    expect((await syncJson(['-', '--yes'], feed)).done).toMatchObject({ created: 1, updated: 2, unchanged: 1 })
    expect(await board()).toEqual({ a: 'PUBLISHED', b: 'UNPUBLISHED', c: 'PUBLISHED', d: 'PUBLISHED' })
  })
})

describe('how it ends', () => {
  test('with 3 where the board refuses a row only once it is sent, and with every row counted once', async () => {
    await onBoard(...jobs('a', 'b', 'c'))
    const feed = [...jobs('a'), { id: 'b', minSalary: 6 }, { id: 'c', title: 'New' }, { id: 'd', workMode: 'home' }]
    await cli.write('late.ndjson', ndjson(feed))
    const args = ['jobs', 'sync', cli.path('late.ndjson'), '--json']
    const { stdin, said, result } = startCommand(args, { env: settings(), isTerminal: true })
    await said('Update 2 jobs?')
    await onBoard({ id: 'b', maxSalary: 5 }, { id: 'c', title: 'New' })
    stdin.write('y')
    const { code, stdout } = await result
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 3,
      plan: { updated: 2, unchanged: 1, refused: 1 },
      done: { updated: 0, unchanged: 2, failed: 2 },
      failures: [
        { line: 4, id: 'd' },
        { line: 2, id: 'b' },
      ],
    })
  })

  test('with 130 when interrupted while it writes: sent rows are reported, and nothing is unpublished', async () => {
    await onBoard(...jobs(...ten))
    const fresh = Array.from({ length: 300 }, (_, index) => ({ id: `new-${index}`, title: 'New' }))
    const args = ['jobs', 'sync', '-', '--yes', '--json', '--concurrency', '1']
    const { stdin, said, interrupt, result } = startCommand(args, { env: settings() })
    stdin.end(ndjson([...jobs(...ten.slice(0, 9)), ...fresh]))
    // The plan was shown: the writing begins.
    await said('refused')
    interrupt()
    const { code, stdout } = await result
    const { interrupted, plan, done } = JSON.parse(stdout)
    expect({ code, interrupted, plan, done }).toMatchObject({
      code: 130,
      interrupted: true,
      plan: { created: 300, unpublished: 1 },
      done: { unpublished: 0, failed: 0, unconfirmed: 0 },
    })
    expect(done.created).toBeLessThan(300)
    expect(done.created + done.unsent).toBe(300)
    const { body } = await company.call('GET', '/jobs?status=PUBLISHED')
    expect(body.total).toBe(10 + done.created)
  })
})
