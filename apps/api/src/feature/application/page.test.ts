import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newApplication } from '../../test/mailbox-actors.ts'
import { memoryStores } from '../../test/memory-stores.ts'
import type { Application, ApplicationFilter } from './application.ts'
import { createReadPage } from './page.ts'

const BEGINNING_MS = -1
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Crowds within milliseconds, quiet hours, and now and then a month without anybody. */
const gapMs = (index: number) => (index % 97 === 0 ? 30 * DAY_MS : index % 13 === 0 ? HOUR_MS + index : 1 + (index % 3))

/** Applications that go on arriving, one reader of their pages, and what each count was asked. */
function board() {
  const { applications: store } = memoryStores()
  const arrived: Application[] = []
  let clockMs = Date.UTC(2025, 0, 1)
  const counted: { filter: ApplicationFilter; result: number }[] = []
  const readPage = createReadPage({
    list: store.list,
    async count(filter) {
      const result = await store.count(filter)
      counted.push({ filter, result })
      return result
    },
  })

  const idsOf = ({ companyId, jobId, afterMs, throughMs }: ApplicationFilter) =>
    arrived
      .filter((each) => each.companyId === companyId && (jobId === undefined || each.jobId === jobId))
      .filter(({ date }) => date.getTime() > afterMs && date.getTime() <= throughMs)
      .map(({ id }) => id)

  return {
    arrived,
    counted,
    /** Everything at or before it is there. */
    clockMs: () => clockMs,
    async arrive(count: number, { companyId = 'c', jobId = 1 } = {}) {
      for (let left = count; left > 0; left--) {
        const date = new Date(clockMs + gapMs(arrived.length))
        const application = { ...newApplication(companyId, `a${arrived.length}`), jobId, date }
        await store.insertNew(companyId, [application])
        arrived.push(application)
        clockMs = date.getTime()
      }
      // Nobody applies for a moment.
      clockMs += 1
    },
    /** The ids and dates of one page, which must be what is there. */
    async read(
      range: Pick<ApplicationFilter, 'afterMs' | 'throughMs'>,
      page: number,
      pageSize: number,
      of: Partial<ApplicationFilter> = {},
    ) {
      const filter = { companyId: 'c', ...of, ...range }
      const { applications, total } = await readPage(filter, { page, pageSize })
      const ids = idsOf(filter)
      const onPage = ids.slice((page - 1) * pageSize, page * pageSize)
      expect({ total, ids: applications.map(({ id }) => id) }).toStrictEqual({ total: ids.length, ids: onPage })
      return applications
    },
  }
}
type Board = ReturnType<typeof board>

/** What a caller sees who always asks for what is after the last date, until nothing is; others apply meanwhile. */
async function sinceLastDate({ read, arrive, clockMs }: Board, pageSize: number): Promise<string[]> {
  const seen: string[] = []
  let sinceMs = BEGINNING_MS
  for (let page = 0; ; page++) {
    const applications = await read({ afterMs: sinceMs, throughMs: clockMs() }, 1, pageSize)
    const last = applications.at(-1)
    if (last === undefined) return seen
    seen.push(...applications.map(({ id }) => id))
    sinceMs = last.date.getTime()
    if (page < 5) await arrive(page)
  }
}

/** What a caller sees who asks for one page of a range after the other, the range ending where it says at that moment. */
async function pageByPage(
  { read, arrive }: Board,
  range: { afterMs: number; toMs: () => number },
  pageSize: number,
): Promise<string[]> {
  const seen: string[] = []
  for (let page = 1; ; page++) {
    const applications = await read({ afterMs: range.afterMs, throughMs: range.toMs() }, page, pageSize)
    seen.push(...applications.map(({ id }) => id))
    if (applications.length < pageSize) return seen
    if (page < 5) await arrive(page)
  }
}

/** What a caller sees who asks for one month after the other, each page by page. */
async function monthByMonth(world: Board, pageSize: number): Promise<string[]> {
  const seen: string[] = []
  const firstMs = world.arrived[0]?.date.getTime() ?? BEGINNING_MS
  const endMs = world.clockMs()
  for (let afterMs = firstMs - 1; afterMs < endMs; ) {
    const toMs = Math.min(afterMs + 30 * DAY_MS, endMs)
    seen.push(...(await pageByPage(world, { afterMs, toMs: () => toMs }, pageSize)))
    afterMs = toMs
  }
  return seen
}

