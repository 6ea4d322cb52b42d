import { newApplication } from '@boardwalk/api/test/mailbox-actors'
import { memoryStores } from '@boardwalk/api/test/memory-stores'
import type { Paging } from '@boardwalk/schema/page'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Application, ApplicationFilter } from './application.ts'
import { createReadPage } from './page.ts'

const BEGINNING_MS = -1
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The times between applications: crowds within milliseconds, quiet hours, and sometimes a month without any. */
const gapMs = (index: number) => (index % 97 === 0 ? 30 * DAY_MS : index % 13 === 0 ? HOUR_MS + index : 1 + (index % 3))

/** Makes a store where applications keep arriving, readers of pages, and a record of the queries that they made. */
function board() {
  const { applications: store } = memoryStores()
  const arrived: Application[] = []
  let clockMs = Date.UTC(2025, 0, 1)
  /** How many applications each count found. */
  const counted: number[] = []
  let lists = 0
  const applications = {
    list(filter: ApplicationFilter, paging: Paging) {
      lists++
      return store.list(filter, paging)
    },
    async count(filter: ApplicationFilter) {
      const result = await store.count(filter)
      counted.push(result)
      return result
    },
  }
  const startProcess = () => createReadPage({ applications })
  let readPage = startProcess()

  const findIds = ({ companyId, jobId, afterMs, throughMs }: ApplicationFilter) =>
    arrived
      .filter((each) => each.companyId === companyId && (jobId === undefined || each.jobId === jobId))
      .filter(({ date }) => date.getTime() > afterMs && date.getTime() <= throughMs)
      .map(({ id }) => id)

  return {
    arrived,
    counted,
    /** The number of queries for a page. */
    lists: () => lists,
    /** Reads with a new process from now on. It knows no counts. */
    restart() {
      readPage = startProcess()
    },
    /** Every application at or before this instant is stored. */
    clockMs: () => clockMs,
    async arrive(count: number, { companyId = 'c', jobId = 1, everyMs = 0 } = {}) {
      for (let left = count; left > 0; left--) {
        const date = new Date(clockMs + (everyMs || gapMs(arrived.length)))
        const application = { ...newApplication(companyId, `a${arrived.length}`), jobId, date }
        await store.insertNew(companyId, [application])
        arrived.push(application)
        clockMs = date.getTime()
      }
      // No application arrives for a moment.
      clockMs += 1
    },
    /** Reads the ids and dates of one page, and checks them against the stored applications. */
    async read(
      range: Pick<ApplicationFilter, 'afterMs' | 'throughMs'>,
      page: number,
      pageSize: number,
      of: Partial<ApplicationFilter> = {},
    ) {
      const filter = { companyId: 'c', ...of, ...range }
      const { applications, total } = await readPage(filter, { page, pageSize })
      const ids = findIds(filter)
      const onPage = ids.slice((page - 1) * pageSize, page * pageSize)
      expect({ total, ids: applications.map(({ id }) => id) }).toStrictEqual({ total: ids.length, ids: onPage })
      return applications
    },
  }
}

test('any pages of any ranges, read at the same time and in any order, have the right applications and the right total', async () => {
  const companyId = fc.constantFrom('c', 'd')
  const arrival = fc.record({ count: fc.nat(20), companyId, jobId: fc.constantFrom(1, 2) })
  const reading = fc.record({
    // Picks an instant: the date of an application, the beginning or now.
    after: fc.option(fc.nat(120)),
    to: fc.option(fc.nat(120)),
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.constantFrom(1, 5, 20),
    of: fc.record({ companyId, jobId: fc.constantFrom(1, 2) }, { requiredKeys: ['companyId'] }),
  })
  const step = fc.record({
    arrivals: fc.array(arrival, { maxLength: 1 }),
    readings: fc.array(reading, { maxLength: 4 }),
    restarts: fc.boolean(),
  })
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
    const { arrive, read, restart, clockMs, arrived } = board()
    const msAt = (index: number | null) => (index === null ? undefined : arrived[index]?.date.getTime())
    await arrive(60)
    for (const { arrivals, readings, restarts } of steps) {
      if (restarts) restart()
      for (const { count, ...where } of arrivals) await arrive(count, where)
      await Promise.all(
        readings.map(({ after, to, page, pageSize, of }) => {
          const afterMs = msAt(after) ?? BEGINNING_MS
          const throughMs = Math.max(afterMs, msAt(to) ?? clockMs())
          return read({ afterMs, throughMs }, page, pageSize, of)
        }),
      )
    }
  })
  await fc.assert(property, { numRuns: 250, seed: 20_261_122 })
})

test('once a range was counted, no later first page counts it again, and one with nothing new costs no query', async () => {
  const world = board()
  await world.arrive(1000)
  await world.read({ afterMs: BEGINNING_MS, throughMs: world.clockMs() }, 1, 50)
  expect(world.counted).toEqual([1000])
  for (let place = 49; place < 999; place += 50) {
    world.counted.length = 0
    await world.arrive(1)
    const afterMs = world.arrived[place]?.date.getTime() ?? 0
    await world.read({ afterMs, throughMs: world.clockMs() }, 1, 50)
    expect(world.counted.every((count) => count === 1)).toBe(true)
  }
  const range = { afterMs: world.arrived.at(-1)?.date.getTime() ?? 0, throughMs: world.clockMs() }
  await world.read(range, 1, 50)
  const before = world.lists()
  await world.read(range, 1, 50)
  expect(world.lists()).toBe(before)
})

test('an empty range costs one query after each application to another job, however many there are', async () => {
  const world = board()
  const afterMs = world.clockMs()
  for (let arrivals = 1; arrivals <= 40; arrivals++) {
    await world.arrive(1, { jobId: 2 })
    for (let polls = 0; polls < 3; polls++)
      await world.read({ afterMs, throughMs: world.clockMs() }, 1, 50, { jobId: 1 })
    expect(world.lists()).toBe(arrivals)
  }
})
