import { Agent, request } from 'node:http'
import type { Answer } from './answer.ts'
import type { Random } from './random.ts'
import type { Traffic } from './traffic.ts'

interface Question {
  /** The name under which it is counted. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For how long the board may wait before it answers. */
  boardWaitsMs?: number
}

/**
 * Most clients wait longer than any fault lasts. If all gave up early, a slow machine would soon work only on requests whose
 * clients are gone. The impatient ones ask again while their first request may still be carried out.
 */
const PATIENT_MS = 20_000
const IMPATIENT_MS = 2_000
/** Clients that must get every answer wait for longer than the server may work on a request. */
const VERY_PATIENT_MS = 120_000
const IMPATIENT = 0.15
/** After at most this number of requests a client opens a new connection, which the proxy leads to another process. */
const REQUESTS_PER_CONNECTION_MAX = 12

/** A client with its own HTTP connections. */
export interface HttpClient {
  /** Sends a request. Answers undefined if no whole answer comes: then it may have been carried out or not. */
  ask(question: Question): Promise<Answer | undefined>
  close(): void
}

/** Makes a client. `findProcess` finds the API process behind a connection, by the connection's port on this side. */
export function createHttpClient(
  port: number,
  traffic: Traffic,
  random: Random,
  findProcess: (localPort: number) => number | undefined,
  isPatient = false,
): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let left = random.between(1, REQUESTS_PER_CONNECTION_MAX)

  function send(question: Question, waitMs: number, answering: (localPort: number) => void) {
    const { method, path, headers = {}, body } = question
    const isLast = --left <= 0
    if (isLast) left = random.between(1, REQUESTS_PER_CONNECTION_MAX)
    return new Promise<Answer | undefined>((resolve) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const ending = isLast ? { connection: 'close' } : {}
      const options = { port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...length, ...ending } }
      const sent = request(options, (res) => {
        const parts: Buffer[] = []
        answering(res.socket.localPort ?? 0)
        res.on('data', (part: Buffer) => parts.push(part))
        res.on('end', () => {
          const { statusCode: status = 0, headers } = res
          const answer = { status, headers, bytes: Buffer.concat(parts), serverErrorBreaks: undefined }
          resolve(res.complete ? answer : undefined)
        })
        res.on('error', () => resolve(undefined))
      })
      const late = setTimeout(() => sent.destroy(), waitMs)
      sent.on('error', () => resolve(undefined))
      sent.on('close', () => {
        clearTimeout(late)
        resolve(undefined)
      })
      sent.end(body)
    })
  }

  return {
    async ask(question) {
      const answered = traffic.asked(question.operation)
      const ownMs = isPatient ? VERY_PATIENT_MS : random.chance(IMPATIENT) ? IMPATIENT_MS : PATIENT_MS
      let process: number | undefined
      const answer = await send(question, ownMs + (question.boardWaitsMs ?? 0), (localPort) => {
        process = findProcess(localPort)
      })
      const serverErrorBreaks = answered(answer, process)
      return answer && { ...answer, serverErrorBreaks }
    },
    close: () => agent.destroy(),
  }
}
