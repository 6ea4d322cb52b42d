import { connect, type Socket } from 'node:net'
import { encodeForm, fillForm, makeHead, makePdf } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'

const DRIBBLE_MS = 1_000

interface Behaviour {
  name: string
  /** Sent at once. */
  start: string | Buffer
  /** Sent after it, a byte a second. A client that stalls has none. */
  dribble?: string | Buffer
  /** Whether it reads the answers. */
  reads: boolean
  /** Whether the server must close it after the time limit for headers. */
  isCutOff: boolean
}

function makeBehaviours({ key, jobPath }: OwnBoard): Behaviour[] {
  const headers = `GET / HTTP/1.1\r\nhost: a\r\nx-slow: ${'x'.repeat(10_000)}`
  const put = `PUT /api/job/slow HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`
  const form = encodeForm(fillForm(), { name: 'cv.pdf', bytes: makePdf({ bytes: 100_000 }) })
  const head = makeHead(jobPath, form)
  const large = 'GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(10)
  return [
    { name: 'says nothing', start: '', reads: true, isCutOff: false },
    { name: 'stalls in its headers', start: headers.slice(0, 60), reads: true, isCutOff: true },
    {
      name: 'dribbles its headers',
      start: headers.slice(0, 10),
      dribble: headers.slice(10),
      reads: true,
      isCutOff: true,
    },
    { name: 'stalls in its body', start: `${put}{"job":`, reads: true, isCutOff: false },
    {
      name: 'dribbles its body',
      start: put,
      dribble: `{"job":{"title":"${'x'.repeat(900)}`,
      reads: true,
      isCutOff: false,
    },
    {
      name: 'stalls in its form',
      start: Buffer.concat([Buffer.from(head), form.body.subarray(0, 50_000)]),
      reads: true,
      isCutOff: false,
    },
    { name: 'dribbles its form', start: head, dribble: form.body, reads: true, isCutOff: false },
    { name: 'reads no answer', start: large, reads: false, isCutOff: false },
  ]
}

/** Clients that take as long as the server allows. */
export interface SlowClients {
  /** Counts the clients that are still connected, by behaviour. */
  connected(): Map<string, number>
  /** Counts the clients that are still connected after the time limit for headers. */
  overdue(): number
  stop(): void
}

export async function openSlowClients(board: OwnBoard, count: number): Promise<SlowClients> {
  const { hostname, port } = new URL(board.url)
  const behaviours = makeBehaviours(board)
  const clients: { socket: Socket; behaviour: Behaviour; at: number }[] = []
  for (let index = 0; index < count; index++) {
    const behaviour = behaviours[index % behaviours.length]
    if (behaviour === undefined) continue
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    // The server closes it: that is the test.
    socket.on('error', () => {})
    if (behaviour.reads) socket.resume()
    else socket.pause()
    socket.write(behaviour.start)
    clients.push({ socket, behaviour, at: 0 })
  }
  const dribbling = setInterval(() => {
    for (const client of clients) {
      const { socket, behaviour } = client
      if (behaviour.dribble === undefined || !socket.writable) continue
      socket.write(Buffer.from(behaviour.dribble.slice(client.at, client.at + 1)))
      client.at++
    }
  }, DRIBBLE_MS)
  const isConnected = ({ socket }: { socket: Socket }) => !socket.closed && !socket.readableEnded
  return {
    connected: () =>
      new Map(
        behaviours.map(({ name }) => [
          name,
          clients.filter((client) => client.behaviour.name === name && isConnected(client)).length,
        ]),
      ),
    overdue: () => clients.filter((client) => client.behaviour.isCutOff && isConnected(client)).length,
    stop() {
      clearInterval(dribbling)
      for (const { socket } of clients) socket.destroy()
    },
  }
}
