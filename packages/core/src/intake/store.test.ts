import { randomUUID } from 'node:crypto'
import { useServer } from '@boardwalk/api/test/harness'
import { newApplication } from '@boardwalk/api/test/mailbox-actors'
import { describe, expect, it } from 'vitest'
import { createMemoryApplicationStore } from './memory-store.ts'

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)
const application = (companyId: string, id: string, seconds: number) => ({
  ...newApplication(companyId, `${companyId}-${id}`),
  date: at(seconds),
})

describe.each([
  ['MongoDB', () => server.deps.applications, { code: 11_000 }],
  ['memory', () => createMemoryApplicationStore(), { message: expect.stringContaining('has the date') }],
] as const)('the applications in %s', (_, open, refusal) => {
  it('delivering stored applications again succeeds, and returns those that were accepted with another date', async () => {
    const applications = open()
    const companyId = randomUUID()
    const [first, second] = [application(companyId, 'a', 1), application(companyId, 'b', 2)]
    expect(await applications.insertNew(companyId, [first])).toEqual([])
    expect(await applications.insertNew(companyId, [first, second])).toEqual([])
    expect(await applications.insertNew(companyId, [{ ...second, date: at(9) }])).toEqual([second])
    expect(await applications.findByIds(companyId, [first.id, second.id])).toEqual([first, second])
  })

  it('a change gets a position only with the token that its row has, and no position before the one that it has', async () => {
    const applications = open()
    const companyId = randomUUID()
    const { id } = application(companyId, 'a', 1)
    await applications.insertNew(companyId, [application(companyId, 'a', 1)])
    const set = (status: 'HIRED' | 'REJECTED', token: string) =>
      applications.updateEach(companyId, [{ id, status, token, by: 'api', actor: 'key' }])
    const position = (token: string, seconds: number) =>
      applications.setPositions(companyId, [{ id, token, changePosition: at(seconds) }])
    const list = (after: number) =>
      applications.listPositioned({ companyId, afterMs: at(after).getTime(), throughMs: at(9).getTime() }, 10)
    await set('HIRED', 'one')
    expect(await applications.listUnpositioned(companyId, 10)).toEqual([{ id, token: 'one' }])
    await position('another', 3)
    expect(await list(2)).toEqual([])
    await position('one', 3)
    expect(await list(2)).toMatchObject([{ id, status: 'HIRED', changePosition: at(3) }])
    // Its date is in this range, so it is no change for a caller who goes on from there.
    expect(await list(0)).toEqual([])
    await set('REJECTED', 'two')
    await position('two', 2)
    await applications.fenceReservedPositions(companyId, 'three')
    await position('two', 4)
    expect(await applications.listUnpositioned(companyId, 10)).toEqual([{ id, token: 'three' }])
    await position('three', 5)
    expect(await applications.listUnpositioned(companyId, 10)).toEqual([])
    expect(await list(3)).toMatchObject([{ status: 'REJECTED', changePosition: at(5) }])
    expect(
      await applications.countPositioned({ companyId, afterMs: at(3).getTime(), throughMs: at(5).getTime() }),
    ).toBe(1)
  })

  it('a delivery fails if one application cannot be stored, even if another was stored before', async () => {
    const applications = open()
    const companyId = randomUUID()
    const stored = application(companyId, 'a', 1)
    await applications.insertNew(companyId, [stored])
    // Two applications of a company cannot have the same date.
    const refused = application(companyId, 'b', 1)
    await expect(applications.insertNew(companyId, [stored, refused])).rejects.toMatchObject(refusal)
    expect(await applications.findByIds(companyId, [refused.id])).toEqual([])
  })
})
