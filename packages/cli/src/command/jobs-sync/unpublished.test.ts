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

  test('up to three jobs, or a fifth of the published ones; --max-unpublish says another number or percentage', () => {
    for (const [published, flag, allowed] of [
      [1, undefined, 3],
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
