import { limits } from '@boardwalk/schema/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { actAsOperator } from '../audit/service.ts'
import { linkJobs } from './service/link.ts'
import { setPublication } from './service/publish.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `link-${++ids}`
const link = (...links: [platformJobId: unknown, externalJobId: unknown][]) =>
  company.call('POST', '/job/link', {
    links: links.map(([platformJobId, externalJobId]) => ({ platformJobId, externalJobId })),
  })

const boardJob = async (of = company) => (await of.boardJob()).jobId

describe('works', () => {
  it('a linked job is found, changed, polled and unpublished by its new id', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    expect((await link([jobId, id])).body).toStrictEqual({
      results: [{ platformJobId: jobId, externalJobId: id, status: 'linked' }],
      error: null,
    })
    expect(await company.call('PUT', `/job/${id}`, { job: { city: 'Fès' } })).toMatchObject({ body: { jobId } })
    expect((await company.call('GET', `/job/${id}`)).body.job).toMatchObject({ id, jobId, title: 'On the board' })
    expect((await company.call('GET', `/job/${id}/candidates`)).status).toBe(200)
    expect((await company.call('DELETE', `/job/${id}`)).body).toStrictEqual({ jobId, error: null })
  })

  it('there is one result for each link, in the order of the links', async () => {
    const [a, b] = [await boardJob(), await boardJob()]
    const [idA, idB] = [newId(), newId()]
    const { body } = await link([b, idB], [999_999_999, 'x'], [a, idA], [b, idB])
    expect(body).toStrictEqual({
      results: [
        { platformJobId: b, externalJobId: idB, status: 'linked' },
        { platformJobId: 999_999_999, externalJobId: 'x', status: 'not_found' },
        { platformJobId: a, externalJobId: idA, status: 'linked' },
        { platformJobId: b, externalJobId: idB, status: 'already_linked', currentExternalJobId: idB },
      ],
      error: null,
    })
  })

  it('a job that changes after it was read is still linked', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    const { findLatestExternalIds } = server.deps.jobs
    let isChanged = false
    const jobs = {
      ...server.deps.jobs,
      findLatestExternalIds: async (companyId: string, jobIds: number[]) => {
        const held = await findLatestExternalIds(companyId, jobIds)
        if (!isChanged) await setPublication(server.deps, actAsOperator(company.id), { jobId }, 'UNPUBLISHED')
        isChanged = true
        return held
      },
    }
    const links = [{ platformJobId: jobId, externalJobId: id }]
    const actor = { companyId: company.id, keyId: 'k', scopes: [] }
    expect(await linkJobs({ ...server.deps, jobs }, actor, { links })).toStrictEqual({
      results: [{ platformJobId: jobId, externalJobId: id, status: 'linked' }],
      error: null,
    })
    expect((await company.call('GET', `/job/${id}`)).body.job).toMatchObject({ jobId, status: 'UNPUBLISHED' })
  })

  it('a link that is tried again has an instant that is later than the tries before it', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    const { setExternalIds } = server.deps.jobs
    let nowMs = Date.now()
    const laterMs = nowMs + 3_600_000
    const jobs = {
      ...server.deps.jobs,
      setExternalIds: async (...args: Parameters<typeof setExternalIds>) => {
        if (nowMs < laterMs) await setPublication(server.deps, actAsOperator(company.id), { jobId }, 'UNPUBLISHED')
        nowMs = laterMs
        return setExternalIds(...args)
      },
    }
    const mailbox = { synchronise: async () => ({ clock: new Date(nowMs), lastDate: new Date(0) }) }
    const links = [{ platformJobId: jobId, externalJobId: id }]
    const actor = { companyId: company.id, keyId: 'k', scopes: [] }
    const { results } = await linkJobs({ ...server.deps, jobs, mailbox }, actor, { links })
    expect(results).toMatchObject([{ status: 'linked' }])
    const holder = await server.deps.jobs.findHolder(company.id, id)
    expect(holder?.linkedAt?.getTime()).toBeGreaterThan(laterMs)
  })

  it('a job that has an id keeps it, and the result names it', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    await link([jobId, id])
    const before = (await company.call('GET', `/job/${id}`)).body
    expect((await link([jobId, newId()], [jobId, id])).body.results).toMatchObject([
      { status: 'already_linked', currentExternalJobId: id },
      { status: 'already_linked', currentExternalJobId: id },
    ])
    expect((await company.call('GET', `/job/${id}`)).body).toStrictEqual(before)
  })

  it('a job that was created with an id is linked already', async () => {
    const id = newId()
    const { jobId } = (await company.call('POST', '/job', { job: { id, title: 'T' } })).body
    expect((await link([jobId, newId()])).body.results).toMatchObject([
      { status: 'already_linked', currentExternalJobId: id },
    ])
  })

  it('an id that another job has is not given a second time, within one call or between calls', async () => {
    const [a, b, id] = [await boardJob(), await boardJob(), newId()]
    const { results } = (await link([a, id], [b, id])).body
    expect(results).toMatchObject([{ status: 'linked' }, { status: 'already_linked', currentExternalJobId: null }])
    expect((await link([b, id])).body.results).toMatchObject([{ currentExternalJobId: null }])
    expect((await link([b, newId()])).body.results).toMatchObject([{ status: 'linked' }])
    expect((await company.call('GET', `/job/${id}`)).body.job.jobId).toBe(a)
  })

  it('a link that cannot be made leaves its job and its id free for later links', async () => {
    const [taken, a, b, c] = [await boardJob(), await boardJob(), await boardJob(), await boardJob()]
    const [x, y, z] = [newId(), newId(), newId()]
    await link([taken, x])
    const { results } = (await link([a, x], [a, y], [b, y], [b, z], [c, z], [a, z])).body
    expect(results.map(({ status }: { status: string }) => status)).toStrictEqual([
      ...['already_linked', 'linked', 'already_linked', 'linked', 'already_linked', 'already_linked'],
    ])
    expect(results[5].currentExternalJobId).toBe(y)
  })

  it('if two calls race for the same jobs, each job gets the id that one call was told it has', async () => {
    const jobs = await Promise.all(Array.from({ length: 20 }, () => boardJob()))
    const answers = await Promise.all([1, 2].map(() => link(...jobs.map((job): [number, string] => [job, newId()]))))
    const linked = answers.flatMap(({ body }) => body.results).filter(({ status }) => status === 'linked')
    expect(linked.map(({ platformJobId }) => platformJobId).sort()).toStrictEqual([...jobs].sort())
    for (const { platformJobId, externalJobId } of linked)
      expect((await company.call('GET', `/job/${externalJobId}`)).body.job.jobId).toBe(platformJobId)
  })

  it('if two calls race for one id, one gets it', async () => {
    const [a, b, id] = [await boardJob(), await boardJob(), newId()]
    const answers = await Promise.all([link([a, id]), link([b, id])])
    const statuses = answers.map(({ body }) => body.results[0].status)
    expect(statuses.sort()).toStrictEqual(['already_linked', 'linked'])
  })

  it('an external id of digits is not taken for a job id', async () => {
    const [a, b] = [await boardJob(), await boardJob()]
    expect((await link([a, String(b)])).body.results).toMatchObject([{ status: 'linked' }])
    expect((await company.call('GET', `/job/${b}`)).body.job.jobId).toBe(a)
    expect((await link([b, String(a)])).body.results).toMatchObject([{ status: 'linked' }])
  })

  it('an empty list of links is accepted', async () => {
    expect((await link()).body).toStrictEqual({ results: [], error: null })
  })

  it('one call may have as many links as the limit allows', async () => {
    const links = Array.from({ length: limits.links }, (_, n): [number, string] => [2_000_000_000 + n, `many-${n}`])
    const { status, body } = await link(...links)
    expect(status).toBe(200)
    expect(body.results).toHaveLength(limits.links)
    expect(body.results.at(-1)).toStrictEqual({
      platformJobId: 2_000_000_000 + limits.links - 1,
      externalJobId: `many-${limits.links - 1}`,
      status: 'not_found',
    })
  })
})

