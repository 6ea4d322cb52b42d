import assert from 'node:assert/strict'
import type { Board } from './board.ts'

export interface Answer {
  status: number
  text: string
}

interface Request {
  /** Undefined means the key of both scopes, null means no key. */
  key?: string | null
  /** Sent as JSON, unless it is bytes or text. */
  body?: unknown
  headers?: Record<string, string>
}

export const jobPath = (externalId: string) => `/api/job/${encodeURIComponent(externalId)}`

export async function call(board: Board, method: string, path: string, request: Request = {}): Promise<Answer> {
  const { key = board.keys.full, body, headers } = request
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const res = await fetch(new URL(path, board.url), {
    method,
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  return { status: res.status, text: await res.text() }
}

export const createJob = (board: Board, job: object) => call(board, 'POST', '/api/job', { body: { job } })
export const putJob = (board: Board, externalId: string, job: object) =>
  call(board, 'PUT', jobPath(externalId), { body: { job } })
export const unpublishJob = (board: Board, externalId: string) => call(board, 'DELETE', jobPath(externalId))
export const linkJobs = (board: Board, links: unknown) => call(board, 'POST', '/api/job/link', { body: { links } })

/** Reads an answer as a JSON object. */
export function readMembers(answer: Answer): Record<string, unknown> {
  const body: unknown = JSON.parse(answer.text)
  assert.ok(typeof body === 'object' && body !== null && !Array.isArray(body), `no JSON object: ${answer.text}`)
  return Object.fromEntries(Object.entries(body))
}

/** Reads a job result, and fails if it has other members. */
export function readJobResult(answer: Answer, status: number): { jobId: number; jobUrl: string } {
  assert.equal(answer.status, status, answer.text)
  const { jobId, jobUrl, ...others } = readMembers(answer)
  assert.ok(typeof jobId === 'number' && Number.isInteger(jobId), `jobId is ${String(jobId)}`)
  assert.ok(typeof jobUrl === 'string', `jobUrl is ${String(jobUrl)}`)
  assert.deepEqual(others, { error: null })
  return { jobId, jobUrl }
}

/** Checks an error: its null member, and that its message contains these texts in upper or lower case. */
export function assertRefused(answer: Answer, status: number, nullMember: string, ...said: string[]): void {
  assert.equal(answer.status, status, answer.text)
  const body = readMembers(answer)
  assert.equal(body[nullMember], null, `${nullMember} must be null in ${answer.text}`)
  const { error } = body
  assert.ok(typeof error === 'object' && error !== null && 'message' in error, `no error.message in ${answer.text}`)
  const { message } = error
  assert.ok(typeof message === 'string', `error.message is no text in ${answer.text}`)
  for (const part of said)
    assert.ok(message.toLowerCase().includes(part.toLowerCase()), `the message must have "${part}": ${message}`)
}

/** Reads the page of a job without a key. */
export const readPage = (board: Board, jobUrl: string): Promise<Answer> =>
  call(board, 'GET', new URL(jobUrl).pathname, { key: null })

export async function assertHidden(board: Board, jobUrl: string): Promise<void> {
  const { status } = await readPage(board, jobUrl)
  assert.ok(status === 404 || status === 410, `the page of an unpublished job is answered ${status}`)
}

export async function assertShown(board: Board, jobUrl: string, ...texts: string[]): Promise<string> {
  const { status, text } = await readPage(board, jobUrl)
  assert.equal(status, 200)
  for (const part of texts) assert.ok(text.includes(part), `the page must have ${part}`)
  return text
}
