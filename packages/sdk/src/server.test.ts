import { apply } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { describe, expect, it } from 'vitest'
import { Boardwalk, ConflictError, type JobUpsertManyResult, NotFoundError, PermissionDeniedError } from './index.ts'

const server = useServer()

async function newClient() {
  const { key } = await server.company()
  return new Boardwalk({ apiKey: key, baseUrl: `${server.url}/api` })
}

describe('the SDK against this server', () => {
  it('creates, changes, reads, lists and unpublishes a job under an id with a slash', async () => {
    const { jobs } = await newClient()
    const created = await jobs.create({ id: 'A/B 50%', title: 'Comptable', team: 'Finance' })
    expect(await jobs.update('A/B 50%', { maxSalary: 12_000 })).toEqual({ ...created, created: false })
    expect(await jobs.update('A-2', { title: 'Vendeuse' })).toMatchObject({ created: true })
    const { job } = await jobs.get('A/B 50%')
    expect(job).toMatchObject({ id: 'A/B 50%', maxSalary: 12_000, team: 'Finance', jobId: created.jobId })
    const titles: string[] = []
    for await (const { title } of jobs.list({ pageSize: 1 })) titles.push(title)
    expect(titles).toEqual(['Comptable', 'Vendeuse'])
    expect(await jobs.unpublish('A/B 50%')).toEqual({ jobId: created.jobId })
    expect(await jobs.link([{ platformJobId: created.jobId, externalJobId: 'C' }])).toMatchObject({
      results: [{ status: 'already_linked', currentExternalJobId: 'A/B 50%' }],
    })
  })

  it('throws what the server refuses by its class, with code, issues and request id', async () => {
    const { jobs, candidates } = await newClient()
    await jobs.create({ id: 'A-1', title: 'Comptable' })
    await expect(jobs.create({ id: 'A-1', title: 'Comptable' })).rejects.toThrow(ConflictError)
    await expect(jobs.unpublish('none')).rejects.toThrow(NotFoundError)
    await expect(candidates.list('none')).rejects.toThrow(PermissionDeniedError)
    await expect(jobs.update('A-1', { minExperience: 21 })).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'invalid_request',
      issues: [{ path: 'job.minExperience' }],
      requestId: expect.any(String),
    })
  })

  it('upserts many, one that is wrong and one that no body can hold among them', async () => {
    const { jobs } = await newClient()
    const feed = Array.from({ length: 130 }, (_, index) => ({ id: `A-${index}`, title: `Poste ${index}` }))
    const wrong = [
      { id: 'B-1', title: '' },
      { id: 'B-2', title: 'Vendeuse', notes: 'x'.repeat(2 ** 20) },
    ]
    const results: JobUpsertManyResult[] = []
    for await (const result of jobs.upsertMany([...feed, ...wrong])) results.push(result)
    const failed = results.filter(({ status }) => status === 'failed').toSorted((a, b) => a.index - b.index)
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(130)
    expect(failed.map(({ index, error }) => [index, error?.code])).toEqual([
      [130, 'invalid_request'],
      [131, 'body_too_large'],
    ])
  })

  it('says what upserting many would do, and does none of it', async () => {
    const { jobs } = await newClient()
    const { jobId, jobUrl } = await jobs.create({ id: 'A-1', title: 'Comptable' })
    const feed = [
      { id: 'A-1', title: 'Vendeuse' },
      { id: 'A-2', title: 'Vendeuse' },
    ]
    const results: JobUpsertManyResult[] = []
    for await (const result of jobs.upsertMany(feed, { dryRun: true })) results.push(result)
    expect(results).toEqual([
      { index: 0, id: 'A-1', status: 'updated', jobId, jobUrl, error: null },
      { index: 1, id: 'A-2', status: 'created', jobId: null, jobUrl: null, error: null },
    ])
    expect((await jobs.get('A-1')).job.title).toBe('Comptable')
    expect((await jobs.list()).total).toBe(1)
  })

  it('follows candidates as they apply: each once, in their order', async () => {
    const { jobs, candidates } = await newClient()
    const { jobUrl } = await jobs.create({ id: 'A-1', title: 'Comptable' })
    const { jobUrl: otherUrl } = await jobs.create({ id: 'A-2', title: 'Vendeuse' })
    await apply(jobUrl, { firstName: 'Salma' })
    const stop = new AbortController()
    const names: string[] = []
    for await (const { firstName } of candidates.follow({ intervalMs: 20, signal: stop.signal })) {
      names.push(firstName)
      if (firstName === 'Salma') await apply(otherUrl, { firstName: 'Nadia' })
      if (firstName === 'Nadia') await apply(jobUrl, { firstName: 'Youssef' })
      if (firstName === 'Youssef') stop.abort()
    }
    expect(names).toEqual(['Salma', 'Nadia', 'Youssef'])
    const { candidates: ofOne, total, syncedThrough } = await candidates.list('A-1')
    expect([ofOne.length, total]).toEqual([2, 2])
    expect((await candidates.listAll({ since: syncedThrough ?? '' })).candidates).toEqual([])
  })
})
