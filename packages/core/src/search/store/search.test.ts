import { startTestServer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import type { JobFields } from '@boardwalk/schema/job'
import type { JobContent } from '@boardwalk/schema/job-content'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCoreStores } from '../../deps.ts'
import { everyJob } from '../query.ts'
import { openJobSearches } from '../schema.ts'
import { createSearchRows } from './rows.ts'
import { createSpelling } from './spelling.ts'

const server = useServer()
/** Sweeps at once. The server of this file sweeps at its start only, so that no row is written before a test asks for it. */
let sweep: () => Promise<void>
beforeAll(async () => {
  await server.deps.background.settled()
  const { search } = server.deps
  const { requestSweep, sweep: sweepNow } = search
  sweep = async () => {
    await requestSweep(server.deps)
    await sweepNow(server.deps, new AbortController().signal)
  }
  search.sweep = async () => {}
})

/** The stores of another process, which ends before it writes any row of the search. */
const createEndingProcess = () => createCoreStores(server.connection)

const update = (company: TestCompany, id: string, job: object) => company.call('PUT', `/job/${id}`, { job })

async function find({ id }: TestCompany, word: string, jobsMax = 10): Promise<(string | null)[]> {
  const found = await server.deps.search.find(id, { ...everyJob, words: [word] }, { jobsMax })
  return found.map(({ externalId }) => externalId)
}

/** Changes a job in a process that ends before it writes the row of the search. */
async function changeAndEnd(company: TestCompany, externalId: string, change: Partial<JobContent>): Promise<void> {
  const { jobs } = createEndingProcess()
  const read = (await jobs.findLatest(company.id, externalId)) ?? expect.fail(`no job ${externalId}`)
  const at = new Date(Math.max(Date.now(), Number(read.publishedAt) + 1))
  expect(await jobs.replace(read, { ...read, ...change }, { updatedAt: at, changedBy: 'api' })).toBe(true)
}

const rows = () => openJobSearches(server.connection)

it('a job that is created or changed is found by its words within a second, and no longer by those that it had', async () => {
  const company = await server.company()
  await update(company, 'A', { title: 'Archiviste' })
  await expect.poll(() => find(company, 'archivistes')).toEqual(['A'])
  await update(company, 'A', { title: 'Relieur' })
  await expect.poll(() => find(company, 'relieuse')).toEqual(['A'])
  expect(await find(company, 'archiviste')).toEqual([])
})

it('after a recovery, a job is found by its words although a row of a later revision was restored', async () => {
  const company = await server.company()
  await update(company, 'A', { title: 'Horloger' })
  await server.deps.search.flush()
  await rows().updateOne({ companyId: company.id }, { $set: { revision: 9, keys: ['vannier'] } })
  await server.deps.search.reset()
  await sweep()
  expect([await find(company, 'horloger'), await find(company, 'vannier')]).toEqual([['A'], []])
})

it('a job that is unpublished is not found at once, and the next one takes its place on the page', async () => {
  const company = await server.company()
  for (const id of ['1', '2', '3', '4', '5']) await update(company, id, { title: 'Soudeur' })
  await server.deps.search.flush()
  for (const id of ['5', '3']) await changeAndEnd(company, id, { status: 'UNPUBLISHED' })
  expect(await find(company, 'soudeur', 2)).toEqual(['4', '2'])
  // It has the place of its first publication again, before and after its row is written.
  await changeAndEnd(company, '3', { status: 'PUBLISHED' })
  expect(await find(company, 'soudeur')).toEqual(['4', '3', '2', '1'])
  await sweep()
  expect(await find(company, 'soudeur')).toEqual(['4', '3', '2', '1'])
})

it('a change that no search shows writes no row of the search', async () => {
  const company = await server.company()
  await update(company, 'A', { title: 'Tourneur', city: 'Rabat' })
  await server.deps.search.flush()
  await update(company, 'A', { title: 'Tourneur', city: 'Rabat', minSalary: 9000, ownField: 'x' })
  await server.deps.search.flush()
  await sweep()
  expect(await rows().find({ companyId: company.id }).toArray()).toMatchObject([{ revision: 1 }])
})

