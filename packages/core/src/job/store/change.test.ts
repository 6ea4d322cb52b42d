import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { describe, expect, it } from 'vitest'
import { closeJobs } from '../../catalogue/closing.ts'
import type { JobChange } from '../job.ts'
import { resumeJob, suspendJob } from '../suspension.ts'

let aheadMs = 0
const server = useServer({ now: () => Date.now() + aheadMs })
const operator = () => ({ ...server.deps, waitUntilForgotten: async () => {} })

/** Collects what listeners hear of the jobs of a company. */
function hear({ id }: TestCompany): JobChange[] {
  const heard: JobChange[] = []
  server.deps.listeners.push({
    name: 'hear of changes',
    on: {
      jobChanged: (change) => {
        if ((change.after ?? change.before)?.companyId === id) heard.push(change)
      },
    },
  })
  return heard
}

/** Says of each change what the job was before and is after: its external id, revision and status, and whether people can see it. */
const describeChanges = (heard: JobChange[]) =>
  heard
    .splice(0)
    .map(({ before, after, isPublic }) => [describeJob(before), describeJob(after), isPublic ? 'public' : 'hidden'])
const describeJob = (job: JobChange['before']) => job && `${job.externalId} ${job.revision} ${job.status ?? '?'}`

describe('a change of a job', () => {
  it('is told to each listener once, whichever way it is made, and a call that changes nothing tells nothing', async () => {
    const company = await server.company()
    const { client } = await signedInUser(server, company)
    const heard = hear(company)
    const push = (id: string, job: object) => company.call('PUT', `/job/${id}`, { job })

    await push('A', { title: 'Relieur' })
    expect(describeChanges(heard)).toEqual([[undefined, 'A 1 PUBLISHED', 'public']])
    for (const _ of [1, 2]) await push('A', { title: 'Relieuse' })
    expect(describeChanges(heard)).toEqual([['A 1 PUBLISHED', 'A 2 PUBLISHED', 'public']])
    for (const _ of [1, 2]) await company.call('DELETE', '/job/A')
    expect(describeChanges(heard)).toEqual([['A 2 PUBLISHED', 'A 3 UNPUBLISHED', 'hidden']])

    const { jobId } = (await company.call('GET', '/job/A')).body.job
    await client.job.publish.mutate({ jobId })
    expect(describeChanges(heard)).toEqual([['A 3 UNPUBLISHED', 'A 4 PUBLISHED', 'public']])
    await client.job.setExternalId.mutate({ jobId, revision: 4, externalId: 'B' })
    expect(describeChanges(heard)).toEqual([['A 4 PUBLISHED', 'B 5 PUBLISHED', 'public']])
    for (const change of [suspendJob, suspendJob, resumeJob]) await change(operator(), { jobId })
    expect(describeChanges(heard)).toEqual([
      ['B 5 PUBLISHED', 'B 6 PUBLISHED', 'hidden'],
      ['B 6 PUBLISHED', 'B 7 PUBLISHED', 'public'],
    ])
    await push('B', { boardwalk: { closesAt: new Date(Date.now() + 3_600_000).toISOString() } })
    aheadMs += 3_600_000
    await closeJobs(server.deps, new AbortController().signal)
    expect(describeChanges(heard)).toEqual([
      ['B 7 PUBLISHED', 'B 8 PUBLISHED', 'public'],
      ['B 8 PUBLISHED', 'B 9 PUBLISHED', 'hidden'],
    ])

    const own = await company.boardJob()
    const links = [{ platformJobId: own.jobId, externalJobId: 'C' }]
    for (const _ of [1, 2]) await company.call('POST', '/job/link', { links })
    expect(describeChanges(heard)).toEqual([
      [undefined, 'null 1 PUBLISHED', 'public'],
      ['null 1 ?', 'C 2 ?', 'hidden'],
    ])
    await push('D', { title: 'Brouillon', status: 'UNPUBLISHED' })
    const draft = (await company.call('GET', '/job/D')).body.job
    await client.job.deleteDraft.mutate({ jobId: draft.jobId, revision: 1 })
    expect(describeChanges(heard)).toEqual([
      [undefined, 'D 1 UNPUBLISHED', 'hidden'],
      ['D 1 UNPUBLISHED', undefined, 'hidden'],
    ])
  })

  it('is told for each job of those that share a command, and the loser of a race tells nothing', async () => {
    const company = await server.company()
    const heard = hear(company)
    const jobs = ['1', '2', '3'].map((id) => ({ id, title: 'Soudeur' }))
    await company.call('PUT', '/jobs', { jobs })
    expect(heard.splice(0)).toHaveLength(3)
    await Promise.all(jobs.map(({ id }) => company.call('DELETE', `/job/${id}`)))
    expect(describeChanges(heard).toSorted()).toEqual(
      jobs.map(({ id }) => [`${id} 1 PUBLISHED`, `${id} 2 UNPUBLISHED`, 'hidden']),
    )
    const read = (await server.deps.jobs.findLatest(company.id, '1')) ?? expect.fail('the job was just made')
    const mark = { updatedAt: new Date(), changedBy: 'api' } as const
    const race = ['PUBLISHED', 'PUBLISHED'] as const
    const outcomes = await Promise.all(race.map((status) => server.deps.jobs.replace(read, { ...read, status }, mark)))
    expect([outcomes.toSorted(), heard.length]).toEqual([[false, true], 1])
  })

  it('is stored although a listener fails, and the others hear of it', async () => {
    const company = await server.company()
    const fail = () => {
      throw new Error('this listener fails')
    }
    server.deps.listeners.unshift(
      { name: 'fail at once', on: { jobChanged: fail } },
      { name: 'fail later', on: { jobChanged: async () => fail() } },
    )
    const heard = hear(company)
    expect(await company.call('PUT', '/job/A', { job: { title: 'Relieur' } })).toMatchObject({ status: 201 })
    expect(heard).toHaveLength(1)
  })
})
