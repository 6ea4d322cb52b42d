import { expect, it, onTestFinished, vi } from 'vitest'
import { createStores } from '../../../deps.ts'
import { useServer } from '../../../test/harness.ts'

const server = useServer()
const mark = { linkedAt: new Date(), updatedAt: new Date(), changedBy: 'api' } as const

it.each(['replaceExternalId', 'setExternalIds'] as const)(
  'an external id that was just looked up names at once the job that this process has given it to, by %s',
  async (change) => {
    const company = await server.company()
    const first = (await company.call('POST', '/job', { job: { id: 'X', title: 'First' } })).body.jobId
    const { jobId: second } = await company.boardJob('Second')
    const { jobs } = server.deps
    expect(await jobs.findHolder(company.id, 'X')).toMatchObject({ jobId: first })
    // Another process takes the id away, and this process still has it in its cache.
    const elsewhere = createStores(server.connection).jobs
    const [read, successor] = [await elsewhere.findById(company.id, first), await jobs.findById(company.id, second)]
    if (read === undefined || successor === undefined) throw new Error('both jobs were just made')
    expect(await elsewhere.replaceExternalId(read, null, mark)).toBe('made')
    if (change === 'replaceExternalId') expect(await jobs.replaceExternalId(successor, 'X', mark)).toBe('made')
    else {
      const link = { jobId: second, externalId: 'X', revision: successor.revision }
      expect(await jobs.setExternalIds(company.id, [link], mark)).toEqual(['made'])
    }
    expect(await jobs.findHolder(company.id, 'X')).toMatchObject({ jobId: second })
  },
)

it('a job has moved since an instant if a call gave it an id after it, also if that call began long before', async () => {
  const company = await server.company()
  const { jobId } = await company.boardJob()
  await company.boardJob('Not moved')
  const { jobs } = server.deps
  const since = new Date(Date.now() - 60_000)
  const linkedAt = new Date(since.getTime() - 10 * 60_000)
  const link = { jobId, externalId: 'L', revision: 1 }
  expect(await jobs.setExternalIds(company.id, [link], { ...mark, linkedAt })).toEqual(['made'])
  expect(await jobs.findMovedSince(company.id, since)).toEqual([jobId])
  expect(await jobs.findMovedSince(company.id, new Date(Date.now() + 60_000))).toEqual([])
})

it('a job id that a process has taken is not given out half a second later, when others have taken later ones', async () => {
  const [one, other] = [createStores(server.connection).jobs, createStores(server.connection).jobs]
  // A process that takes ids again soon takes more than it needs.
  for (let taken = 0; taken < 4; taken++) await one.nextId()
  const later = await other.nextId()
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 500)
  onTestFinished(() => clock.mockRestore())
  expect(await one.nextId()).toBeGreaterThan(later)
})

it('companies that ask for the same name at the same moment each get their own job', async () => {
  const companies = [await server.company(), await server.company()]
  const jobIds: number[] = []
  for (const { call } of companies)
    jobIds.push((await call('POST', '/job', { job: { id: 'X', title: 'T' } })).body.jobId)
  const { jobs } = createStores(server.connection)
  const [one, another] = await Promise.all(companies.map(({ id }) => jobs.findByExternalId(id, 'X')))
  expect([one?.id, another?.id]).toEqual(jobIds)
  const holders = await Promise.all(companies.map(({ id }) => jobs.findHolder(id, 'X')))
  expect(holders.map((holder) => holder?.jobId)).toEqual(jobIds)
})
