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