describe.each([3, 50, 100, 1000])(
  'with %i to a page, whoever pages through sees each application exactly once and is told how many there are',
  (pageSize) => {
    test('in every way, again and again, while others apply', async () => {
      const world = board()
      await world.arrive(500)
      const all = () => world.arrived.map(({ id }) => id)
      for (let round = 0; round < 3; round++) {
        expect(await sinceLastDate(world, pageSize)).toStrictEqual(all())

        const soFar = all()
        const endMs = world.clockMs()
        expect(await pageByPage(world, { afterMs: BEGINNING_MS, toMs: () => endMs }, pageSize)).toStrictEqual(soFar)

        expect(await pageByPage(world, { afterMs: BEGINNING_MS, toMs: world.clockMs }, pageSize)).toStrictEqual(all())

        const beforeMonths = all()
        expect(await monthByMonth(world, pageSize)).toStrictEqual(beforeMonths)

        // It ends long before what was counted.
        const middle = world.arrived[250]
        if (middle === undefined) throw new Error('500 have arrived')
        const early = { afterMs: BEGINNING_MS, toMs: () => middle.date.getTime() }
        expect(await pageByPage(world, early, pageSize)).toStrictEqual(all().slice(0, 251))
      }
    })
  },
)

test('whatever pages of whatever ranges are read at once and in whatever order, each holds what is there and says how many there are', async () => {
  const companyId = fc.constantFrom('c', 'd')
  const arrival = fc.record({ count: fc.nat(20), companyId, jobId: fc.constantFrom(1, 2) })
  const reading = fc.record({
    // The date of an application by its place, or the beginning, or now.
    after: fc.option(fc.nat(120)),
    to: fc.option(fc.nat(120)),
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.constantFrom(1, 5, 20),
    of: fc.record({ companyId, jobId: fc.constantFrom(1, 2) }, { requiredKeys: ['companyId'] }),
  })
  const step = fc.record({
    arrivals: fc.array(arrival, { maxLength: 1 }),
    readings: fc.array(reading, { maxLength: 4 }),
  })
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
    const { arrive, read, clockMs, arrived } = board()
    const msAt = (place: number | null) => (place === null ? undefined : arrived[place]?.date.getTime())
    await arrive(60)
    for (const { arrivals, readings } of steps) {
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
  await fc.assert(property, { numRuns: 500, seed: 20_261_122 })
})

describe('what was counted once is not counted again', () => {
  test('a caller who goes on from the last date has all counted once, and then only what came since', async () => {
    const world = board()
    await world.arrive(500)
    await sinceLastDate(world, 50)
    const [first, ...later] = world.counted
    expect(first).toMatchObject({ filter: { afterMs: BEGINNING_MS }, result: 500 })
    expect(later.reduce((sum, { result }) => sum + result, 0)).toBeLessThanOrEqual(world.arrived.length - 500)
  })

  test('what fits on one page is not counted at all', async () => {
    const world = board()
    await world.arrive(49)
    await pageByPage(world, { afterMs: BEGINNING_MS, toMs: world.clockMs }, 50)
    expect(world.counted).toStrictEqual([])
  })

  test('a caller who reads page after page of a range has it counted once', async () => {
    const world = board()
    await world.arrive(500)
    const endMs = world.clockMs()
    for (let round = 0; round < 3; round++) await pageByPage(world, { afterMs: BEGINNING_MS, toMs: () => endMs }, 50)
    expect(world.counted.map(({ result }) => result)).toStrictEqual([500])
  })

  test('where the range goes on to now, only what came since is counted', async () => {
    const world = board()
    await world.arrive(500)
    for (let round = 0; round < 3; round++) {
      await pageByPage(world, { afterMs: BEGINNING_MS, toMs: world.clockMs }, 50)
      await world.arrive(10)
    }
    const [first, ...later] = world.counted.map(({ result }) => result)
    expect(first).toBe(500)
    expect(later.reduce((sum, result) => sum + result, 0)).toBeLessThanOrEqual(world.arrived.length - 500)
  })
})
