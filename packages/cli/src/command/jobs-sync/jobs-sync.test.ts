import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startCommand } from '../../test/command.ts'
import { jobs, ndjson, ten, useSync } from '../../test/sync.ts'
import { openSpool } from './carry-out.ts'

/* `boardwalk jobs sync` against the real server. */

const given = useSync()
const { cli, settings, sync, syncJson, onBoard, board } = given

describe('the plan', () => {
  test('shows what would change, and --dry-run changes nothing', async () => {
    await onBoard(...jobs(...ten), { id: 'draft', title: 'Draft', status: 'UNPUBLISHED' })
    const before = (await given.company.call('GET', '/jobs?pageSize=100')).body
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
        '  with warning       10',
        '',
      ].join('\n'),
    )
    expect(code).toBe(3)
    expect(await syncJson(['-', '--dry-run'], feed)).toMatchObject({
      plan: {
        rows: 11,
        created: 1,
        updated: 2,
        unchanged: 7,
        unpublished: 1,
        refused: 1,
        published: 10,
      },
      dryRun: true,
      done: null,
      failures: [
        {
          line: 9,
          id: 'i',
        },
      ],
      warnings: { count: 10 },
      error: null,
    })
    expect((await given.company.call('GET', '/jobs?pageSize=100')).body).toEqual(before)
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

  test('is not carried out without a person if the feed lacks a field that the map names; a person is told and asked', async () => {
    const map = { Ref: 'id', Poste: 'title', Ville: 'city', Notes: null }
    await cli.write('map.json', JSON.stringify(map))
    const optional = { from: 'Ville', default: null }
    await cli.write('optional.json', JSON.stringify({ fields: { id: 'Ref', title: 'Poste', city: optional } }))
    const said = 'no row of the feed has "Ville", which --map names; the feed has "Ref", "Poste", "Commune"'
    await cli.write('renamed.csv', 'Ref;Poste;Commune\nA;Chef;Rabat\n')
    const renamed = cli.path('renamed.csv')
    for (const args of [['--yes'], [], ['--dry-run']])
      expect(await syncJson([renamed, '--map', cli.path('map.json'), ...args])).toMatchObject({
        code: 1,
        plan: { created: 1 },
        done: null,
        error: { message: expect.stringContaining(`Nothing was changed: ${said}. Correct the map.`) },
      })
    expect(await board()).toEqual({})
    const xml = '<jobs><job><Ref>A</Ref><Poste>Chef</Poste><Commune>Fès</Commune></job></jobs>'
    expect(await syncJson(['-', '--yes', '--map', cli.path('map.json')], xml)).toMatchObject({ code: 1, done: null })
    const args = ['jobs', 'sync', renamed, '--map', cli.path('map.json')]
    const asked = startCommand(args, { env: settings(), isTerminal: true })
    await asked.said('Create 1 job?')
    asked.stdin.write('n')
    expect((await asked.result).stderr).toContain(`Warning: ${said}`)
    const { code, done } = await syncJson([renamed, '--yes', '--map', cli.path('optional.json')])
    expect({ code, done }).toMatchObject({ code: 0, done: { created: 1 } })
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
      [[cli.path('ask.ndjson'), '--api-key-stdin'], given.company.key],
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
    const args = ['jobs', 'sync', cli.path('late.ndjson'), '-o', 'json']
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
    const args = ['jobs', 'sync', '-', '--yes', '-o', 'json', '--concurrency', '1']
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
    const { body } = await given.company.call('GET', '/jobs?status=PUBLISHED')
    expect(body.total).toBe(10 + done.created)
  })
})

// Windows keeps the name of an open file until it is closed.
test.skipIf(process.platform === 'win32')(
  'the rows of a plan are in a file without a name, which ends with the process, also by kill -9',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spool-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const spool = await openSpool()
    const rows = ['A', 'B'].map((id, at) => ({ line: at + 1, row: at + 1, id, job: { id, title: 'Été\u2028"\n' } }))
    for (const row of rows) await spool.add(row)
    expect(await readdir(folder)).toEqual([])
    const read = []
    for await (const row of spool.rows()) read.push(row)
    expect(read).toEqual(rows)
    await spool.remove()
    // A sync that is interrupted reads no rows, or not all of them.
    const unread = await openSpool()
    for (const row of rows) await unread.add(row)
    for await (const _ of unread.rows()) break
    await unread.remove()
    await (await openSpool()).remove()
  },
)
