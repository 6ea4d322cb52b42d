import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeEach, describe, expect, it } from 'vitest'

/* Statuses that a user sets for several applications at once, while an ATS and other users set them too. */

const server = useServer()
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let ids: string[]
beforeEach(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  const { jobUrl } = await company.boardJob('Comptable')
  ids = []
  for (const firstName of ['Salma', 'Omar', 'Zoé']) ids.push((await apply(jobUrl, { firstName })).body.id)
})

type Status = 'PENDING' | 'REVIEWED' | 'REJECTED' | 'HIRED'
const set = (status: Status, from: Status = 'PENDING', chosen = ids) =>
  user.client.application.setStatuses.mutate({ changes: chosen.map((id) => ({ id, status, from })) })
const setByAts = (id: string | undefined, status: Status) =>
  company.call('PUT', '/candidates', { candidates: [{ id, status }] })
const readStatuses = async () =>
  (await company.call('GET', '/candidates')).body.candidates.map(({ status }: { status: string }) => status)

describe('several statuses', () => {
  it('are set together, each with a position in the order of changes and an event of the audit trail, and undone in the same way', async () => {
    const { headers } = await company.call('GET', '/candidates?changes=true')
    const since = headers.get('x-synced-through')
    expect(await set('REJECTED')).toEqual({ changed: ids, left: [] })
    const { candidates } = (await company.call('GET', `/candidates?changes=true&since=${since}`)).body
    expect(candidates).toMatchObject(ids.map((id) => ({ id, status: 'REJECTED' })))
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 3)
    const event = { action: 'application_status_changed', by: user.email, details: { to: 'REJECTED' } }
    expect(events).toMatchObject(Array(3).fill(event))
    expect(events.map(({ target }) => target).sort()).toEqual(ids.toSorted())
    expect(await set('PENDING', 'REJECTED')).toEqual({ changed: ids, left: [] })
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
  })

  it('leave what an ATS, another user or an erasure changed meanwhile, and name it', async () => {
    const [salma = '', omar = '', zoe = ''] = ids
    await setByAts(salma, 'HIRED')
    await user.client.application.erase.mutate({ id: zoe })
    expect(await set('REJECTED')).toMatchObject({
      changed: [omar],
      left: expect.arrayContaining([
        expect.objectContaining({ id: salma, firstName: 'Salma', status: 'HIRED', statusChangedBy: 'api' }),
        expect.objectContaining({ id: zoe, isErased: true }),
      ]),
    })
    // The ATS came after the change, so an undo leaves its status.
    await setByAts(omar, 'REVIEWED')
    expect(await set('PENDING', 'REJECTED', [omar])).toMatchObject({ changed: [], left: [{ status: 'REVIEWED' }] })
    expect(await readStatuses()).toEqual(['HIRED', 'REVIEWED', 'PENDING'])
  })

  it('of two callers at the same moment, one changes each application, and the other is told of it', async () => {
    const answers = await Promise.all([set('REJECTED'), set('HIRED'), setByAts(ids[0], 'REVIEWED')])
    const changed = [answers[0].changed, answers[1].changed].flat()
    const statuses = await readStatuses()
    expect(answers[0].changed.length + answers[0].left.length).toBe(3)
    expect(new Set(changed).size).toBe(changed.length)
    expect(statuses.slice(1)).not.toContain('PENDING')
    expect(statuses[0]).toBe('REVIEWED')
  })

  it('are refused for no application, more than 100, or one named twice; another company’s is in neither list', async () => {
    const refused = { data: { code: 'invalid_request' } }
    await expect(set('HIRED', 'PENDING', [])).rejects.toMatchObject(refused)
    await expect(set('HIRED', 'PENDING', Array.from({ length: 101 }, String))).rejects.toMatchObject(refused)
    await expect(set('HIRED', 'PENDING', ['a', 'a'])).rejects.toMatchObject(refused)
    const { client } = await signedInUser(server, await server.company())
    const changes = ids.map((id) => ({ id, status: 'HIRED' as const, from: 'PENDING' as const }))
    expect(await client.application.setStatuses.mutate({ changes })).toEqual({ changed: [], left: [] })
    expect(await readStatuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
  })
})

describe('the list', () => {
  it('counts each status among what the other filters leave, and names the jobs that have applications', async () => {
    const other = await company.boardJob('Vendeuse')
    await apply(other.jobUrl, { firstName: 'Omar' })
    await company.boardJob('Sans candidature')
    await set('REJECTED', 'PENDING', ids.slice(0, 2))
    const { application } = user.client
    const none = { PENDING: 0, REVIEWED: 0, SHORTLISTED: 0, REJECTED: 0, HIRED: 0, WITHDRAWN: 0 }
    const count = async (lookup: { search?: string; jobId?: number }) =>
      (await application.countByStatus.query(lookup)).counts
    expect(await count({})).toEqual({ ...none, PENDING: 2, REJECTED: 2 })
    expect(await count({ search: 'omar' })).toEqual({ ...none, PENDING: 1, REJECTED: 1 })
    expect(await count({ search: 'omar', jobId: other.jobId })).toEqual({ ...none, PENDING: 1 })
    const { jobs } = await application.listJobs.query()
    expect(jobs.map(({ title }) => title)).toEqual(['Comptable', 'Vendeuse'])
  })

  it('gives a user who chooses all of it what matches, in its order, without the erased', async () => {
    const { application } = user.client
    const [salma = '', omar = '', zoe = ''] = ids
    await set('REJECTED', 'PENDING', [zoe])
    await application.erase.mutate({ id: omar })
    const all = await application.listFirst.query({ order: 'ascending' })
    expect(all.applications).toEqual([
      { id: salma, firstName: 'Salma', lastName: 'Bennani', status: 'PENDING' },
      { id: zoe, firstName: 'Zoé', lastName: 'Bennani', status: 'REJECTED' },
    ])
    const found = async (lookup: { search?: string; status?: Status; jobId?: number }) =>
      (await application.listFirst.query(lookup)).applications.map(({ id }) => id)
    expect(await found({})).toEqual([zoe, salma])
    expect(await found({ status: 'PENDING' })).toEqual([salma])
    expect(await found({ search: 'zoe' })).toEqual([zoe])
    expect(await found({ jobId: 0 })).toEqual([])
  })

  it('is searched by words of the job’s title and by any writing of the telephone number, together with the name', async () => {
    const { jobUrl } = await company.boardJob('Chargée de clientèle')
    const { id } = (await apply(jobUrl, { firstName: 'Rachid', phone: '0612 34-56-78' })).body
    const find = async (search: string) =>
      (await user.client.application.list.query({ search })).applications.map((each) => each.id)
    for (const search of ['+212 6 12 34', '612345678', 'rachid 06 12', 'CLIENTELE', 'rachid chargee 0612'])
      expect([search, await find(search)]).toEqual([search, [id]])
    for (const search of ['+212 6 13', 'omar clientele', 'chargee vendeuse'])
      expect([search, await find(search)]).toEqual([search, []])
  })
})
