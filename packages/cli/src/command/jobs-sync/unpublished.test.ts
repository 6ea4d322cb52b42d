import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { jobs, ndjson, ten, useSync } from '../../test/sync.ts'
import { parseUnpublishLimit } from './command.ts'
import { countAllowed } from './plan.ts'

/* What `boardwalk jobs sync` unpublishes, against the real server. */

const given = useSync()
const { cli, sync, syncJson, onBoard, board } = given

describe('what is unpublished', () => {
  test('only jobs that go within the limit; over it none goes, all other changes are made, and sync ends with 6', async () => {
    await onBoard(...jobs(...ten))
    const six = [...jobs(...ten.slice(0, 5)), { id: 'f', title: 'New title' }]
    const held = ten.slice(6).map((id) => ({ id, title: `Poste ${id}`, jobId: expect.any(Number) }))
    for (const [args, feed, words, done] of [
      [['--dry-run'], six, 'more than the 3 that sync unpublishes without --max-unpublish', null],
      [[], [...six, ...jobs('new')], 'lacks 4 of 10 published jobs', { created: 1, updated: 1, unpublished: 0 }],
      [['--max-unpublish', '2'], [...six, ...jobs('new')], 'more than the 2 that', { created: 0, unchanged: 7 }],
      [['--max-unpublish', '30%'], [...six, ...jobs('new')], '--max-unpublish 30%. If that is right, add', {}],
    ] as const) {
      const result = await syncJson(['-', '--yes', ...args], ndjson([...feed]))
      expect(result).toMatchObject({
        code: 6,
        plan: { unpublished: 0, unpublish: [], heldBack: held },
        done,
        error: { message: expect.stringContaining(words) },
      })
      expect(result.stderr).toContain('\nError: No job is unpublished: the feed lacks 4 of 1')
      expect(result.stderr.includes('Everything else was done.')).toBe(done !== null)
    }
    expect(new Set(Object.values(await board()))).toEqual(new Set(['PUBLISHED']))
    const { plan, done } = await syncJson(['-', '--yes', '--max-unpublish', '40%'], ndjson([...six, ...jobs('new')]))
    expect({ plan, done }).toMatchObject({ plan: { unpublished: 4, heldBack: [] }, done: { unpublished: 4 } })
  })

  test('no job by an empty feed without --allow-empty, and with it within the same limit', async () => {
    await onBoard(...jobs(...ten))
    for (const [args, feed, code, message] of [
      [[], '[]', 1, 'the feed has no job'],
      [['--max-unpublish', '10'], 'id,title\n', 1, 'the feed has no job'],
      [['--allow-empty'], '[]', 6, 'lacks 10 of 10'],
      [['--allow-empty', '--max-unpublish', '0'], '[]', 6, 'lacks 10 of 10'],
    ] as const)
      expect(await syncJson(['-', '--yes', ...args], feed)).toMatchObject({
        code,
        error: { message: expect.stringContaining(message) },
      })
    expect(new Set(Object.values(await board()))).toEqual(new Set(['PUBLISHED']))
    const { done } = await syncJson(['-', '--yes', '--allow-empty', '--max-unpublish', '100%'], '[]')
    expect(done).toMatchObject({ unpublished: 10 })
  })

  test('up to three jobs but not the last one, or a fifth of the published ones; --max-unpublish says another number or percentage', () => {
    for (const [published, flag, allowed] of [
      [0, undefined, 0],
      [1, undefined, 0],
      [2, undefined, 1],
      [3, undefined, 2],
      [4, undefined, 3],
      [19, undefined, 3],
      [20, undefined, 4],
      [24, undefined, 4],
      [10, '0', 0],
      [10, '7', 7],
      [3, '50%', 1],
      [3, '0%', 0],
      [7, '100 %', 7],
    ] as const) {
      const limit = flag === undefined ? undefined : parseUnpublishLimit(flag)
      expect([published, flag, countAllowed(published, limit)]).toEqual([published, flag, allowed])
    }
  })

  test('the one of three jobs that is filled, by the crontab line of the guide', async () => {
    await onBoard(...jobs('a', 'b', 'c'))
    await cli.write('nightly.ndjson', ndjson(jobs('a', 'b')))
    const { code, stderr } = await sync([cli.path('nightly.ndjson'), '--yes', '--quiet'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await board()).toEqual({ a: 'PUBLISHED', b: 'PUBLISHED', c: 'UNPUBLISHED' })
  })

  test('not all three of three jobs by the feed of another company: its jobs come, and sync ends with 6', async () => {
    await onBoard(...jobs('a', 'b', 'c'))
    const { code, done, error } = await syncJson(['-', '--yes'], ndjson(jobs('x', 'y')))
    expect({ code, done }).toMatchObject({ code: 6, done: { created: 2, unpublished: 0 } })
    expect(error.message).toContain('lacks 3 of 3 published jobs, more than the 2 that sync unpublishes without')
    expect(await board()).toMatchObject({ a: 'PUBLISHED', b: 'PUBLISHED', c: 'PUBLISHED' })
  })

  test('never a board job without an external id', async () => {
    await given.company.boardJob('Ours alone')
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
      const feed = `${ndjson([...jobs(...ten.slice(0, 9)), ...jobs(fresh)])}\n${row}\n`
      const { code, stderr, plan, done } = await syncJson(['-', '--yes', '--max-unpublish', '99'], feed)
      expect({ row, code, plan, done }).toMatchObject({
        row,
        code: 3,
        plan: {
          rowsWithoutId: 1,
          unpublished: 0,
          unpublish: [],
        },
        done: {
          created: 1,
          failed: 1,
          unpublished: 0,
        },
      })
      expect(stderr).toMatch(/\d published jobs? (is|are) not in the feed, and nothing is unpublished/)
      expect(await board()).toMatchObject({ j: 'PUBLISHED', [fresh]: 'PUBLISHED' })
    }
  })

  test('no job by a feed that says that it is not whole: its rows are carried out, and sync ends with 7, also by the crontab line', async () => {
    await onBoard(...jobs(...ten))
    const rows = [...jobs(...ten.slice(0, 9)), ...jobs('new')]
    for (const [beside, words] of [
      [{ totalFound: 110 }, 'it says that it has 110 jobs ("totalFound"), and 10 were read'],
      [{ meta: { next: '/jobs?page=2' } }, 'it says that another page follows ("next")'],
    ] as const) {
      const feed = JSON.stringify({ jobs: rows, ...beside })
      const { code, plan, done, error } = await syncJson(['-', '--yes', '--max-unpublish', '99'], feed)
      expect({ code, plan, done }).toMatchObject({
        code: 7,
        plan: { unpublish: [], heldBack: [{ id: 'j' }], incomplete: words },
        done: { unpublished: 0, failed: 0 },
      })
      expect(error.message).toContain(`No job is unpublished: the feed is not whole: ${words}`)
      const quiet = await sync(['-', '--yes', '--quiet'], feed)
      expect(quiet).toMatchObject({
        code: 7,
        stderr: expect.stringMatching(/^Error: No job is unpublished: .* Everything else was done\.\n$/),
      })
      expect(await board()).toMatchObject({ j: 'PUBLISHED', new: 'PUBLISHED' })
    }
    expect(await syncJson(['-', '--yes'], JSON.stringify({ jobs: rows, total: 10, next: null }))).toMatchObject({
      code: 0,
      done: { unpublished: 1 },
    })
  })

  test('no job whose id a new row only writes differently, and that row creates none; sync ends with 6', async () => {
    const ids = ['00101', 'REF-2', 'R\u00e9dacteur', 'A/10', 'gone']
    await onBoard(...jobs(...ids))
    const feed = ndjson(jobs('101', 'ref-2', 'Re\u0301dacteur', 'A%2F10', 'new'))
    await cli.write('alike.ndjson', feed)
    const args = [cli.path('alike.ndjson'), '--yes', '--report', cli.path('alike.out')]
    const { code, plan, done, error, stderr } = await syncJson(args)
    expect({ code, plan, done }).toMatchObject({
      code: 6,
      plan: { created: 1, unpublished: 1, alike: [{ id: '101', published: { id: '00101' } }, {}, {}, {}] },
      done: { created: 1, unpublished: 1, unsent: 4 },
    })
    expect(stderr).toContain('  like another        4\n')
    expect(error.message).toContain(
      '4 jobs are not created: the id differs only by zeros before a number from that of a published job, such as "101" from "00101"',
    )
    const unsent = (await readFile(cli.path('alike.out'), 'utf8')).split('\n').filter((line) => line.includes('unsent'))
    expect(unsent).toHaveLength(4)
    const kept = Object.fromEntries(ids.slice(0, 4).map((id) => [id, 'PUBLISHED']))
    expect(await board()).toEqual({ ...kept, gone: 'UNPUBLISHED', new: 'PUBLISHED' })
  })

  test('no job by a feed that breaks off, and nothing is written', async () => {
    await onBoard(...jobs(...ten))
    for (const feed of [
      JSON.stringify([...jobs('new'), ...jobs(...ten)]).slice(0, -8),
      'id;title;city\nnew;t;Rabat\nnewer;t',
      '<source><job><referencenumber>new</referencenumber><title>t</title></job>',
    ]) {
      const { code, plan, done, error } = await syncJson(['-', '--yes', '--max-unpublish', '99'], feed)
      expect({ code, plan, done }).toEqual({ code: 7, plan: null, done: null })
      expect(error.message).toMatch(/standard input:\d: the feed/)
    }
    expect(await board()).toEqual(Object.fromEntries(ten.map((id) => [id, 'PUBLISHED'])))
  })
})