describe('bad input', () => {
  it.each([
    ['no links', {}, 'links is required: it must be a list of {platformJobId, externalJobId}'],
    [
      'links that are an object',
      { links: { platformJobId: 1 } },
      'links must be a list of {platformJobId, externalJobId}, not an object',
    ],
    ['links that are a text', { links: 'all' }, 'links must be a list of {platformJobId, externalJobId}, not "all"'],
    ['a link that is no object', { links: [5] }, 'links.0 must be an object, not 5'],
    [
      'a job id that is a text',
      { links: [{ platformJobId: '1', externalJobId: 'x' }] },
      'links.0.platformJobId must be a whole number (the board’s job id), not "1"',
    ],
    [
      'a job id with a fraction',
      { links: [{ platformJobId: 1.5, externalJobId: 'x' }] },
      'links.0.platformJobId must be a whole number (the board’s job id), not 1.5',
    ],
    [
      'no job id',
      { links: [{ externalJobId: 'x' }] },
      'links.0.platformJobId is required: it must be a whole number (the board’s job id)',
    ],
    ['no external id', { links: [{ platformJobId: 1 }] }, 'links.0.externalJobId: Job ID is required'],
    [
      'a blank external id',
      { links: [{ platformJobId: 1, externalJobId: ' ' }] },
      'links.0.externalJobId must not be blank',
    ],
    [
      'one link over the limit',
      { links: Array(limits.links + 1).fill({ platformJobId: 1, externalJobId: 'x' }) },
      `links must have at most ${limits.links} items`,
    ],
  ])('%s', async (_what, body, says) => {
    const answer = await company.call('POST', '/job/link', body)
    expect(answer).toMatchObject({
      status: 400,
      body: { results: null, error: { code: 'invalid_request', message: says } },
    })
  })

  it('if one link is wrong, none is made', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    expect((await link([jobId, id], [jobId, '..'])).status).toBe(400)
    expect((await company.call('GET', `/job/${id}`)).status).toBe(404)
  })
})

