import { once } from 'node:events'
import { IncomingMessage, request, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { testSettings } from '@boardwalk/api/test/settings'
import { signedInUser } from '@boardwalk/api/test/user'
import { createGate } from '@boardwalk/mongo-proxy'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAdmission, findCaller, findSubscriber } from './admission.ts'
import { Request } from './request.ts'

const uploadLimits = { ...testSettings.uploadLimits, jsonBytes: 200_000 }
const server = useServer({ settings: { requestsAtOnce: 2, uploadLimits } })
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const listJobs = (): Promise<number | undefined> => company.call('GET', '/jobs').then(({ status }) => status)

/** Runs a check while the server works on two requests, which wait for the database. Returns their statuses. */
async function whileFull(check: () => Promise<void>, ask = listJobs): Promise<(number | undefined)[]> {
  const { jobs } = server.deps
  const { list } = jobs
  const [isFull, goOn] = [createGate(), createGate()]
  let begun = 0
  const held: typeof list = async (...args) => {
    if (++begun === 2) isFull.open()
    await goOn.opened
    return list(...args)
  }
  const underWay: Promise<number | undefined>[] = []
  await whileReplaced(jobs, { list: held }, async () => {
    underWay.push(ask(), ask())
    await isFull.opened
    await check().finally(goOn.open)
  })
  return Promise.all(underWay)
}

describe('a process that works on as many requests as it may', () => {
  it('refuses further requests at once, says when to try again, and serves again afterwards', {
    tags: ['overload'],
  }, async () => {
    const served = await whileFull(async () => {
      const refused = await company.call('PUT', '/job/A', { job: { title: 'T' } })
      expect(refused).toMatchObject({ status: 503, body: { jobId: null, error: { code: 'unavailable' } } })
      const page = await fetch(`${server.url}/fr/companies/${company.slug}`)
      expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('</html>')])
      for (const { headers } of [refused, page]) expect(headers.get('retry-after')).toBe('1')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    })
    expect(served).toEqual([200, 200])
    const read = async () => (await server.deps.metrics.text()).split('\n')
    await expect.poll(read).toContain('boardwalk_http_failures_total{code="overloaded"} 2')
    const metrics = await read()
    expect(metrics).toContain('boardwalk_http_requests_at_once_max 2')
    expect(metrics).toContain('boardwalk_refusals_total{limit="requests-at-once"} 2')
    // What was refused is counted where it belongs, not under the API as a whole.
    const refusals = metrics.filter((line) => /^boardwalk_http_request_duration_seconds_count.*status="503"/.test(line))
    expect(refusals.map((line) => /operation="(\w+)"/.exec(line)?.[1]).sort()).toEqual(['page', 'updateJob'])
    expect((await company.call('PUT', '/job/A', { job: { title: 'T' } })).status).toBe(201)
  })

  it('refuses a JSON body if those of its company are large, and takes small ones and those of another company', {
    tags: ['overload'],
  }, async () => {
    const other = await server.company()
    const { client } = await signedInUser(server, company)
    const push = (length: number, pusher = company) =>
      pusher.call('PUT', '/jobs', { jobs: [{ id: 'large', title: 'T', description: 'x'.repeat(length) }] })
    const { jobs } = server.deps
    const { findLatestOfEach } = jobs
    const [isHeld, goOn] = [createGate(), createGate()]
    const held: typeof findLatestOfEach = async (...args) => {
      isHeld.open()
      await goOn.opened
      return findLatestOfEach(...args)
    }
    let first: ReturnType<typeof push> | undefined
    await whileReplaced(jobs, { findLatestOfEach: held }, async () => {
      first = push(100_000)
      await isHeld.opened
    })
    const [refused, taken] = [await push(100_000), await push(10)]
    const readStatus = (answer: Promise<unknown>): Promise<number> =>
      answer.then(
        () => 200,
        ({ data }) => data.httpStatus,
      )
    const ofUser = [
      await readStatus(client.company.setLogo.mutate({ base64: 'A'.repeat(100_000) })),
      await readStatus(client.company.get.query()),
    ]
    const ofOther = [await push(30_000, other), await push(10, other)]
    goOn.open()
    const pushed = await first
    expect(refused).toMatchObject({ status: 503, body: { results: null, error: { code: 'unavailable' } } })
    expect([refused.headers.get('retry-after'), taken.status]).toEqual(['1', 200])
    expect(ofUser).toEqual([503, 200])
    expect(ofOther.map(({ status }) => status)).toEqual([200, 200])
    expect(pushed?.status).toBe(200)
    await expect.poll(async () => (await push(100_000)).status).toBe(200)
  })

  it('counts requests whose callers withhold bodies that the server does not read', async () => {
    const askWithBody = async () => {
      const headers = { 'x-api-key': company.key, 'content-length': '10' }
      const req = request(`${server.url}/api/jobs`, { headers })
      const answered = once(req, 'response')
      req.on('error', () => {}).flushHeaders()
      const [res] = await answered
      req.destroy()
      return res.statusCode
    }
    // Unlike the jobs, this answer does not wait for the end of the check.
    const isFull = async () => expect((await company.call('GET', '/job/unknown')).status).toBe(503)
    expect(await whileFull(isFull, askWithBody)).toEqual([200, 200])
  })

  it('does not count requests whose callers read their answers slowly', async () => {
    await company.call('POST', '/job', { job: { id: 'long', title: 'T', description: 'x'.repeat(100_000) } })
    const { hostname, port } = new URL(server.url)
    const slow = [1, 2, 3].map(() => connect(Number(port), hostname))
    const { jobs } = server.deps
    const { list } = jobs
    const repeated: typeof list = async (...args) => {
      const { jobs: found, total } = await list(...args)
      return { jobs: found.flatMap((job) => Array.from({ length: 100 }, () => job)), total }
    }
    await whileReplaced(jobs, { list: repeated }, async () => {
      for (const socket of slow) {
        // The beginning of an answer of 10 MB. No socket's buffer holds all of it.
        const begun = once(socket, 'readable')
        socket.write(`GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.key}\r\n\r\n`)
        await begun
      }
    })
    expect((await company.call('GET', '/job/long')).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })
})

