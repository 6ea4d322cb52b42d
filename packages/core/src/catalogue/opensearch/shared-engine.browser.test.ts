import { startTestServer, useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { type LocalOpenSearch, startOpenSearch } from '@boardwalk/local-opensearch'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* A board whose processes share an OpenSearch. */

let opensearch: LocalOpenSearch
beforeAll(async () => {
  opensearch = await startOpenSearch()
})
afterAll(() => opensearch.stop())

const options = {
  settings: {
    get search() {
      return { url: opensearch.url, index: 'board' }
    },
  },
}
const a = useServer(options)
const b = useSecondServer(a, options)

/** Whether the search of a server finds a job by its title. */
async function isFound(url: string, title: string): Promise<boolean> {
  const res = await fetch(`${url}/fr?q=${title}`)
  expect(res.status).toBe(200)
  return (await res.text()).includes(`>${title}<`)
}

test('a search finds what its own process has changed at once, and what another one has changed soon', async () => {
  const company = await a.company()
  for (const [id, title] of [
    ['1', 'Ostréiculteur'],
    ['2', 'Mytiliculteur'],
  ] as const) {
    expect((await company.call('POST', '/job', { job: { id, title } })).status).toBe(200)
    expect([title, await isFound(a.url, title)]).toEqual([title, true])
    await expect.poll(() => isFound(b.url, title)).toBe(true)
  }
  await company.call('PUT', '/job/1', { job: { title: 'Pisciculteur' } })
  expect([await isFound(a.url, 'Pisciculteur'), await isFound(a.url, 'Ostréiculteur')]).toEqual([true, false])
  await company.call('DELETE', '/job/2')
  expect(await isFound(a.url, 'Mytiliculteur')).toBe(false)
  await expect.poll(() => isFound(b.url, 'Mytiliculteur')).toBe(false)
})

test('a start shows lists at once, and brings in what was changed while no process ran', async () => {
  const company = await a.company()
  const push = (id: string, title: string) => company.call('POST', '/job', { job: { id, title } })
  for (const [id, title] of [
    ['1', 'Apiculteur'],
    ['2', 'Aviculteur'],
    ['3', 'Viticulteur'],
  ] as const)
    expect((await push(id, title)).status).toBe(200)
  for (const { url } of [a, b]) await expect.poll(() => isFound(url, 'Viticulteur')).toBe(true)
  // As if both processes had ended after their changes of the database.
  const jobs = a.connection.db.collection('jobs')
  const [unpublished, changed] = [{ externalKey: '1' }, { externalKey: '2' }].map((row) => ({
    ...row,
    companyId: company.id,
  }))
  await jobs.updateOne(unpublished ?? {}, { $set: { status: 'UNPUBLISHED' }, $inc: { revision: 1 } })
  await jobs.updateOne(changed ?? {}, { $set: { 'fields.title': 'Horticulteur' }, $inc: { revision: 1 } })

  const server = await startTestServer(a.connection, options)
  try {
    expect(await isFound(server.url, 'Viticulteur')).toBe(true)
    await expect.poll(() => isFound(server.url, 'Horticulteur')).toBe(true)
    await expect.poll(() => isFound(server.url, 'Apiculteur')).toBe(false)
    expect(await isFound(server.url, 'Aviculteur')).toBe(false)
  } finally {
    await server.stop()
  }
})

test('while OpenSearch is away, lists say so with a time to try again, jobs are pushed and shown, and then found', async () => {
  const company = await a.company()
  await opensearch.stop()
  const { status, body } = await company.call('POST', '/job', { job: { id: '1', title: 'Conchyliculteur' } })
  expect(status).toBe(200)
  expect((await fetch(body.jobUrl)).status).toBe(200)
  const list = await fetch(`${a.url}/fr?q=conchyliculteur`)
  expect([list.status, list.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await fetch(`${a.url}/readyz`)).status).toBe(200)
  // It starts again at another address, without its index.
  opensearch = await startOpenSearch()
  const server = await startTestServer(a.connection, options)
  try {
    await expect.poll(() => isFound(server.url, 'Conchyliculteur')).toBe(true)
  } finally {
    await server.stop()
  }
})