describe('no right', () => {
  it('a job of another company is not found, and stays without an id', async () => {
    const another = await server.company()
    const [jobId, id] = [await boardJob(another), newId()]
    expect((await link([jobId, id])).body.results).toStrictEqual([
      { platformJobId: jobId, externalJobId: id, status: 'not_found' },
    ])
    expect((await another.call('GET', '/jobs')).body.jobs).toMatchObject([{ jobId, id: null }])
  })

  it('an id that a job of another company has can be used', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    const another = await server.company()
    await another.call('POST', '/job', { job: { id, title: 'Theirs' } })
    expect((await link([jobId, id])).body.results).toMatchObject([{ status: 'linked' }])
  })
})

describe('not there', () => {
  it('the jobs of a whole call, linked already or not, need no query for each', async () => {
    const [jobId, id] = [await boardJob(), newId()]
    await link([jobId, id])
    const calls: number[] = []
    const { findLatestExternalIds } = server.deps.jobs
    const jobs = {
      ...server.deps.jobs,
      findLatestExternalIds: (companyId: string, jobIds: number[]) => {
        calls.push(jobIds.length)
        return findLatestExternalIds(companyId, jobIds)
      },
    }
    const links = Array.from({ length: limits.links }, (_, index) => ({
      platformJobId: index % 2 === 0 ? jobId : 999_000_000 + index,
      externalJobId: 'x',
    }))
    const { results } = await linkJobs(
      { ...server.deps, jobs },
      { companyId: company.id, keyId: 'k', scopes: [] },
      { links },
    )
    expect(calls).toStrictEqual([limits.links])
    expect(results.filter(({ status }) => status === 'already_linked')).toHaveLength(limits.links / 2)
    expect(results.filter(({ status }) => status === 'not_found')).toHaveLength(limits.links / 2)
  })

  it.each([999_999_999, 0, -1, Number.MAX_SAFE_INTEGER])('the job id %d is not found', async (jobId) => {
    expect((await link([jobId, 'x'])).body.results).toMatchObject([{ platformJobId: jobId, status: 'not_found' }])
  })
})
