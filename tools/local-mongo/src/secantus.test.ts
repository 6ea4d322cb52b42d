import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalMongo, startLocalMongo } from './local-mongo.ts'
import { pythonWith } from './python-environment.ts'

let folder = ''
let mongo: LocalMongo
let client: MongoClient
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secantus-'))
  mongo = await startLocalMongo({ dataDir: folder, source: 'secantus-py', log: () => {}, isForTests: true })
  client = await MongoClient.connect(mongo.uri)
})
afterAll(async () => {
  await client.close()
  await mongo.stop()
  rmSync(folder, { recursive: true })
})

/** A Python that says this version, makes virtual environments that hold itself, and notes what pip installs. */
function fakePython(version: string): string {
  const path = join(folder, `python${version}`)
  const script = `#!/bin/sh
    case "$1 $2" in
      "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python3" ;;
      "-m pip") echo "$@" >> '${folder}/pip.log' ;;
      *) echo ${version}; echo "$0" ;;
    esac`
  writeFileSync(path, script, { mode: 0o700 })
  return path
}

const wanted = { name: 'Package', version: '1.2', folder: 'package', minors: { min: 10, max: 13 } }
const locate = (...pythons: string[]) => pythonWith(wanted, { cache: join(folder, 'cache'), pythons, log: () => {} })

test('a Python that is too old or too new is skipped, and several first starts install once', async () => {
  await expect(locate('no-python-here')).rejects.toThrow('there is no python3 on PATH; Package 1.2 needs Python 3.10')
  const [old, recent] = [fakePython('3.9'), fakePython('3.14')]
  await expect(locate(old, recent)).rejects.toThrow(
    /is Python 3\.9, .* is Python 3\.14; .* needs Python 3\.10 to 3\.13/,
  )
  const python = fakePython('3.12')
  await Promise.all([locate(old, python), locate(old, python), locate(old, python)])
  await locate(python)
  const installs = readFileSync(join(folder, 'pip.log'), 'utf8').trim().split('\n')
  expect(installs).toHaveLength(1)
  expect(installs[0]).toContain('Package==1.2')
})

test('of a file of requirements, pip installs only packages that are built, and whose hashes the file has', async () => {
  const listed = { ...wanted, folder: 'listed', requirements: 'linters.txt' }
  await pythonWith(listed, { cache: join(folder, 'cache'), pythons: [fakePython('3.12')], log: () => {} })
  const last = readFileSync(join(folder, 'pip.log'), 'utf8').trim().split('\n').at(-1)
  expect(last).toContain('--require-hashes --only-binary :all: -r linters.txt')
  expect(last).not.toContain('Package==1.2')
})

/** Numbers that are the same in each run, and look random. */
function createNumbers(): (end: number) => number {
  let state = 1
  return (end) => {
    state = (state * 48_271) % 2_147_483_647
    return state % end
  }
}

