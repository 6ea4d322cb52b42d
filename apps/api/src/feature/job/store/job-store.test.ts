import { expect, it } from 'vitest'
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
