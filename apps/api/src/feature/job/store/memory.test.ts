import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../../test/harness.ts'
import type { StoredJob } from '../job.ts'
import { createMemoryJobStore } from './memory.ts'

/* What the operations need of a store of jobs, in MongoDB and in memory alike. */

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

describe.each([
  ['MongoDB', () => server.deps.jobs],
  ['memory', () => createMemoryJobStore()],
])('in %s', (_, open) => {
  function openCompany() {
    const jobs = open()
    const companyId = randomUUID()
    return {
      jobs,
      companyId,
      async insert(externalId: string | null, changes: Partial<StoredJob> = {}) {
        const id = await jobs.nextId()
        const job: StoredJob = {
          ...{ id, companyId, externalId, slug: `comptable-${id}`, status: 'PUBLISHED', revision: 1 },
          ...{ fields: { title: 'Comptable' }, extra: '{"a.b":[1]}' },
          ...{ createdAt: at(0), updatedAt: at(0), publishedAt: at(0), changedBy: 'back_office' },
          ...changes,
        }
        return { job, isInserted: await jobs.insert(job) }
      },
    }
  }

  it('an external id names one job of its company, by which it is found at once; a job id names one without', async () => {
    const { jobs, companyId, insert } = openCompany()
    const { job } = await insert('A-1')
    const { job: draft } = await insert(null, { status: 'UNPUBLISHED', publishedAt: null })
    const { job: second, isInserted } = await insert('A-1')
    expect([isInserted, draft.id > job.id, second.id > draft.id]).toEqual([false, true, true])
    expect(await jobs.findByExternalId(companyId, 'A-1')).toMatchObject(job)
    expect(await jobs.findLatestOfEach(companyId, ['none', 'A-1'])).toMatchObject([job])
    expect(await jobs.findByIds(companyId, [draft.id, second.id, 0])).toMatchObject([draft])
    expect(await jobs.findHolder(companyId, 'A-1')).toEqual({ jobId: job.id, title: 'Comptable', linkedAt: null })
    const seen = { title: 'Comptable', revision: 1 }
    expect([...(await jobs.findExternalIds(companyId, [job.id, draft.id, 0]))]).toEqual([
      [job.id, { externalId: 'A-1', ...seen }],
      [draft.id, { externalId: null, ...seen }],
    ])
    const stranger = randomUUID()
    expect(await jobs.findByExternalId(stranger, 'A-1')).toBeUndefined()
    expect(await jobs.findById(stranger, job.id)).toBeUndefined()
    expect(await jobs.findHolder(stranger, 'A-1')).toBeUndefined()
    expect(await jobs.findByExternalId(companyId, String(draft.id))).toBeUndefined()
  })

  it('content is replaced only at the revision that it was made from', async () => {
    const { jobs, companyId, insert } = openCompany()
    const { job } = await insert('A-1')
    const change = { status: 'UNPUBLISHED' as const, fields: { title: 'Vendeuse' }, extra: '{}' }
    const by = (seconds: number) => ({ updatedAt: at(seconds), changedBy: 'api' }) as const
    expect(await jobs.replace(job, change, by(1))).toBe(true)
    const changed = { ...job, ...change, ...by(1), revision: 2, publishedAt: at(0) }
    expect(await jobs.findHolder(companyId, 'A-1')).toMatchObject({ title: 'Vendeuse' })
    expect(await jobs.findLatest(companyId, 'A-1')).toMatchObject(changed)
    expect(await jobs.replace(job, { ...change, fields: { title: 'Late' } }, by(2))).toBe(false)
    expect(await jobs.replace({ ...changed, companyId: randomUUID() }, change, by(2))).toBe(false)
    expect(await jobs.replace(changed, { ...change, status: 'PUBLISHED' }, by(3))).toBe(true)
    expect(await jobs.findLatest(companyId, 'A-1')).toMatchObject({ revision: 3, publishedAt: at(3) })
  })

  it('an external id is given, moved and taken away only at that revision, and never to two jobs', async () => {
    const { jobs, companyId, insert } = openCompany()
    const [taken, first, second] = [(await insert('A-1')).job, (await insert(null)).job, (await insert(null)).job]
    const mark = { linkedAt: at(5), updatedAt: at(4), changedBy: 'api' } as const
    const links = [
      { jobId: first.id, externalId: 'A-2', revision: 1 },
      { jobId: second.id, externalId: 'A-1', revision: 1 },
    ]
    expect(await jobs.setExternalIds(companyId, links, mark)).toEqual(['made', 'taken'])
    expect(await jobs.setExternalIds(companyId, links.slice(0, 1), mark)).toEqual(['outdated'])
    expect(await jobs.findHolder(companyId, 'A-2')).toEqual({ jobId: first.id, title: 'Comptable', linkedAt: at(5) })
    expect(await jobs.findById(companyId, first.id)).toMatchObject({ revision: 2, updatedAt: at(4) })
    expect(await jobs.findMovedSince(companyId, at(-1))).toEqual([first.id])
    expect(await jobs.replaceExternalId(taken, null, mark)).toBe('made')
    expect(await jobs.replaceExternalId(taken, 'A-9', mark)).toBe('outdated')
    expect(await jobs.findHolder(companyId, 'A-1')).toBeUndefined()
    expect(await jobs.replaceExternalId(second, 'A-2', mark)).toBe('taken')
    expect(await jobs.replaceExternalId(second, 'A-1', mark)).toBe('made')
    expect(await jobs.findHolder(companyId, 'A-1')).toEqual({ jobId: second.id, title: 'Comptable', linkedAt: at(5) })
  })

  it('a list has its pages in the order of job ids, by status and after a job, and the total of all pages', async () => {
    const { jobs, companyId, insert } = openCompany()
    const ids: number[] = []
    for (const [index, status] of (['PUBLISHED', 'UNPUBLISHED', 'PUBLISHED', 'PUBLISHED'] as const).entries())
      ids.push((await insert(null, { status, updatedAt: at(index) })).job.id)
    const list = async (
      statuses: StoredJob['status'][],
      range: { page: number; pageSize: number; afterJobId?: number; changedSince?: Date },
    ) => {
      const found = await jobs.list(companyId, statuses, range)
      return [found.jobs.map(({ id }) => ids.indexOf(id)), found.total]
    }
    expect(await list(['PUBLISHED', 'UNPUBLISHED'], { page: 1, pageSize: 3 })).toEqual([[0, 1, 2], 4])
    expect(await list(['PUBLISHED', 'UNPUBLISHED'], { page: 2, pageSize: 3 })).toEqual([[3], 4])
    expect(await list(['PUBLISHED'], { page: 1, pageSize: 2, afterJobId: ids[0] ?? 0 })).toEqual([[2, 3], 2])
    expect(await list(['PUBLISHED'], { page: 9, pageSize: 2 })).toEqual([[], 3])
    expect(await list(['PUBLISHED'], { page: 1, pageSize: 2, changedSince: at(2) })).toEqual([[3], 1])
  })
})
