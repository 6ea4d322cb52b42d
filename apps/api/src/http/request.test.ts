import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Request, WORK_MS_MAX } from './request.ts'

/* The test sets the time, also for the sockets of this process: nothing here waits. */

let handle: (req: IncomingMessage, res: ServerResponse) => void = () => {}
const server = createServer((req, res) => handle(req, res))
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return () => {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Sends the head of a request, and waits until the server handles it. Its handler never answers by itself. */
async function begin() {
  const { port } = server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1' })
  const answered = new Promise<number | undefined>((resolve) => {
    client.on('response', (answer) => resolve(answer.resume().statusCode))
  })
  const handled = new Promise<{ state: Request; res: ServerResponse }>((resolve) => {
    handle = (req, res) => {
      const state = new Request(req, res)
      state.refuse = ({ status }) => res.writeHead(status).end()
      resolve({ state, res })
    }
  })
  client.on('error', () => {}).flushHeaders()
  return { client, ...(await handled), answered }
}

test.each(['waits', 'has gone'])(
  'when the time of a request is up and not before, its handler may not answer any more, if its caller %s',
  async (what) => {
    const { client, state, res, answered } = await begin()
    const { signal } = state
    vi.advanceTimersByTime(WORK_MS_MAX - 1)
    expect([res.headersSent, state.isTimeUp, signal.aborted]).toEqual([false, false, false])
    if (what === 'has gone') {
      const gone = once(res, 'close')
      client.destroy()
      await gone
    }
    expect(signal.aborted).toBe(what === 'has gone')
    vi.advanceTimersByTime(1)
    expect([signal.aborted, state.signal.aborted]).toEqual([true, true])
    if (what === 'waits') expect(await answered).toBe(503)
    expect([res.headersSent, state.isTimeUp]).toEqual([what === 'waits', true])
  },
)
