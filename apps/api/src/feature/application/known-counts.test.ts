import { describe, expect, it } from 'vitest'
import { createStores } from '../../deps.ts'
import { useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'
import { createReadPage } from './page.ts'

const server = useServer()
const SPACING = 25
const DAY_MS = 24 * 60 * 60 * 1000
const startMs = Date.UTC(2026, 0, 1)

/** Stores an application a day for a year, of a new company. */
async function storeApplications() {
  const { id: companyId } = await server.company()
  const all = Array.from({ length: 365 }, (_, index) => ({
    ...newApplication(companyId, `${companyId}-${index}`),
    date: new Date(startMs + index * DAY_MS),
  }))
  await server.deps.applications.insertNew(companyId, all)
  return { companyId, all, endMs: startMs + all.length * DAY_MS }
}

/** Starts a process: stores of its own over the database of the test, and an empty memory. */
const startProcess = () => createReadPage(createStores(server.connection), SPACING)

const readMarks = async (companyId: string) => (await server.deps.marks.read({ companyId })).marks

describe('the marks of a company', () => {
  it('give every process the counts that a query for the whole range gives, at, before and after a mark', async () => {
    const { companyId, all, endMs } = await storeApplications()
    const processes = [startProcess(), startProcess()]
    // Both processes make marks at the same moment, of different ranges.
    await Promise.all(
      processes.map((readPage, index) =>
        readPage({ companyId, afterMs: -1, throughMs: endMs - index * 3 * DAY_MS }, { page: 1, pageSize: 5 }),
      ),
    )
    const marks = await readMarks(companyId)
    expect(marks.length).toBeGreaterThan(5)
    for (const { throughMs } of [marks[0], marks[3], marks.at(-1)].flatMap((mark) => mark ?? []))
      for (const afterMs of [throughMs - 1, throughMs, throughMs + 1]) {
        const inRange = all.filter(({ date }) => date.getTime() > afterMs)
        for (const readPage of processes) {
          const page = await readPage({ companyId, afterMs, throughMs: endMs }, { page: 1, pageSize: 5 })
          expect(page).toMatchObject({ applications: inRange.slice(0, 5), total: inRange.length })
        }
      }
    for (const mark of marks) expect(mark.total).toBe(all.filter(({ date }) => date.getTime() <= mark.throughMs).length)
  })

  it('are made again if they do not fit the applications', async () => {
    const { companyId, all, endMs } = await storeApplications()
    await startProcess()({ companyId, afterMs: -1, throughMs: endMs }, { page: 1, pageSize: 5 })
    const { marks, revision } = await server.deps.marks.read({ companyId })
    const [first, last] = [marks[0], marks.at(-1)]
    if (first === undefined || last === undefined) throw new Error('there are marks')
    const wrong = { ...last, total: last.total + 1000 }
    await server.deps.marks.save({ companyId }, { marks: [first, wrong], revision })
    const filter = { companyId, afterMs: all[150]?.date.getTime() ?? 0, throughMs: endMs }
    expect((await startProcess()(filter, { page: 1, pageSize: 5 })).total).toBe(214)
    expect((await readMarks(companyId)).at(-1)?.total).toBeLessThanOrEqual(365)
  })
})
