import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { requireTime } from '../deadline.ts'
import { onDeadline, WORK_MS_MAX, withDeadline } from './request-deadline.ts'

/* The test sets the time, also for the sockets of this process: nothing here waits. */

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
async function begin() {
  const { port } = server.address() as AddressInfo
  const client: ClientRequest = request({ port, host: '127.0.0.1' })
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
  const handled = new Promise<ServerResponse>((resolve) => {
    handle = (req, res) => {
      onDeadline(req, ({ status }) => res.writeHead(status).end())
      void work(res)
      resolve(res)
    }
  })
  client.on('error', () => {}).flushHeaders()
  return { client, res: await handled, isStopped: () => isStopped, answered }
}

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
