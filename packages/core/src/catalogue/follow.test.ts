import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { makeStoredJob } from '@boardwalk/api/test/stored-job'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JobChange, StoredJob } from '../job/job.ts'
import { yieldToOthers } from '../process/turns.ts'
import { createLiveCatalogue } from './follow.ts'
import { createMemoryCatalogue } from './memory/memory-catalogue.ts'
import { everyJob } from './query.ts'

/* What brings changes of jobs into the catalogue of a process: its own ones at once, those of other processes by looking for them. */

type Row = StoredJob & { changedAt: Date }

/** A board of one process over rows that others may change too. The time of the database is `clock.ms`. */
function createBoard() {
  const rows = new Map<number, Row>()
  const clock = { ms: 1_000_000, processMs: 0 }
  const logged: unknown[] = []
  const listed = (job: Row) => job.status === 'PUBLISHED'
  /** Gives the rows as they are now, some time later. */
  async function read(isAsked: (row: Row) => boolean): Promise<Row[]> {
    const found = [...rows.values()].filter(isAsked).sort((one, other) => one.id - other.id)
    for (let turns = found.length % 3; turns >= 0; turns--) await yieldToOthers()
    return found
  }
  const catalogue = createLiveCatalogue({
    catalogue: createMemoryCatalogue({ error: (...args: unknown[]) => logged.push(args) }),
    jobs: {
      async *readChanged(since) {
        const found = await read(({ changedAt }) => changedAt > since)
        if (found.length > 0) yield found.map((row) => ({ ...row, isListed: listed(row) }))
      },
      readListed: (ids) => read((row) => ids.includes(row.id) && listed(row)),
      readListedLatest: (ids) => read((row) => ids.includes(row.id) && listed(row)),
      async *readListedRevisions() {
        const found = await read(listed)
        if (found.length > 0) yield found
      },
      findAddresses: (ids) => read((row) => ids.includes(row.id) && listed(row)),
      findLastChange: async () =>
        [...rows.values()].map(({ changedAt }) => changedAt).sort((one, other) => Number(other) - Number(one))[0],
    },
    findRemovedCompanies: async () => [],
    now: () => clock.processMs,
    waitMsMax: 1,
  })
  const { signal } = new AbortController()
  return {
    clock,
    logged,
    catalogue,
    async run(times = 1): Promise<void> {
      for (let left = times; left > 0; left--) await catalogue.run(signal)
    },
    /** Changes a job, or makes it. `lateMs`: how long ago the time of the change is when it is stored. Negative: it comes from a clock ahead. */
    change(id: number, set: Partial<StoredJob>, { isOwn = true, lateMs = 0 } = {}): void {
      const before = rows.get(id)
      const revision = (before?.revision ?? 0) + 1
      const after = { ...(before ?? { ...makeStoredJob({}), id, externalId: `job-${id}` }), ...set, revision }
      rows.set(id, { ...after, changedAt: new Date(++clock.ms - lateMs) })
      const isPublic = after.status === 'PUBLISHED'
      if (isOwn) catalogue.note({ before, after, isPublic } satisfies JobChange)
    },
    /** Gives a job of this process an external id, without reading the job. */
    link(id: number, externalId: string): void {
      const row = rows.get(id) ?? expect.fail('there is no such job')
      const before = { id, companyId: row.companyId, revision: row.revision }
      const after = { ...before, externalId, revision: row.revision + 1 }
      rows.set(id, { ...row, ...after, changedAt: new Date(++clock.ms) })
      catalogue.note({ before, after, isPublic: undefined })
    },
    /** The titles that a search finds. */
    async find(...words: string[]): Promise<string[]> {
      const query = {
        owners: { exceptCompanyIds: [] },
        employers: new Map(),
        start: {},
        pageSize: 1_000,
        at: new Date(0),
      }
      const { hits } = await catalogue.find({ ...query, search: { ...everyJob, words } })
      return hits.map(({ id }) => rows.get(id)?.fields.title ?? 'none').sort()
    },
    listPublic: () =>
      [...rows.values()]
        .filter(listed)
        .map(({ fields }) => fields.title)
        .sort(),
  }
}

const titled = (title: string) => ({ fields: { title } })

