import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { connect, Socket } from 'node:net'
import { createGate } from '@boardwalk/mongo-proxy'
import { describe, expect, it } from 'vitest'
import { whileFailing, whileReplaced } from '../test/failing-store.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { readSample } from '../test/read-sample.ts'
import { findCaller } from './admission.ts'

const server = useServer({ settings: { requestsAtOnce: 2 } })

/** Runs a check while the server works on two requests, which wait for the database. */
async function whileFull(
  company: TestCompany,
  check: () => Promise<void>,
  ask = () => company.call('GET', '/jobs').then(({ status }) => status),
): Promise<void> {
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
  const underWay = [ask(), ask()]
  await full
  try {
    await check()
  } finally {
    goOn()
    Object.assign(jobs, working)
  }
  expect(await Promise.all(underWay)).toStrictEqual([200, 200])
}

describe('a process that works on as many requests as it may', () => {
  it('refuses further requests at once, says when to try again, and serves again afterwards', async () => {
    const company = await server.company()
    await whileFull(company, async () => {
      const refused = await company.call('PUT', '/job/A', { job: { title: 'T' } })
      expect(refused).toMatchObject({ status: 503, body: { jobId: null, error: { code: 'overloaded' } } })
      expect(refused.headers.get('retry-after')).toBe('1')
      const page = await fetch(`${server.url}/fr/companies/${company.slug}`)
      expect([page.status, page.headers.get('retry-after')]).toStrictEqual([503, '1'])
      expect(await page.text()).toContain('</html>')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      // Counted under its operation, and apart from other refusals.
      const counted = /operation="updateJob",method="PUT",status="503"/
      await expect.poll(() => server.deps.metrics.text()).toMatch(counted)
      expect(await server.deps.metrics.text()).toMatch(/^boardwalk_http_failures_total\{code="overloaded"\} [1-9]/m)
    })
    const metrics = (await server.deps.metrics.text()).split('\n')
    expect(metrics).toContain('boardwalk_http_requests_at_once_max 2')
    expect(metrics).toContain('boardwalk_refusals_total{limit="requests-at-once"} 2')
    // What was refused is counted where it belongs, not under the API as a whole.
    const refusals = metrics.filter((line) => /^boardwalk_http_request_duration_seconds_count.*status="503"/.test(line))
    expect(refusals.map((line) => /operation="(\w+)"/.exec(line)?.[1]).sort()).toEqual(['page', 'updateJob'])
    expect((await company.call('PUT', '/job/A', { job: { title: 'T' } })).status).toBe(201)
  })

  it('says when to try again if all its connections to the database are in use', async () => {
    const company = await server.company()
    const busy = Object.assign(new Error('no connection'), { name: 'MongoWaitQueueTimeoutError' })
    await whileFailing(
      server.deps.jobs,
      'list',
      async () => {
        const refused = await company.call('GET', '/jobs')
        expect(refused).toMatchObject({ status: 503, body: { error: { code: 'database_busy' } } })
        expect(refused.headers.get('retry-after')).toBe('1')
      },
      busy,
    )
  })

  it('counts requests whose callers withhold bodies that nobody reads', async () => {
    const company = await server.company()
    const askWithBody = async () => {
      const headers = { 'x-api-key': company.key, 'content-length': '10' }
      const req = request(`${server.url}/api/jobs`, { headers })
      req.on('error', () => {}).flushHeaders()
      const [res] = await once(req, 'response')
      req.destroy()
      return res.statusCode
    }
    const isFull = async () => expect((await company.call('GET', '/jobs')).status).toBe(503)
    await whileFull(company, isFull, askWithBody)
  })

  it('does not count requests whose callers read their answers slowly', async () => {
    const company = await server.company()
    const description = 'x'.repeat(100_000)
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, title: 'T', description }))
    for (let from = 0; from < many.length; from += 10)
      await company.call('PUT', '/jobs', { jobs: many.slice(from, from + 10) })
    const { hostname, port } = new URL(server.url)
    const slow = [1, 2, 3].map(() => connect(Number(port), hostname))
    for (const socket of slow) {
      socket.write(`GET /api/jobs?pageSize=100 HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.key}\r\n\r\n`)
      // The beginning of an answer of 10 MB. No socket's buffer holds all of it.
      await once(socket, 'readable')
    }
    expect((await company.call('GET', '/job/0')).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })

  it('does not count requests whose callers have gone', async () => {
    const company = await server.company()
    const { jobs, metrics } = server.deps
    const goOn = createGate()
    const { list } = jobs
    let begun = 0
    const held: typeof list = async (...args) => {
      begun++
      await goOn.opened
      return list(...args)
    }
    await whileReplaced(jobs, { list: held }, async () => {
      const gone = new AbortController()
      const ask = () => fetch(`${server.url}/api/jobs`, { headers: { 'x-api-key': company.key }, signal: gone.signal })
      const asked = Promise.allSettled([ask(), ask()])
      await expect.poll(() => begun).toBe(2)
      gone.abort()
      await asked
      await expect.poll(async () => readSample(await metrics.text(), 'boardwalk_http_requests_under_way')).toBe(0)
      expect((await company.call('GET', '/job/0')).status).toBe(404)
      goOn.open()
    })
  })

  it('does not count requests whose callers send slowly', async () => {
    const company = await server.company()
    const { hostname, port } = new URL(server.url)
    const readBodies = async () => {
      const metrics = await server.deps.metrics.text()
      return [readSample(metrics, 'boardwalk_body_bytes'), readSample(metrics, 'boardwalk_bodies_ended_total')]
    }
    await expect.poll(readBodies).toEqual([0, 0])
    const slow: Socket[] = []
    // The server has six bytes of each and waits for the rest. As two bodies may arrive at once, the third ends one of them.
    for (const bodies of [
      [6, 0],
      [12, 0],
      [12, 1],
    ]) {
      const socket = connect(Number(port), hostname)
      slow.push(socket)
      socket.write(
        `POST /api/job HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"job"`,
      )
      await expect.poll(readBodies).toEqual(bodies)
      expect((await company.call('GET', '/job/0')).status, String(bodies)).toBe(404)
    }
    for (const socket of slow) socket.destroy()
  })
})

it('a caller is the one whom the outermost trusted proxy saw, however many proxies are in front', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const request = new IncomingMessage(socket)
  request.headers['x-forwarded-for'] = '203.0.113.9, 192.0.2.1, 192.0.2.2'
  const callers = [0, 1, 2].map((proxies) => findCaller(request, proxies))
  socket.destroy()
  expect(callers).toEqual(['127.0.0.1', '192.0.2.2', '192.0.2.1'])
})

it('a request whose connection has closed early has an empty address', () => {
  const request = new IncomingMessage(new Socket())
  expect(findCaller(request, 0)).toBe('')
  expect(findCaller(request, 1)).toBe('')
})
