import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { testSettings } from '../test/settings.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { withDeadline } from './request-deadline.ts'

/* site/arriving-forms.test.ts has the same over the whole server. */

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a server that watches each body and never answers by itself. */
async function start(requestsAtOnce: number) {
  const counted = { heldBytes: 0, ended: 0 }
  const metrics = {
    bodiesHeld: (bytes: number) => {
      counted.heldBytes = bytes
    },
    bodyEnded: () => {
      counted.ended++
    },
  }
  const { watch } = createArrivingBodies({ settings: { ...testSettings, requestsAtOnce }, metrics })
  const refuse = (res: ServerResponse) => () => void res.writeHead(503).end()
  let take: (exchange: { req: IncomingMessage; res: ServerResponse }) => void = () => {}
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    watch(req, res, { bytesMax: 100, refuse: refuse(res) })
    req.once('data', () => take({ req, res }))
  }
  const server = createServer(withDeadline({ settings: {} }, handle))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  /** Sends the first two of ten bytes, and waits until the server has them. */
  async function send() {
    const taken = new Promise<{ req: IncomingMessage; res: ServerResponse }>((resolve) => {
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
  const { counted, send } = await start(2)
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
  const metrics = { bodiesHeld: () => {}, bodyEnded: () => {} }
  const { watch } = createArrivingBodies({ settings: { ...testSettings, requestsAtOnce: 2 }, metrics })
  const ended: string[] = []
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const req = new IncomingMessage(new Socket())
    const refuse = () => void ended.push(name)
    withDeadline({ settings: {} }, (...exchange) => watch(...exchange, { bytesMax: 100, refuse }))(
      req,
      new ServerResponse(req),
    )
  }
  expect(ended).toEqual(['first', 'second'])
})

test('a body whose sender has gone is not one of those that arrive', async () => {
  const { counted, send } = await start(2)
  for (let times = 0; times < 3; times++) {
    const { socket, req } = await send()
    // `once` would fail with the error of the request.
    const gone = new Promise((resolve) => req.once('close', resolve))
    socket.destroy()
    await gone
  }
  expect(counted.ended).toBe(0)
})

test('bytes that arrive after the answer count nowhere, because nothing would take them off the count', async () => {
  const { counted, send } = await start(2)
  const { socket, req, res } = await send()
  expect(counted.heldBytes).toBe(2)
  res.end()
  await once(res, 'close')
  expect(counted.heldBytes).toBe(0)
  const late = once(req, 'data')
  socket.write('34')
  await late
  expect(counted.heldBytes).toBe(0)
})
