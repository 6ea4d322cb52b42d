import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'
import { type ChangeFilter, erasedFields } from './application.ts'
import { createMemoryHeldStore } from './memory-held-store.ts'
import { createMemoryApplicationStore } from './memory-store.ts'

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)
const application = (companyId: string, id: string, seconds: number) => ({
  ...newApplication(companyId, `${companyId}-${id}`),
  date: at(seconds),
})

describe.each([
  ['MongoDB', () => server.deps.applications],
  ['memory', () => createMemoryApplicationStore()],
])('in %s', (_, open) => {
  it('delivering stored applications again succeeds, and returns those that were accepted with another date', async () => {
    const applications = open()
    const companyId = randomUUID()
    const [first, second] = [application(companyId, 'a', 1), application(companyId, 'b', 2)]
    expect(await applications.insertNew(companyId, [first])).toEqual([])
    expect(await applications.insertNew(companyId, [first, second])).toEqual([])
    expect(await applications.insertNew(companyId, [{ ...second, date: at(9) }])).toEqual([second])
    expect(await applications.findByIds(companyId, [first.id, second.id])).toEqual([first, second])
  })

  it('a delivery fails if one application cannot be stored, even if another was stored before', async () => {
    const applications = open()
    const companyId = randomUUID()
    const stored = application(companyId, 'a', 1)
    await applications.insertNew(companyId, [stored])
    // Two applications of a company cannot have the same date.
    const refused = application(companyId, 'b', 1)
    await expect(applications.insertNew(companyId, [stored, refused])).rejects.toThrow(
      /E11000|another application of the company has the date/,
    )
    expect(await applications.findByIds(companyId, [refused.id])).toEqual([])
  })

  it('companies and jobs that are queried at the same moment each get their own applications', async () => {
    const applications = open()
    const [one, another] = [randomUUID(), randomUUID()]
    const ofOne = [application(one, 'a', 1), { ...application(one, 'b', 3), jobId: 2 }]
    const ofAnother = [application(another, 'a', 2), application(another, 'b', 4)]
    await applications.insertNew(one, ofOne)
    await applications.insertNew(another, ofAnother)
    const ask = (companyId: string, pageSize: number, jobId?: number) =>
      applications.list(
        { companyId, ...(jobId !== undefined && { jobId }), afterMs: at(0).getTime(), throughMs: at(9).getTime() },
        { page: 1, pageSize },
      )
    const pages = await Promise.all([ask(one, 10), ask(another, 10), ask(one, 10, 2), ask(another, 1), ask(one, 1)])
    expect(pages).toEqual([ofOne, ofAnother, ofOne.slice(1), ofAnother.slice(0, 1), ofOne.slice(0, 1)])
    // The query that these two share is limited to two rows, and the other company has two that are older.
    const late = randomUUID()
    const ofLate = [application(late, 'a', 5)]
    await applications.insertNew(late, ofLate)
    expect(await Promise.all([ask(one, 1), ask(late, 1)])).toEqual([ofOne.slice(0, 1), ofLate])
  })

  it('the filter finds the applications of a company or of one job, after one instant and up to another', async () => {
    const applications = open()
    const companyId = randomUUID()
    const [first, second] = [application(companyId, 'a', 1), application(companyId, 'b', 3)]
    const third = { ...application(companyId, 'c', 5), jobId: 2 }
    await applications.insertNew(companyId, [third, first, second])
    await applications.insertNew(randomUUID(), [application(randomUUID(), 'a', 3)])
    const find = async (afterMs: number, throughMs: number, jobId?: number) => {
      const filter = { companyId, afterMs, throughMs, ...(jobId !== undefined && { jobId }) }
      const [page, count] = [
        await applications.list(filter, { page: 1, pageSize: 9 }),
        await applications.count(filter),
      ]
      expect(page).toHaveLength(count)
      return page
    }
    expect(await find(0, at(9).getTime())).toEqual([first, second, third])
    expect(await find(at(1).getTime(), at(5).getTime())).toEqual([second, third])
    expect(await find(0, at(4).getTime())).toEqual([first, second])
    expect(await find(0, at(9).getTime(), 2)).toEqual([third])
    const all = { companyId, afterMs: 0, throughMs: at(9).getTime() }
    expect(await applications.list(all, { page: 2, pageSize: 2 })).toEqual([third])
  })

  it('only the applications of a company that were changed, or are to the jobs asked for, are listed, by date', async () => {
    const applications = open()
    const companyId = randomUUID()
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id, index) => application(companyId, id, index))
    if (!a || !b || !c || !d) throw new Error('there are four')
    await applications.insertNew(companyId, [a, b, { ...c, jobId: 2 }, d])
    const since = new Date(Date.now() - 60_000)
    const list = (filter: Partial<ChangeFilter>, page = 1, pageSize = 9) =>
      applications.listChanged(
        { companyId, changedSince: since, jobIds: [], afterMs: 0, ...filter },
        { page, pageSize },
      )
    expect(await list({})).toEqual({ applications: [], total: 0 })
    await applications.erase(companyId, d.id, at(9))
    await applications.setStatus(companyId, a.id, 'HIRED')
    expect((await list({})).applications.map(({ id }) => id)).toEqual([a.id, d.id])
    expect((await list({ jobIds: [2] })).applications.map(({ id }) => id)).toEqual([a.id, c.id, d.id])
    expect(await list({ jobIds: [2] }, 2, 2)).toMatchObject({ applications: [{ id: d.id }], total: 3 })
    expect(await list({ changedSince: new Date(Date.now() + 60_000) })).toMatchObject({ total: 0 })
    expect(await list({ afterMs: a.date.getTime() })).toMatchObject({ applications: [{ id: d.id }], total: 1 })
    expect(await list({ throughMs: c.date.getTime() })).toMatchObject({ applications: [{ id: a.id }], total: 1 })
    expect(await list({ companyId: randomUUID(), jobIds: [1, 2] })).toEqual({ applications: [], total: 0 })
  })

  it('applications are found by e-mail address in any case of letters, and erased once, but not those of another company', async () => {
    const applications = open()
    const companyId = randomUUID()
    const stored = { ...application(companyId, 'a', 1), email: 'Salma@Example.com', message: 'Bonjour', cvId: 'cv' }
    await applications.insertNew(companyId, [stored])
    expect(await applications.listByEmail(companyId, 'salma@example.COM')).toEqual([stored])
    expect(await applications.listByEmail(randomUUID(), stored.email)).toEqual([])
    expect(await applications.setStatus(companyId, stored.id, 'HIRED')).toBe(true)
    expect(await applications.setStatus(randomUUID(), stored.id, 'REJECTED')).toBe(false)
    await applications.erase(randomUUID(), stored.id, at(2))
    for (const seconds of [3, 4]) await applications.erase(companyId, stored.id, at(seconds))
    const { id, jobId, date } = stored
    expect(await applications.findByIds(companyId, [id])).toEqual([
      { id, companyId, jobId, date, status: 'HIRED', ...erasedFields, erasedAt: at(3) },
    ])
  })
})

describe.each([
  ['MongoDB', () => server.deps.heldApplications],
  ['memory', createMemoryHeldStore],
])('held back in %s', (_, open) => {
  it('applications are found by e-mail address in any case of letters, but not those of another company', async () => {
    const held = open()
    const companyId = randomUUID()
    const { date: heldAt, ...sent } = application(companyId, 'a', 1)
    const row = { ...sent, email: 'Salma@Example.com', heldAt, locale: 'fr' as const }
    await held.insert(row)
    expect(await held.listByEmail(companyId, 'salma@example.COM')).toMatchObject([{ id: row.id }])
    expect(await held.listByEmail(randomUUID(), row.email)).toEqual([])
  })
})
