import { connect, type Socket } from 'node:net'
import { encodeForm, fillForm, makeHead, makePdf } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'

const FORM_BYTES = 5 * 1024 * 1024
const SIGN_IN_BYTES = 1024 * 1024
const OPENED_AT_ONCE = 20

/** The address of the client that sends many of the bodies. */
export const CROWDED_ADDRESS = '203.0.113.1'
/** The address of one of the clients that send one body each. */
const ownAddress = (index: number) => `198.18.${index >> 8}.${index & 255}`

/** Clients that have sent all of a large body but its end. */
export interface StalledBodies {
  /** Counts the clients whose connection the server has not ended. */
  connected(): number
  stop(): void
}

/** Sends forms and sign-ins but for their last bytes. Half of each come from one address, the others from one address each. */
export async function stallBodies(board: OwnBoard, count: number): Promise<StalledBodies> {
  const { hostname, port } = new URL(board.url)
  const form = encodeForm(fillForm(), { name: 'cv.pdf', bytes: makePdf({ bytes: FORM_BYTES }) })
  const signInHead = `POST /trpc/session.signIn HTTP/1.1\r\nhost: a\r\norigin: ${board.url}\r\ncontent-type: application/json\r\ncontent-length: ${SIGN_IN_BYTES}\r\n\r\n`
  const bodies = [
    { head: makeHead(board.jobPath, form), start: form.body.subarray(0, -100) },
    { head: signInHead, start: Buffer.alloc(SIGN_IN_BYTES - 1, '{"email":"') },
  ]
  const sockets: Socket[] = []
  const open = (head: string, start: Buffer, address: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      // The server may end it at any byte: that is the test.
      socket.on('error', () => {})
      socket.once('close', () => resolve())
      socket.resume()
      socket.write(head.replace('\r\n', `\r\nx-forwarded-for: ${address}\r\n`))
      socket.write(start, () => resolve())
    })
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, (_, index) => from + index)
    await Promise.all(
      bodies.flatMap(({ head, start }) =>
        some.map((index) => open(head, start, index % 2 === 0 ? CROWDED_ADDRESS : ownAddress(index))),
      ),
    )
  }
  return {
    connected: () => sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length,
    stop() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
