import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)
const application = (companyId: string, id: string, seconds: number) => ({
  ...newApplication(companyId, `${companyId}-${id}`),
  date: at(seconds),
})

it('a delivery that is stored already is no failure, and tells those that were accepted on another date', async () => {
  const { applications } = server.deps
  const companyId = randomUUID()
  const [first, second] = [application(companyId, 'a', 1), application(companyId, 'b', 2)]
  expect(await applications.insertNew(companyId, [first])).toEqual([])
  expect(await applications.insertNew(companyId, [first, second])).toEqual([])
  expect(await applications.insertNew(companyId, [{ ...second, date: at(9) }])).toEqual([second])
  expect(await applications.findByIds(companyId, [first.id, second.id])).toEqual([first, second])
})

it('a delivery of which one cannot be stored fails, though another was stored before', async () => {
  const { applications } = server.deps
  const companyId = randomUUID()
  const stored = application(companyId, 'a', 1)
  await applications.insertNew(companyId, [stored])
  // No two of a company share a date.
  const refused = application(companyId, 'b', 1)
  await expect(applications.insertNew(companyId, [stored, refused])).rejects.toThrow('E11000')
  expect(await applications.findByIds(companyId, [refused.id])).toEqual([])
})

it('of companies and jobs that ask at the same moment each gets its own', async () => {
  const { applications } = server.deps
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
})
