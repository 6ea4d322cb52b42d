import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DATABASE_WAIT_MS } from '../db/retry.ts'
import { deadlinePassed, requireTime } from '../deadline.ts'
import { testSettings } from '../test/settings.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { onDeadline, WORK_MS_MAX, withDeadline } from './request-deadline.ts'

/* The test sets the time, also for the sockets of this process: nothing here waits. */

const noMetrics = { bodiesHeld: () => {}, bodyEnded: () => {} }
const { watch } = createArrivingBodies({ settings: testSettings, metrics: noMetrics })

let handle: (req: IncomingMessage, res: ServerResponse) => void = () => {}
const server = createServer(withDeadline({ settings: {} }, (req, res) => handle(req, res)))
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return () => {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTime(ms)

/** Sends the head of a request, and waits until the server handles it. Its handler never answers by itself. */
async function begin({ bytes = 0 } = {}) {
  const { port } = server.address() as AddressInfo
  const headers = { 'content-length': bytes }
  const client: ClientRequest = request({ port, host: '127.0.0.1', method: 'POST', headers })
  const answered = new Promise<number | undefined>((resolve) => {
    client.on('response', (answer) => resolve(answer.resume().statusCode))
  })
  let isStopped = false
  /** The work of the request, which a database call would end. */
  const work = async (res: ServerResponse) => {
    while (!res.writableFinished && server.listening) {
      await new Promise((resolve) => setImmediate(resolve))
      try {
        requireTime()
      } catch {
        isStopped = true
        return
      }
    }
  }
  const handled = new Promise<{ req: IncomingMessage; res: ServerResponse }>((resolve) => {
    handle = (req, res) => {
      onDeadline(req, ({ status }) => res.writeHead(status).end())
      void work(res)
      resolve({ req, res })
    }
  })
  client.on('error', () => {}).flushHeaders()
  return { client, ...(await handled), isStopped: () => isStopped, answered }
}

test('there is time for an election of the database, and the answer comes before callers and proxies give up', () => {
  const electionMs = 12_000
  const patienceMs = 30_000
  expect(DATABASE_WAIT_MS).toBeGreaterThan(electionMs)
  expect(WORK_MS_MAX).toBeGreaterThan(DATABASE_WAIT_MS)
  expect(WORK_MS_MAX).toBeLessThan(patienceMs)
  expect(deadlinePassed()).toMatchObject({ status: 503, code: 'deadline_passed', retryAfterSeconds: 5 })
})

test.each(['waits', 'has gone'])(
  'when the time of a request is up and not before, its work ends, if its caller %s',
  async (what) => {
    const { client, res, answered, isStopped } = await begin()
    pass(WORK_MS_MAX - 1)
    expect([res.headersSent, isStopped()]).toEqual([false, false])
    if (what === 'has gone') {
      const gone = once(res, 'close')
      client.destroy()
      await gone
    }
    pass(1)
    if (what === 'waits') expect(await answered).toBe(503)
    vi.useRealTimers()
    await expect.poll(isStopped, { interval: 1 }).toBe(true)
    expect(res.headersSent).toBe(what === 'waits')
  },
)

test('the time in which its body arrives does not count, and that before and after it does', async () => {
  const { client, req, res, answered } = await begin({ bytes: 2 })
  pass(WORK_MS_MAX / 2)
  watch(req, res, { bytesMax: 2 })
  client.write('a')
  pass(10 * WORK_MS_MAX)
  expect(res.headersSent).toBe(false)
  const whole = once(req, 'end')
  client.end('b')
  await whole
  pass(WORK_MS_MAX / 2 - 1)
  expect(res.headersSent).toBe(false)
  pass(1)
  expect(await answered).toBe(503)
})
