import { expect, test } from 'vitest'
import { useServer } from '../test/harness.ts'

const clock = { aheadMs: 0 }
const server = useServer({ now: () => Date.now() + clock.aheadMs })
const get = async (path: string) => {
  const res = await fetch(`${server.url}${path}`)
  return { status: res.status, body: await res.json() }
}

test('a process that serves is alive, and ready with a database at hand and a clock like its own', async () => {
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive' } })
  expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test.each([-60_000, 60_000])(
  'a process whose clock is %d ms from the database’s is not ready, and says why',
  async (aheadMs) => {
    clock.aheadMs = aheadMs
    const { status, body } = await get('/readyz')
    clock.aheadMs = 0
    expect(status).toBe(503)
    expect(body).toEqual({
      status: 'not ready',
      reasons: [expect.stringMatching(/clock is \d+ ms from the database's/)],
    })
  },
)

test('a process whose database lacks a unique index is not ready, and names it', async () => {
  const jobs = server.connection.collection('jobs')
  const unique = (await jobs.indexes()).find(({ unique }) => unique === true)
  await jobs.dropIndex(unique?.name ?? '')
  const { status, body } = await get('/readyz')
  await jobs.createIndex(unique?.key ?? {}, { unique: true, ...(unique?.sparse && { sparse: true }) })
  expect(status).toBe(503)
  expect(body.reasons).toEqual([
    'the unique index of jobs (companyId, externalKey) is missing; restart a server to make it',
  ])
  expect((await get('/readyz')).status).toBe(200)
})
