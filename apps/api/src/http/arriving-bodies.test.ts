import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { testSettings } from '../test/settings.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { withDeadline } from './request-deadline.ts'

/* site/arriving-forms.test.ts has the same over the whole server. */

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
}

/** Watches bodies, of which two may arrive at once, and counts what it tells the metrics. */
function createWatch() {
  const counted = { heldBytes: 0, ended: 0 }
  const metrics = {
    bodiesHeld: (bytes: number) => {
      counted.heldBytes = bytes
    },
    bodyEnded: () => {
      counted.ended++
    },
  }
  return { counted, ...createArrivingBodies({ settings: { ...testSettings, requestsAtOnce: 2 }, metrics }) }
}

/** Starts a server that watches each body and never answers by itself. */
async function start() {
  const { counted, watch } = createWatch()
  let take: (exchange: Exchange) => void = () => {}
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    watch(req, res, { bytesMax: 100, refuse: () => void res.writeHead(503).end() })
    req.once('data', () => take({ req, res }))
  }
  const server = createServer(withDeadline({ settings: {} }, handle))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  /** Sends the first two of ten bytes, and waits until the server has them. */
  async function send() {
    const taken = new Promise<Exchange>((resolve) => {
      take = resolve
    })
    // A listening TCP server has an address of this form.
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12')
    return { socket, ...(await taken) }
  }
  return { counted, send }
}

test('of more bodies than requests that a process works on at once, the one that has waited longest is ended', async () => {
  const { counted, send } = await start()
  const first = await send()
  await send()
  expect(counted.ended).toBe(0)
  const answer = text(first.socket)
  await send()
  expect(counted.ended).toBe(1)
  expect(await answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(counted.heldBytes).toBe(4)
})

test('a body that was ended is not ended once more while its connection closes', () => {
  const { watch } = createWatch()
  const ended: string[] = []
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const req = new IncomingMessage(new Socket())
    const watched = { bytesMax: 100, refuse: () => void ended.push(name) }
    withDeadline({ settings: {} }, (...exchange) => watch(...exchange, watched))(req, new ServerResponse(req))
  }
  expect(ended).toEqual(['first', 'second'])
})

test('a body whose sender has gone does not arrive any more, and bytes after the answer count nowhere', async () => {
  const { counted, send } = await start()
  for (let times = 0; times < 3; times++) {
    const { socket, req } = await send()
    // `once` would fail with the error of the request.
    const gone = new Promise((resolve) => req.once('close', resolve))
    socket.destroy()
    await gone
  }
  expect(counted.ended).toBe(0)
  await expect.poll(() => counted.heldBytes).toBe(0)
  const { socket, req, res } = await send()
  expect(counted.heldBytes).toBe(2)
  const answered = once(res, 'close')
  res.end()
  await answered
  expect(counted.heldBytes).toBe(0)
  const late = once(req, 'data')
  socket.write('34')
  await late
  expect(counted.heldBytes).toBe(0)
})
