import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
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
  /** The pauses between the pieces of the body. The next piece follows when the pause before it is over. */
  pauses?: (() => Promise<unknown>)[]
}

/**
 * Most clients wait longer than any fault lasts. If all gave up early, a slow machine would soon work only on requests that
 * nobody waits for. The impatient ones ask again while their first request may still be carried out.
 */
const PATIENT_MS = 20_000
const IMPATIENT_MS = 2_000
/** Clients that must get every answer wait for longer than the server may work on a request. */
const VERY_PATIENT_MS = 120_000
const IMPATIENT = 0.15
/** A process that refuses connections is starting. */
const REFUSED_PAUSE_MS = 50
/** After at most this number of requests a client opens a new connection, which the proxy leads to another process. */
const REQUESTS_PER_CONNECTION_MAX = 12

/** A client with its own HTTP connections. */
export interface HttpClient {
  /** Sends a request. Answers undefined if no whole answer comes: nobody knows whether it was carried out. */
  ask(question: Question): Promise<Answer | undefined>
  close(): void
}

/**
 * Makes a client that asks the first of these ports that does not refuse connections. `findProcess` finds the API process
 * behind a connection, by the port that was asked and by the connection's port on this side.
 */
export function createHttpClient(
  ports: readonly number[],
  traffic: Traffic,
  random: Random,
  findProcess: (port: number, localPort: number) => number | undefined,
  isPatient = false,
): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let left = random.between(1, REQUESTS_PER_CONNECTION_MAX)

  async function askAnybody(question: Question, waitMs: number, answering: Answering) {
    const last = --left <= 0
    if (last) left = random.between(1, REQUESTS_PER_CONNECTION_MAX)
    for (const deadlineMs = Date.now() + PATIENT_MS; Date.now() < deadlineMs; await sleep(REFUSED_PAUSE_MS)) {
      for (const port of ports) {
        const answer = await answerTo(port, agent, question, last, waitMs, (localPort) => answering(port, localPort))
        if (answer !== 'refused') return answer
      }
    }
    return undefined
  }

  return {
    async ask(question) {
      const asked = traffic.asked(question.operation)
      const isImpatient = (question.pauses ?? []).length === 0 && random.chance(IMPATIENT)
      const waitMs = isPatient ? VERY_PATIENT_MS : isImpatient ? IMPATIENT_MS : PATIENT_MS
      let process: number | undefined
      const answer = await askAnybody(question, waitMs, (port, localPort) => {
        process = findProcess(port, localPort)
      })
      const serverErrorBreaks = asked.answered(answer, process)
      return answer && { ...answer, serverErrorBreaks }
    },
    close: () => agent.destroy(),
  }
}

type Answering = (port: number, localPort: number) => void

function answerTo(
  port: number,
  agent: Agent,
  question: Question,
  isLast: boolean,
  waitMs: number,
  answering: (localPort: number) => void,
): Promise<Answer | 'refused' | undefined> {
  const { method, path, headers = {}, body, pauses = [] } = question
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const ending = isLast ? { connection: 'close' } : {}
    const options = { port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...length, ...ending } }
    const sent = request(options, (res) => {
      const parts: Buffer[] = []
      answering(res.socket.localPort ?? 0)
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('end', () => {
        clearTimeout(late)
        const { statusCode: status = 0, headers } = res
        const answer = { status, headers, bytes: Buffer.concat(parts), serverErrorBreaks: undefined }
        resolve(res.complete ? answer : undefined)
      })
      res.on('error', () => resolve(undefined))
    })
    const late = setTimeout(() => sent.destroy(), waitMs)
    sent.on('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : undefined))
    sent.on('close', () => {
      clearTimeout(late)
      resolve(undefined)
    })
    void sendInPieces(sent, body, pauses)
  })
}

async function sendInPieces(
  sent: ClientRequest,
  body: string | Buffer | undefined,
  pauses: (() => Promise<unknown>)[],
): Promise<void> {
  const bytes = Buffer.from(body ?? '')
  const size = Math.ceil(bytes.length / (pauses.length + 1))
  for (const [index, pause] of pauses.entries()) {
    sent.write(bytes.subarray(index * size, (index + 1) * size))
    await pause()
    // The server may have answered before it had all.
    if (sent.destroyed || sent.closed) return
  }
  sent.end(bytes.subarray(pauses.length * size))
}