test('a query finds the same rows, in the same order, by an index as by reading all, and a count counts them', async () => {
  const pick = createNumbers()
  const rows = client.db('indexes').collection<Document & { _id: number }>('rows')
  await rows.createIndexes([
    { key: { company: 1, date: 1 } },
    { key: { company: 1, job: 1, date: 1 } },
    { key: { status: 1, published: -1, _id: -1 } },
    { key: { status: 1, words: 1, company: 1 } },
    { key: { company: 1, status: 1, _id: 1 } },
    { key: { company: 1, date: 1, erased: 1 }, partialFilterExpression: { erased: { $exists: true } } },
    { key: { company: 1, erased: 1, date: 1 }, partialFilterExpression: { status: 'P' } },
  ])
  const words = ['dev', 'developer', 'baker', 'n+1', '']
  await rows.insertMany(
    Array.from({ length: 500 }, (_, index) => ({
      _id: index * 3,
      company: 'ABC'.charAt(pick(3)),
      job: pick(4),
      status: 'PU'.charAt(pick(2)),
      date: new Date(pick(300)),
      published: pick(9) === 0 ? null : new Date(pick(60)),
      words: words.slice(pick(5)),
      ...(pick(3) === 0 && { erased: pick(2) ? null : new Date(pick(60)) }),
    })),
  )
  const between = () => ({
    [pick(2) ? '$gt' : '$gte']: new Date(pick(30)),
    [pick(2) ? '$lt' : '$lte']: new Date(pick(60)),
  })
  for (let round = 0; round < 15; round++) {
    const direction = pick(2) ? 1 : -1
    const queries: [Document, Record<string, 1 | -1>][] = [
      [{ company: 'A', date: between() }, { date: direction }],
      [{ company: 'A', job: 2, date: between() }, { date: direction }],
      [{ company: 'A', $and: [{ status: 'P', erased: { $exists: false }, date: between() }] }, { date: direction }],
      [{ company: 'B', erased: between() }, { date: direction }],
      [{ company: 'B', erased: { $exists: false } }, { date: direction }],
      [
        { status: 'P', published: between() },
        { published: direction, _id: direction },
      ],
      [
        { status: 'P', published: new Date(pick(60)), _id: { $lt: pick(1500) } },
        { published: -1, _id: -1 },
      ],
      [{ company: 'B', status: { $in: ['P', 'U'] }, _id: { $gt: pick(1500) } }, { _id: direction }],
      [
        {
          $or: [
            { company: 'A', date: between() },
            { company: 'B', job: 1, date: between() },
          ],
        },
        { date: 1, _id: 1 },
      ],
      [
        { status: 'P', words: { $in: [/^dev/, 'n+1'] }, company: 'C' },
        { published: -1, _id: -1 },
      ],
      [
        { status: 'P', $and: [{ $or: [{ words: /^n\+/ }, { company: 'A', job: 1 }] }] },
        { published: 1, _id: 1 },
      ],
    ]
    for (const [filter, sort] of queries) {
      const all = await rows.find(filter, { hint: { $natural: 1 }, sort }).toArray()
      const [skip, limit] = [pick(5), 1 + pick(40)]
      const found = await rows.find(filter, { sort, skip, limit }).toArray()
      const key = (row: Document) => JSON.stringify(Object.keys(sort).map((name) => row[name]))
      expect(found.map(key), JSON.stringify([filter, sort])).toEqual(all.slice(skip, skip + limit).map(key))
      expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length)
      expect(await rows.countDocuments(filter)).toBe(all.length)
    }
  }
})

test('a query with a limit reads no row after its last one', async () => {
  const rows = client.db('limits').collection<{ _id: number; at: number }>('rows')
  await rows.createIndex({ at: 1 })
  await rows.insertMany([1, 2, 3, 0].map((_id, at) => ({ _id, at })))
  // A division by the last row's id fails.
  const filter = { at: { $gte: 0 }, $expr: { $gt: [{ $divide: [1, '$_id'] }, 0] } }
  expect(await rows.find(filter, { sort: { at: 1 }, limit: 3 }).toArray()).toHaveLength(3)
  await expect(rows.find(filter, { sort: { at: 1 }, limit: 4 }).toArray()).rejects.toThrow()
})

test('of upserts at the same moment, each gets its own answer', async () => {
  const counters = client.db('indexes').collection<{ _id: string; last: number }>('counters')
  for (let round = 0; round < 20; round++) {
    const add = () =>
      counters.findOneAndUpdate({ _id: `${round}` }, { $inc: { last: 1 } }, { upsert: true, returnDocument: 'after' })
    const answers = await Promise.all(Array.from({ length: 8 }, add))
    expect(answers.map((row) => row?.last).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  }
})

test('the size of a database is answered without reading it', async () => {
  expect(await client.db('board').command({ dbStats: 1 })).toMatchObject({ db: 'board', ok: 1 })
})