it('one address has at most three quarters of the requests at once, and other addresses get the rest', {
  tags: ['overload'],
}, async () => {
  const { metrics, settings } = server.deps
  const { admit } = createAdmission({
    limits: { countAddressRequest: async () => {} },
    settings: { ...settings, requestsAtOnce: 8, trustProxy: 1 },
    metrics,
  })
  const ask = (address: string) => {
    const req = new IncomingMessage(new Socket())
    req.headers['x-forwarded-for'] = address
    const res = new ServerResponse(req)
    req.boardwalk = new Request(req, res)
    return admit(req, res).then(
      () => true,
      () => false,
    )
  }
  const asked: boolean[] = []
  for (const address of 'aaaaaaabbc') asked.push(await ask(`192.0.2.${address.charCodeAt(0)}`))
  expect(asked).toEqual([true, true, true, true, true, true, false, true, true, false])
})

it('a caller is the one whom the outermost trusted proxy saw, and has an empty address if the connection has closed', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const asked = new IncomingMessage(socket)
  asked.headers['x-forwarded-for'] = '203.0.113.9, 192.0.2.1, 192.0.2.2'
  const callers = [0, 1, 2].map((proxies) => findCaller(asked, proxies))
  socket.destroy()
  expect(callers).toEqual(['127.0.0.1', '192.0.2.2', '192.0.2.1'])
  for (const proxies of [0, 1]) expect(findCaller(new IncomingMessage(new Socket()), proxies)).toBe('')
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:65535', '192.0.2.1'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:80', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
])('%s is of the subscriber %s, whatever the port', { tags: ['ports'] }, (address, subscriber) => {
  expect(findSubscriber(address)).toBe(subscriber)
})
