import { Agent, request } from 'node:http'
import type { Answer } from './answer.ts'
import type { Random } from './random.ts'
import type { Traffic } from './traffic.ts'

interface Question {
  /** What it is counted as. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/**
 * Most wait longer than any fault lasts: if all gave up early, a slow machine would soon be busy with nothing but what
 * nobody waits for any more. The others ask again while their first request may still be carried out.
 */
const PATIENT_MS = 20_000
const IMPATIENT_MS = 2_000
const IMPATIENT = 0.15
/** A client keeps a connection for so many requests, and then opens another, which the proxy gives to another process. */
const REQUESTS_PER_CONNECTION_MAX = 12

/** Somebody who speaks HTTP, over connections of their own. */
export interface HttpClient {
  /** Undefined where no whole answer came: nobody knows whether the request was carried out. */
  ask(question: Question): Promise<Answer | undefined>
  close(): void
}

export function createHttpClient(port: number, traffic: Traffic, random: Random): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let left = random.between(1, REQUESTS_PER_CONNECTION_MAX)
  return {
    async ask(question) {
      const last = --left <= 0
      if (last) left = random.between(1, REQUESTS_PER_CONNECTION_MAX)
      const asked = traffic.asked(question.operation)
      const waitMs = random.chance(IMPATIENT) ? IMPATIENT_MS : PATIENT_MS
      const answer = await answerTo(port, agent, question, last, waitMs)
      asked.answered(answer)
      return answer
    },
    close: () => agent.destroy(),
  }
}

function answerTo(
  port: number,
  agent: Agent,
  question: Question,
  isLast: boolean,
  waitMs: number,
): Promise<Answer | undefined> {
  const { method, path, headers = {}, body } = question
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const ending = isLast ? { connection: 'close' } : {}
    const options = { port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...length, ...ending } }
    const sent = request(options, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('end', () => {
        clearTimeout(late)
        resolve(
          res.complete ? { status: res.statusCode ?? 0, headers: res.headers, bytes: Buffer.concat(parts) } : undefined,
        )
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