test('whatever the order of the changes of several processes, the catalogue ends as the rows are', async () => {
  const step = fc.record({
    id: fc.integer({ min: 1, max: 3 }),
    set: fc.oneof(
      fc.constantFrom('Soudeur', 'Relieur', 'Tourneur').map(titled),
      fc.constantFrom('PUBLISHED', 'UNPUBLISHED').map((status) => ({ status }) as const),
      fc.constantFrom('REF-1', 'REF-2').map((externalId) => ({ externalId })),
    ),
    isOwn: fc.boolean(),
    lateMs: fc.constantFrom(-3_000, 0, 3_000),
    next: fc.constantFrom('change', 'wait', 'run', 'find'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(2), async (steps, runsBefore) => {
      const board = createBoard()
      await board.run(runsBefore)
      const underWay: Promise<unknown>[] = []
      for (const { id, set, isOwn, lateMs, next } of steps) {
        board.change(id, set, { isOwn, lateMs })
        if (next === 'wait') await yieldToOthers()
        if (next === 'run') underWay.push(board.run())
        if (next === 'find' && board.catalogue.isShown()) underWay.push(board.find())
      }
      await Promise.all(underWay)
      board.clock.processMs += 5_000
      await board.run(2)
      expect(await board.find()).toEqual(board.listPublic())
      for (const title of ['Soudeur', 'Relieur', 'Tourneur'])
        expect(await board.find(title)).toEqual(board.listPublic().filter((each) => each === title))
    }),
    { numRuns: 200 },
  )
})

test('a change of this process is found by its next search, and one of another process after a look', async () => {
  const board = createBoard()
  await board.run()
  board.change(1, titled('Archiviste'))
  expect(await board.find('archivistes')).toEqual(['Archiviste'])
  board.change(1, titled('Relieur'), { isOwn: false })
  board.change(2, titled('Horloger'), { isOwn: false })
  await board.run()
  expect([await board.find('archiviste'), await board.find('relieuse'), await board.find('horloger')]).toEqual([
    [],
    ['Relieur'],
    ['Horloger'],
  ])
  // A user unpublishes a job, and its ATS links it before the next search.
  board.change(2, { status: 'UNPUBLISHED' })
  board.link(2, 'REF-1')
  expect(await board.find('horloger')).toEqual([])
})

test('a change that is stored long after its time is found within a minute', async () => {
  const board = createBoard()
  board.change(1, titled('Soudeur'))
  await board.run()
  // The first look after the start looks for late changes.
  await board.run()
  board.change(2, titled('Tourneur'), { isOwn: false, lateMs: 60_000 })
  await board.run()
  expect(await board.find('tourneur')).toEqual([])
  board.clock.processMs += 60_000
  await board.run()
  expect(await board.find('tourneur')).toEqual(['Tourneur'])
})

test('a change of a process whose clock is behind is found within 5 s, also after one of a process whose clock is ahead', async () => {
  const board = createBoard()
  await board.run(2)
  board.change(1, titled('Soudeur'), { lateMs: -5_000 })
  await board.run()
  board.change(2, titled('Tourneur'), { isOwn: false, lateMs: 5_000 })
  board.clock.processMs += 5_000
  await board.run()
  expect(await board.find('tourneur')).toEqual(['Tourneur'])
  // After a while without changes.
  for (let seconds = 0; seconds < 25; seconds += 5) {
    for (const name of ['ms', 'processMs'] as const) board.clock[name] += 5_000
    await board.run()
  }
  board.change(3, titled('Relieur'), { isOwn: false, lateMs: 5_000 })
  await board.run()
  expect(await board.find('relieur')).toEqual(['Relieur'])
})

test('a list that is asked for before the jobs are loaded is refused, and says when to ask again', async () => {
  const board = createBoard()
  await expect(board.find()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
})

test('more changes than memory should hold are read when it is their turn', async () => {
  const board = createBoard()
  await board.run()
  const description = 'x'.repeat(100_000)
  for (let id = 1; id <= 200; id++) board.change(id, { fields: { title: 'Soudeur', description } })
  expect(await board.find('soudeur')).toHaveLength(200)
})

test('a job whose words cannot be read is in no list, and keeps no other from it', async () => {
  const board = createBoard()
  await board.run()
  board.change(1, titled('Soudeur'))
  // The cast makes a job that the API would refuse.
  board.change(2, { fields: { title: 5 as unknown as string } })
  board.change(3, titled('Soudeur'))
  expect([await board.find('soudeur'), board.logged.length]).toEqual([['Soudeur', 'Soudeur'], 1])
})

describe('two processes', () => {
  const server = useServer()
  const other = useSecondServer(server)

  test('a job that one publishes and unpublishes is in the lists of the other within a second or two', async () => {
    const company = await server.company()
    const isShown = async () => (await (await fetch(`${other.url}/fr?q=apiculteur`)).text()).includes('<h3>')
    await company.call('POST', '/job', { job: { id: 'A', title: 'Apiculteur' } })
    await expect.poll(isShown).toBe(true)
    // A new primary of the database may answer from before the job was stored.
    const readShown = async () => []
    await whileReplaced(other.deps.jobs, { readShown }, async () => expect(await isShown()).toBe(false))
    expect(await isShown()).toBe(true)
    await company.call('DELETE', '/job/A')
    // At once, because a page reads the jobs that it shows.
    expect(await isShown()).toBe(false)
  })
})
