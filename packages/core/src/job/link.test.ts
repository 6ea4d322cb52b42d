import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'

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

it('a job id may be written as 42.0', async () => {
  const [jobId, id] = [await boardJob(), newId()]
  const link = `{"links": [{"platformJobId": ${jobId}.0, "externalJobId": "${id}"}]}`
  const { body } = await company.call('POST', '/job/link', link)
  expect(body.results).toStrictEqual([{ platformJobId: jobId, externalJobId: id, status: 'linked' }])
})

it('a linked job is found by its new id, and there is one result for each link, in the order of the links', async () => {
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
  const linked = { id: idA, jobId: a, title: 'On the board', status: 'PUBLISHED' }
  expect((await company.call('GET', `/job/${idA}`)).body.job).toMatchObject(linked)
})

it('an id that another job has is not given a second time, within one call or between calls; another company may use it', async () => {
  const [a, b, id] = [await boardJob(), await boardJob(), newId()]
  const taken = { status: 'already_linked', currentExternalJobId: null }
  expect((await link([a, id], [b, id])).body.results).toMatchObject([{ status: 'linked' }, taken])
  expect((await link([b, id])).body.results).toMatchObject([taken])
  expect((await company.call('GET', `/job/${id}`)).body.job.jobId).toBe(a)
  const another = await server.company()
  const theirs = { platformJobId: await boardJob(another), externalJobId: id }
  const { results } = (await another.call('POST', '/job/link', { links: [theirs] })).body
  expect(results).toMatchObject([{ status: 'linked' }])
})

it('if two calls race for the same jobs, each job gets the id that one call was told it has', async () => {
  const jobs = await Promise.all(Array.from({ length: 20 }, () => boardJob()))
  const answers = await Promise.all([1, 2].map(() => link(...jobs.map((job): [number, string] => [job, newId()]))))
  const linked = answers.flatMap(({ body }) => body.results).filter(({ status }) => status === 'linked')
  expect(linked.map(({ platformJobId }) => platformJobId).sort()).toStrictEqual([...jobs].sort())
  for (const { platformJobId, externalJobId } of linked)
    expect((await company.call('GET', `/job/${externalJobId}`)).body.job.jobId).toBe(platformJobId)
})
