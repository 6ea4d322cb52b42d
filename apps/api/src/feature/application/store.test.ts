import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'
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
] as const)('in %s', (_, open, refusal) => {
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
    await expect(applications.insertNew(companyId, [stored, refused])).rejects.toMatchObject(refusal)
    expect(await applications.findByIds(companyId, [refused.id])).toEqual([])
  })
})
