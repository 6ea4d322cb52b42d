import type { Paging } from '@boardwalk/schema/page'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newApplication } from '../../test/mailbox-actors.ts'
import { memoryStores } from '../../test/memory-stores.ts'
import type { Application, ApplicationFilter } from './application.ts'
import { createMemoryMarkStore } from './memory-mark-store.ts'
import { createReadPage } from './page.ts'

const BEGINNING_MS = -1
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The times between applications: crowds within milliseconds, quiet hours, and sometimes a month without any. */
const gapMs = (index: number) => (index % 97 === 0 ? 30 * DAY_MS : index % 13 === 0 ? HOUR_MS + index : 1 + (index % 3))

/** The number of applications between two marks. */
const SPACING = 20
/** The most applications that lie between two marks before a reader divides them, and those of a first page. */
const NEAR = 4 * SPACING + 50

/** Makes a store where applications keep arriving, readers of pages, and a record of the queries that they made. */
function board(spacing = SPACING) {
  const { applications: store } = memoryStores()
  const marks = createMemoryMarkStore()
  const arrived: Application[] = []
  let clockMs = Date.UTC(2025, 0, 1)
  /** How many applications each count found. */
  const counted: number[] = []
  /** How many applications were in the range of each query for a page. */
  const listed: number[] = []
  const applications = {
    list(filter: ApplicationFilter, paging: Paging) {
      listed.push(findIds(filter).length)
      return store.list(filter, paging)
    },
    async count(filter: ApplicationFilter) {
      const result = await store.count(filter)
      counted.push(result)
      return result
    },
    async countParts(filter: ApplicationFilter, partMs: number) {
      const parts = await store.countParts(filter, partMs)
      counted.push([...parts.values()].reduce((sum, count) => sum + count, 0))
      // A database may give groups in any order.
      return new Map([...parts].reverse())
    },
  }
  const startProcess = () => createReadPage({ applications, marks }, spacing)
  let readPage = startProcess()

  const findIds = ({ companyId, jobId, afterMs, throughMs }: ApplicationFilter) =>
    arrived
      .filter((each) => each.companyId === companyId && (jobId === undefined || each.jobId === jobId))
      .filter(({ date }) => date.getTime() > afterMs && date.getTime() <= throughMs)
      .map(({ id }) => id)

  return {
    arrived,
    counted,
    listed,
    /** Reads with a new process from now on. It knows nothing but what is stored. */
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
    const { arrive, read, restart, clockMs, arrived } = board(3)
    const msAt = (place: number | null) => (place === null ? undefined : arrived[place]?.date.getTime())
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

describe('a count is not repeated', () => {
  test('once a range was counted, no first page reads or counts more than lies between two marks, also in new processes', async () => {
    const world = board()
    await world.arrive(400)
    // A crowd within one part of the range that is counted.
    await world.arrive(500, { everyMs: 1000 })
    await world.arrive(100)
    await world.read({ afterMs: BEGINNING_MS, throughMs: world.clockMs() }, 1, 10)
    // The gaps that are too long are divided when a caller first asks within them.
    const places = Array.from({ length: 60 }, (_, index) => (index * 499) % 950)
    const poll = async (place: number) => {
      const afterMs = world.arrived[place]?.date.getTime() ?? 0
      await world.read({ afterMs, throughMs: world.clockMs() }, 1, 10)
    }
    for (const place of places) await poll(place)
    for (const place of places) {
      world.counted.length = 0
      world.listed.length = 0
      if (place % 7 === 0) world.restart()
      await world.arrive(1)
      await poll(place + 1)
      expect(Math.max(0, ...world.counted)).toBeLessThanOrEqual(NEAR)
      expect(Math.max(...world.listed)).toBeLessThanOrEqual(NEAR)
    }
  })
})
