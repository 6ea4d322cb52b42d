import { connect, type Socket } from 'node:net'
import { type Answer, MalformedAnswer, takeAnswer, takeAnswers } from './answer.ts'
import type { HostileRequest } from './request.ts'

/** Longer than a shared machine may pause. */
const ANSWER_MS_MAX = 90_000
/** A connection that is silent for this time waits for more of the request. A busy server answers sooner. */
const QUIET_MS = 2000

/** The server did something that no server may do with a request. */
class Misbehaviour extends Error {}

export interface Address {
  host: string
  port: number
}

/** One kept-alive connection, which is opened again when the server closes it. It sends requests without waiting. */
export function createPipeline(address: Address) {
  let socket: Socket | undefined
  return {
    /** Answers the server's answers, in order. Throws `Misbehaviour` and `MalformedAnswer`. */
    async send(requests: HostileRequest[]): Promise<Answer[]> {
      const answers: Answer[] = []
      while (answers.length < requests.length) {
        if (socket === undefined || socket.destroyed || !socket.writable) socket = await open(address)
        const due = requests.slice(answers.length)
        const { taken, isClosed } = await exchange(socket, due)
        answers.push(...taken)
        if (isClosed) socket.destroy()
        if (taken.length === 0) throw new Misbehaviour(`no answer to ${due[0]?.kind}`)
      }
      return answers
    },
    close: () => void socket?.destroy(),
  }
}

async function open({ host, port }: Address): Promise<Socket> {
  const socket = connect(port, host).setNoDelay()
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  // A connection may break; the answers before that count.
  socket.on('error', () => {})
  return socket
}

/** Writes the requests at once, and reads until all answers have come or the server closes the connection. */
function exchange(socket: Socket, requests: HostileRequest[]): Promise<{ taken: Answer[]; isClosed: boolean }> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    const taken: Answer[] = []
    const finish = (settle: () => void) => {
      clearTimeout(late)
      socket.off('data', take)
      socket.off('close', closed)
      settle()
    }
    const fail = (error: unknown) =>
      finish(() => {
        socket.destroy()
        reject(error)
      })
    const late = setTimeout(
      () => fail(new Misbehaviour(`no answer in ${ANSWER_MS_MAX} ms to ${requests[taken.length]?.kind}`)),
      ANSWER_MS_MAX,
    )
    const read = (isEnded: boolean) => {
      while (taken.length < requests.length) {
        const found = takeAnswer(bytes, { isHead: requests[taken.length]?.isHead ?? false, isEnded })
        if (found === undefined) return
        bytes = found.rest
        taken.push(found.answer)
        if (found.answer.headers.get('connection') === 'close') return finish(() => resolve({ taken, isClosed: true }))
      }
      if (bytes.length > 0) throw new Misbehaviour(`more than one answer to ${requests.at(-1)?.kind}`)
      finish(() => resolve({ taken, isClosed: false }))
    }
    const take = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      try {
        read(false)
      } catch (error) {
        fail(error)
      }
    }
    const closed = () => {
      try {
        read(true)
        finish(() => resolve({ taken, isClosed: true }))
      } catch (error) {
        fail(error)
      }
    }
    socket.on('data', take)
    socket.on('close', closed)
    socket.cork()
    for (const request of requests) socket.write(request.bytes)
    socket.uncork()
  })
}

/** Sends bytes on a new connection, and reads until it is closed. Throws as `send` does. */
export async function sendAlone(address: Address, { kind, bytes, isHead }: HostileRequest): Promise<Answer[]> {
  const socket = await open(address)
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy()
      reject(new Misbehaviour(`the connection of ${kind} is not closed in ${ANSWER_MS_MAX} ms`))
    }, ANSWER_MS_MAX)
    // The server drops an answer that is under way when the connection ends. A busy machine may pause within one for longer.
    const endOrWait = () => {
      if (hasPartOfAnswer(Buffer.concat(chunks), isHead)) quiet = setTimeout(endOrWait, QUIET_MS)
      else socket.end()
    }
    let quiet = setTimeout(endOrWait, QUIET_MS)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      clearTimeout(quiet)
      quiet = setTimeout(endOrWait, QUIET_MS)
    })
    socket.once('close', () => {
      clearTimeout(late)
      clearTimeout(quiet)
      resolve()
    })
    socket.write(bytes)
  })
  return takeAnswers(Buffer.concat(chunks), { isHead, isEnded: true }).answers
}

/** Whether the end of an answer is still to come. Bytes that are no answer are told when all have come. */
function hasPartOfAnswer(bytes: Buffer, isHead: boolean): boolean {
  try {
    return takeAnswers(bytes, { isHead, isEnded: false }).hasMore
  } catch (error) {
    if (error instanceof MalformedAnswer) return false
    throw error
  }
}
