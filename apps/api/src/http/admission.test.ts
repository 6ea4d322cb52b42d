import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { whileFailing } from '../test/failing-store.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { callerOf } from './admission.ts'

const server = useServer({ settings: { requestsAtOnce: 2 } })

/** Runs a check while two requests are worked on and wait for the database. */
async function whileFull(company: TestCompany, check: () => Promise<void>): Promise<void> {
  const { jobs } = server.deps
  const working = { list: jobs.list }
  let goOn = () => {}
  const wait = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let begun = 0
  let bothBegun = () => {}
  const full = new Promise<void>((resolve) => {
    bothBegun = resolve
  })
  const held: typeof jobs.list = async (...args) => {
    if (++begun === 2) bothBegun()
    await wait
    return working.list(...args)
  }
  Object.assign(jobs, { list: held })
  const underWay = [company.call('GET', '/jobs'), company.call('GET', '/jobs')]
  await full
  try {
    await check()
  } finally {
    goOn()
    Object.assign(jobs, working)
  }
  expect((await Promise.all(underWay)).map(({ status }) => status)).toStrictEqual([200, 200])
}

describe('a process that does as much as it can', () => {
  it('refuses more at once, says when to try again, and then serves on', async () => {
    const company = await server.company()
    await whileFull(company, async () => {
      const refused = await company.call('PUT', '/job/A', { job: { title: 'T' } })
      expect(refused).toMatchObject({ status: 503, body: { jobId: null, error: { code: 'overloaded' } } })
      expect(refused.headers.get('retry-after')).toBe('1')
      const page = await fetch(`${server.url}/fr/companies/${company.slug}`)
      expect([page.status, page.headers.get('retry-after')]).toStrictEqual([503, '1'])
      expect(await page.text()).toContain('</html>')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    })
    expect((await company.call('PUT', '/job/A', { job: { title: 'T' } })).status).toBe(201)
  })

  it('says when to try again too where all its connections to the database are in use', async () => {
    const company = await server.company()
    const busy = Object.assign(new Error('no connection'), { name: 'MongoWaitQueueTimeoutError' })
    await whileFailing(
      server.deps.jobs,
      'list',
      async () => {
        const refused = await company.call('GET', '/jobs')
        expect(refused).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } })
        expect(refused.headers.get('retry-after')).toBe('1')
      },
      busy,
    )
  })

  it('is not one that waits for what callers are slow to send', async () => {
    const company = await server.company()
    const { hostname, port } = new URL(server.url)
    const slow = [1, 2, 3].map(() => connect(Number(port), hostname))
    for (const socket of slow) {
      await once(socket, 'connect')
      socket.write(
        `POST /api/job HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"job"`,
      )
    }
    // Each of the three has come this far: its key is known, and its body is waited for.
    for (const [index] of slow.entries())
      expect((await company.call('GET', `/job/${index}`)).status, String(index)).toBe(404)
    for (const socket of slow) socket.destroy()
  })
})

it('a request whose connection is gone before it is looked at has a caller all the same', () => {
  const request = new IncomingMessage(new Socket())
  expect(callerOf(request, 0)).toBe('')
  expect(callerOf(request, 1)).toBe('')
})
