import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UPLOAD_LIMITS } from '../process/settings.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { createDrain } from './listen.ts'
import { Request } from './request.ts'

/* What a server that stops does with its connections. There is no network, because the test sets the time. */

const SECONDS_MAX = 90

interface Connection {
  send?: (req: IncomingMessage, second: number) => void
  hasBody?: boolean
  bytesRead?: number
}

/** Stops a server with one connection. Returns a function that lets a second pass, and says how the connection ended. */
function stopWith({ send = () => {}, hasBody = true, bytesRead = 100 }: Connection) {
  const server = new Server()
  server.close = () => server
  const socket = Object.defineProperty(new Socket(), 'bytesRead', { value: bytesRead })
  const req = new IncomingMessage(socket)
  const res = new ServerResponse(req)
  req.boardwalk = new Request(req, res)
  let status: number | undefined
  const { watch } = createArrivingBodies({
    settings: { requestsAtOnce: 200, uploadLimits: UPLOAD_LIMITS },
    metrics: { bodiesHeld: () => {}, bodyEnded: () => {} },
  })
  const drain = createDrain(server, { warn: () => {} })
  server.emit('connection', socket)
  const refuse = (error: { status: number }) => {
    status = error.status
  }
  if (hasBody) watch(req, res, { bytesMax: CV_BYTES_MAX, caller: 'applicant', isStranger: true, refuse })
  void drain()
  return (second: number) => {
    vi.advanceTimersByTime(1_000)
    const how = socket.destroyed ? 'closed' : status
    if (how === undefined) send(req, second)
    return how
  }
}

const sendSome = (req: IncomingMessage) => req.emit('data', Buffer.alloc(1_000))

it.each<[string, Connection, unknown]>([
  ['that has sent nothing is closed at once', { hasBody: false, bytesRead: 0 }, [1, 'closed']],
  ['whose body stalls is refused when requests had their time', {}, [10, 503]],
  [
    'whose body stalls later is refused then',
    { send: (req, second) => void (second <= 30 && second % 4 === 0 && sendSome(req)) },
    [33, 503],
  ],
  [
    'whose body moves may go on for a minute',
    { send: (req, second) => void (second % 4 === 0 && sendSome(req)) },
    [60, 503],
  ],
  [
    'whose body has become whole has time for its answer',
    {
      send(req, second) {
        if (second % 4 !== 0 || req.complete) return
        sendSome(req)
        req.complete = second === 40
      },
    },
    [50, 'closed'],
  ],
  ['without a body is closed when requests had their time', { hasBody: false }, [10, 'closed']],
])('a server that stops: a connection %s', (_what, connection, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const passSecond = stopWith(connection)
  for (let second = 1; second <= SECONDS_MAX; second++) {
    const how = passSecond(second)
    if (how !== undefined) return expect([second, how]).toEqual(expected)
  }
  expect.fail('the connection did not end')
})