describe('the sweep', () => {
  it('writes what a process could not write before it ended', async () => {
    const company = await server.company()
    for (const id of ['new', 'changed', 'withdrawn']) await update(company, id, { title: 'Tapissier' })
    await server.deps.search.flush()
    await sweep()
    const created = (await server.deps.jobs.findLatest(company.id, 'new')) ?? expect.fail('no job')
    const id = await server.deps.jobs.nextId()
    await createEndingProcess().jobs.insert({ ...created, id, externalId: 'late', slug: `late-${id}` })
    await changeAndEnd(company, 'changed', { fields: { title: 'Matelassier' } })
    await changeAndEnd(company, 'withdrawn', { status: 'UNPUBLISHED' })
    expect(await find(company, 'matelassier')).toEqual([])
    await sweep()
    expect((await find(company, 'tapissier')).toSorted()).toEqual(['late', 'new'])
    expect(await find(company, 'matelassier')).toEqual(['changed'])
    expect(await rows().countDocuments({ companyId: company.id, keys: { $exists: true } })).toBe(3)
    const { externalId, ...linked } = (await server.deps.jobs.findLatest(company.id, 'new')) ?? expect.fail('no job')
    const at = new Date()
    const mark = { updatedAt: at, linkedAt: at, changedBy: 'back_office' as const }
    expect(externalId).toBe('new')
    expect(await createEndingProcess().jobs.replaceExternalId(linked, 'REF-7001', mark)).toBe('made')
    await sweep()
    expect(await find(company, 'ref-7001')).toEqual(['REF-7001'])
  })

  it('makes all jobs found after a start if the collection of its rows is new', async () => {
    const company = await server.company()
    // More than a sweep looks at together.
    const jobs = Array.from({ length: 100 }, (_, index) => ({ id: String(index), title: 'Autre' }))
    await company.call('PUT', '/jobs', { jobs })
    await update(company, 'old', { title: 'Ébéniste' })
    await update(company, 'withdrawn', { title: 'Ébéniste' })
    await company.call('DELETE', '/job/withdrawn')
    await update(company, 'draft', { title: 'Ébéniste', status: 'UNPUBLISHED' })
    await server.deps.search.flush()
    const { db } = server.connection
    await db.collection('jobSearchRows').deleteMany({})
    await db.collection('searchSweeps').deleteMany({})
    const { stop, deps } = await startTestServer(server.connection)
    await deps.background.settled()
    await stop()
    expect(await find(company, 'ébénistes')).toEqual(['old'])
    expect(await rows().countDocuments({ companyId: company.id })).toBe(102)
  })
})

it('rows that several processes write late, twice and in any order end as the last change of the job', async () => {
  const collection = rows()
  const titles = ['Premier', 'Deuxième', 'Troisième', 'Quatrième']
  const publishedAt = new Date()
  const versions = titles.map((title, index) => ({
    companyId: 'cmp_order',
    externalId: 'A',
    revision: index + 1,
    extra: '{}',
    publishedAt,
    fields: { title } satisfies JobFields,
    status: index === 1 ? ('UNPUBLISHED' as const) : ('PUBLISHED' as const),
  }))
  let jobId = 1_000_000
  const writes = fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(writes, fc.boolean(), async (bulks, isAtOnce) => {
      const id = ++jobId
      const write = (bulk: number[]) => {
        // Each write is that of another process, which has written before or not.
        const process = createSearchRows(collection, createSpelling(server.connection))
        return process.write(bulk.flatMap((index) => versions[index] ?? []).map((version) => ({ id, ...version })))
      }
      if (isAtOnce) await Promise.all(bulks.map(write))
      else for (const bulk of bulks) await write(bulk)
      const revision = Math.max(...bulks.flat()) + 1
      const title = titles[revision - 1]?.toLowerCase().replace('è', 'e')
      const expected =
        revision === 2 ? { _id: id, revision } : { _id: id, revision, keys: expect.arrayContaining([title]) }
      const stored = await collection.findOne({ _id: id })
      expect(stored).toMatchObject(expected)
      expect(stored?.keys === undefined).toBe(revision === 2)
    }),
    { numRuns: 60 },
  )
})
