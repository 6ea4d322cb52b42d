import { apply, pdf } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { describe, expect, it } from 'vitest'
import { limits } from './generated/contract.ts'
import { Boardwalk, type JobUpsert, type JobUpsertManyResult, memoryState, NotFoundError } from './index.ts'

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

  it('tells a follower of changes of an erasure once, and again only if its process died before it saved the cursor', async () => {
    const company = await server.company()
    const { client } = await signedInUser(server, company)
    const { jobs, candidates } = new Boardwalk({ apiKey: company.key, baseUrl: `${server.url}/api` })
    const { jobUrl } = await jobs.create({ id: 'A-1', title: 'Comptable' })
    const { body } = await apply(jobUrl, { firstName: 'Salma' })
    const state = memoryState()
    const follow = () => candidates.follow({ changes: true, state, once: true })
    const collect = async () => {
      const all: string[] = []
      for await (const { change, candidate } of follow()) all.push(`${change} ${candidate.id}`)
      return all
    }
    expect(await collect()).toEqual([`created ${body.id}`])
    expect(await candidates.setStatus(body.id, 'HIRED')).toMatchObject({ status: 'updated' })
    expect(await collect()).toEqual([`status ${body.id}`])
    expect((await candidates.get(body.id)).candidate).toMatchObject({ status: 'HIRED', statusChangedBy: 'api' })
    await expect(candidates.confirmErasure(body.id)).rejects.toMatchObject({ code: 'candidate_not_erased' })

    await client.application.erase.mutate({ id: body.id, allOfPerson: false })
    // Leaving the loop here is like a crash after the caller erased its copy.
    for await (const { change } of follow()) {
      expect(change).toBe('erased')
      break
    }
    expect([await collect(), await collect()]).toEqual([[`erased ${body.id}`], []])
    expect(await candidates.confirmErasure(body.id)).toMatchObject({ status: 'updated' })
    expect(await candidates.confirmErasure(body.id)).toMatchObject({ status: 'unchanged' })
    await expect(candidates.setStatus(body.id, 'REJECTED')).rejects.toMatchObject({ code: 'application_erased' })
    await expect(candidates.downloadCv({ id: body.id })).rejects.toMatchObject({ code: 'application_erased' })
  })

  it('downloads the CV of a candidate by its id, and says when there is none', async () => {
    const { jobs, candidates } = await newClient()
    const { jobUrl } = await jobs.create({ id: 'A-1', title: 'Comptable' })
    const { body: withCv } = await apply(jobUrl, {}, pdf)
    const { body: without } = await apply(jobUrl)
    expect(await candidates.downloadCv({ id: withCv.id })).toEqual(new Uint8Array(pdf))
    expect(await candidates.downloadCv({ id: without.id })).toBeUndefined()
    await expect(candidates.downloadCv({ id: 'none' })).rejects.toThrow(NotFoundError)
  })
})
