import { describe, expect, it } from 'vitest'
import { createStores } from '../../deps.ts'
import { whileFailing } from '../../test/failing-store.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'
import { askAsTimeEnds } from '../../test/passing-deadline.ts'
import type { Application } from './application.ts'
import { createReadPage } from './page.ts'

const server = useServer()
const SPACING = 25
const DAY_MS = 24 * 60 * 60 * 1000
const startMs = Date.UTC(2026, 0, 1)

/** Three months of applications to two jobs: a few a day, one hour with 150, and a month without any. */
function makeApplications(companyId: string): Application[] {
  const gapsMs = [5 * 60 * 60 * 1000, 12_000, 45_000, 30 * DAY_MS]
  let ms = startMs
  return Array.from({ length: 300 }, (_, index) => {
    ms += gapsMs[index === 250 ? 3 : index > 50 && index < 200 ? 1 + (index % 2) : 0] ?? 0
    return {
      ...newApplication(companyId, `${companyId}-${index}`),
      jobId: 1 + (index % 3 === 0 ? 1 : 0),
      date: new Date(ms),
    }
  })
}

/** Starts a process: stores of its own over the database of the test, and an empty memory. */
function startProcess() {
  const { applications, marks } = createStores(server.connection)
  // A database may give groups in any order.
  const countParts: typeof applications.countParts = async (...range) =>
    new Map([...(await applications.countParts(...range))].reverse())
  return createReadPage({ applications: { ...applications, countParts }, marks }, SPACING)
}

async function storeApplications(): Promise<{ company: TestCompany; all: Application[]; endMs: number }> {
  const company = await server.company()
  const all = makeApplications(company.id)
  await server.deps.applications.insertNew(company.id, all)
  return { company, all, endMs: (all.at(-1)?.date.getTime() ?? 0) + DAY_MS }
}

const readMarks = async (companyId: string) => (await server.deps.marks.read({ companyId })).marks

describe('the marks of a company', () => {
  it('give every process the counts that a query for the whole range gives, at, before and after a mark', async () => {
    const { company, all, endMs } = await storeApplications()
    const processes = [startProcess(), startProcess()]
    const check = async (afterMs: number, throughMs: number, jobId?: number) => {
      const of = { companyId: company.id, ...(jobId !== undefined && { jobId }) }
      const inRange = all.filter(
        ({ date, ...each }) =>
          date.getTime() > afterMs && date.getTime() <= throughMs && (jobId === undefined || each.jobId === jobId),
      )
      for (const readPage of processes) {
        const { applications, total } = await readPage({ ...of, afterMs, throughMs }, { page: 1, pageSize: 5 })
        expect({ total, ids: applications.map(({ id }) => id) }).toEqual({
          total: inRange.length,
          ids: inRange.slice(0, 5).map(({ id }) => id),
        })
      }
    }
    // Both processes make marks at the same moment, of different ranges.
    await Promise.all([
      processes[0]?.({ companyId: company.id, afterMs: -1, throughMs: endMs }, { page: 1, pageSize: 5 }),
      processes[1]?.({ companyId: company.id, afterMs: -1, throughMs: endMs - 3 * DAY_MS }, { page: 1, pageSize: 5 }),
    ])
    const marks = await readMarks(company.id)
    expect(marks.length).toBeGreaterThan(5)
    for (const { throughMs } of [marks[0], marks[marks.length >> 1], marks.at(-1)].flatMap((mark) => mark ?? []))
      for (const sinceMs of [throughMs - 1, throughMs, throughMs + 1]) await check(sinceMs, endMs)
    for (let index = 0; index < 24; index++) {
      const afterMs = startMs + Math.floor(((index * 7919) % 1000) * ((endMs - startMs) / 1000))
      const date = all[(index * 31) % all.length]?.date.getTime() ?? 0
      const throughMs = index % 2 === 0 ? endMs : Math.max(afterMs, date)
      await check(afterMs, throughMs, [undefined, 1, 2][index % 3])
    }
    for (const mark of await readMarks(company.id))
      expect(mark.total).toBe(all.filter(({ date }) => date.getTime() <= mark.throughMs).length)
  })

  it('are made again if they do not fit the applications', async () => {
    const { company, all, endMs } = await storeApplications()
    await startProcess()({ companyId: company.id, afterMs: -1, throughMs: endMs }, { page: 1, pageSize: 5 })
    const marks = await readMarks(company.id)
    const [first, last] = [marks[0], marks.at(-1)]
    if (first === undefined || last === undefined) throw new Error('there are marks')
    const { revision } = await server.deps.marks.read({ companyId: company.id })
    const wrong = { ...last, total: last.total + 1000 }
    await server.deps.marks.save({ companyId: company.id }, { marks: [first, wrong], revision })
    const sinceMs = all[150]?.date.getTime() ?? 0
    const filter = { companyId: company.id, afterMs: sinceMs, throughMs: endMs }
    expect((await startProcess()(filter, { page: 1, pageSize: 5 })).total).toBe(149)
    expect((await readMarks(company.id)).at(-1)?.total).toBeLessThanOrEqual(300)
  })

  it('are read and made again by the next poll if the database fails', async () => {
    const { company, endMs } = await storeApplications()
    const { applications, marks } = createStores(server.connection)
    const readPage = createReadPage({ applications, marks }, SPACING)
    const poll = () => readPage({ companyId: company.id, afterMs: -1, throughMs: endMs }, { page: 1, pageSize: 5 })
    for (const call of ['read', 'save'] as const)
      await whileFailing(marks, call, () => expect(poll()).rejects.toThrow())
    expect((await poll()).total).toBe(300)
  })

  it('are made to the end for every poll that waits for them, although the time of the first one is up', async () => {
    const { company, endMs } = await storeApplications()
    const readPage = startProcess()
    const poll = () => readPage({ companyId: company.id, afterMs: -1, throughMs: endMs }, { page: 2, pageSize: 5 })
    const [, waited] = await Promise.allSettled([askAsTimeEnds(poll), poll()])
    expect(waited).toMatchObject({ status: 'fulfilled', value: { total: 300 } })
  })

  it('are not replaced by a process that read them before another one changed them', async () => {
    const { id: companyId } = await server.company()
    const { marks } = server.deps
    const mark = (total: number) => ({ throughMs: startMs, total })
    const empty = await marks.read({ companyId })
    await marks.save({ companyId }, { ...empty, marks: [mark(1)] })
    await marks.save({ companyId }, { ...empty, marks: [mark(2)] })
    const first = await marks.read({ companyId })
    await marks.save({ companyId }, { ...first, marks: [mark(3)] })
    await marks.save({ companyId }, { ...first, marks: [mark(4)] })
    expect((await marks.read({ companyId })).marks).toEqual([mark(3)])
    expect((await marks.read({ companyId, jobId: 1 })).marks).toEqual([])
  })
})
