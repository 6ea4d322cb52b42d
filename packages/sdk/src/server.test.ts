import { apply } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { describe, expect, it } from 'vitest'
import { limits } from './generated/contract.ts'
import { Boardwalk, type JobUpsert, type JobUpsertManyResult } from './index.ts'

const server = useServer()

async function newClient() {
  const { key } = await server.company()
  return new Boardwalk({ apiKey: key, baseUrl: `${server.url}/api` })
}

describe('the SDK against this server', () => {
  it('creates, changes, reads, lists and unpublishes a job whose id has a slash', async () => {
    const { jobs } = await newClient()
    const created = await jobs.create({ id: 'A/B 50%', title: 'Comptable', team: 'Finance' })
    const { jobId, jobUrl } = created
    expect(await jobs.update('A/B 50%', { maxSalary: 12_000 })).toMatchObject({ jobId, jobUrl, created: false })
    expect(await jobs.update('A-2', { title: 'Vendeuse' })).toMatchObject({ created: true })
    const { job } = await jobs.get('A/B 50%')
    expect(job).toMatchObject({ id: 'A/B 50%', maxSalary: 12_000, team: 'Finance', jobId })
    const titles: string[] = []
    for await (const { title } of jobs.list({ pageSize: 1 })) titles.push(title)
    expect(titles).toEqual(['Comptable', 'Vendeuse'])
    expect(await jobs.unpublish('A/B 50%')).toEqual({ jobId })
    expect(await jobs.link([{ platformJobId: jobId, externalJobId: 'C' }])).toMatchObject({
      results: [{ status: 'already_linked', currentExternalJobId: 'A/B 50%' }],
    })
  })

  it('upserts many jobs even if one is wrong, one is too large for a body and one is null', async () => {
    const { jobs } = await newClient()
    const count = limits.jobs + 30
    const feed = Array.from({ length: count }, (_, index) => ({ id: `A-${index}`, title: `Poste ${index}` }))
    const wrong = [
      { id: 'B-1', title: '' },
      { id: 'B-2', title: 'Vendeuse', notes: 'x'.repeat(limits.bodyBytes) },
    ]
    const results: JobUpsertManyResult[] = []
    const nothing = null as unknown as JobUpsert
    for await (const result of jobs.upsertMany([...feed, ...wrong, nothing])) results.push(result)
    const failed = results.filter(({ status }) => status === 'failed').toSorted((a, b) => a.index - b.index)
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(count)
    expect(failed.map(({ index, error }) => [index, error?.code])).toEqual([
      [count, 'invalid_request'],
      [count + 1, 'body_too_large'],
      [count + 2, 'invalid_request'],
    ])
  })

  it('gives a follower each candidate once, in the order of their applications', async () => {
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
