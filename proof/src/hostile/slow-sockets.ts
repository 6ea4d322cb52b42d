import { connect, type Socket } from 'node:net'
import { encodeForm, fillForm, makeHead, makePdf } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { behaveWell } from './good-client.ts'

const DRIBBLE_MS = 1_000
/** Longer than the limit for headers in packages/core/src/http/server.ts, the interval of its checks, and the time to read the answer. */
const SECONDS = 40

interface Behaviour {
  /** Sent at once. */
  start: string | Buffer
  /** Sent after it, a byte a second. A client that stalls has none. */
  dribble?: string | Buffer
  /** The server must close it after the time limit for headers. */
  isCutOff?: boolean
  readsNothing?: boolean
}

function listBehaviours({ key, jobPath }: OwnBoard): Behaviour[] {
  const headers = `GET / HTTP/1.1\r\nhost: a\r\nx-slow: ${'x'.repeat(10_000)}`
  const put = `PUT /api/job/slow HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`
  const form = encodeForm(fillForm(), { name: 'cv.pdf', bytes: makePdf({ bytes: 100_000 }) })
  const head = makeHead(jobPath, form)
  return [
    { start: '' },
    { start: headers.slice(0, 60), isCutOff: true },
    { start: headers.slice(0, 10), dribble: headers.slice(10), isCutOff: true },
    { start: `${put}{"job":` },
    { start: put, dribble: `{"job":{"title":"${'x'.repeat(900)}` },
    { start: Buffer.concat([Buffer.from(head), form.body.subarray(0, 50_000)]) },
    { start: head, dribble: form.body },
    { start: 'GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(10), readsNothing: true },
  ]
}

/** Measures good requests while sockets stall or dribble in their headers, bodies and forms, or read no answer. */
export async function outlastSlowSockets(board: OwnBoard, count: number): Promise<Report> {
  const { hostname, port } = new URL(board.url)
  const behaviours = listBehaviours(board)
  const clients: { socket: Socket; behaviour: Behaviour }[] = []
  for (let index = 0; index < count; index++) {
    const behaviour = behaviours[index % behaviours.length] ?? { start: '' }
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    // The server closes it: that is the test.
    socket.on('error', () => {})
    if (!behaviour.readsNothing) socket.resume()
    socket.write(behaviour.start)
    clients.push({ socket, behaviour })
  }
  let at = 0
  const dribbling = setInterval(() => {
    for (const { socket, behaviour } of clients)
      if (behaviour.dribble !== undefined && socket.writable)
        socket.write(Buffer.from(behaviour.dribble.slice(at, at + 1)))
    at++
  }, DRIBBLE_MS)
  const { figures, problems } = await behaveWell(board, AbortSignal.timeout(SECONDS * 1000), 'slow sockets')
  clearInterval(dribbling)
  const overdue = clients.filter(
    ({ socket, behaviour }) => behaviour.isCutOff && !socket.closed && !socket.readableEnded,
  ).length
  for (const { socket } of clients) socket.destroy()
  if (overdue > 0) problems.push(`${overdue} clients that were too slow with their headers are still connected`)
  return { figures: { 'slow sockets': count, ...figures, 'with slow headers, still connected': overdue }, problems }
}
