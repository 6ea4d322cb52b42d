import assert from 'node:assert/strict'
import { type Board, jobPath } from './board.ts'
import { type Answer, send } from './http.ts'

export type Members = Record<string, unknown>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an answer as a JSON object. */
export function readMembers({ status, text }: Answer): Members {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    assert.fail(`the body of the answer ${status} is not JSON: ${text.slice(0, 100)}`)
  }
  assert.ok(isObject(body), `the body of the answer ${status} is no JSON object: ${text}`)
  return body
}

/** Reads a success, without the warnings that it may carry. */
export function readSuccess(answer: Answer, status = 200): Members {
  assert.equal(answer.status, status, `expected ${status}, got ${answer.status}: ${answer.text}`)
  const { error, warnings: _, ...members } = readMembers(answer)
  assert.equal(error, null, 'a success has error: null')
  return members
}

/** Reads the answer to a job that was stored, and fails if it has other members. */
export function readJobResult(answer: Answer, status = 200): { jobId: number; jobUrl: string } {
  const { jobId, jobUrl, ...others } = readSuccess(answer, status)
  assert.ok(typeof jobId === 'number' && Number.isInteger(jobId), `jobId is ${String(jobId)}`)
  assert.ok(typeof jobUrl === 'string', `jobUrl is ${String(jobUrl)}`)
  assert.deepEqual(others, {})
  return { jobId, jobUrl }
}

/** Reads a page of a list. */
export function readList(answer: Answer, member: 'candidates' | 'jobs'): { rows: Members[]; total: number } {
  const { [member]: rows, total, ...others } = readSuccess(answer)
  assert.ok(Array.isArray(rows) && rows.every(isObject), `${member} is no list of objects`)
  assert.ok(typeof total === 'number', `total is ${String(total)}`)
  assert.deepEqual(others, {})
  return { rows, total }
}

/** Reads the pages of a list one after the other. */
export async function readAll(board: Board, path: string, member: 'candidates' | 'jobs'): Promise<Members[]> {
  const rows: Members[] = []
  for (let page = 1; ; page++) {
    const list = readList(await board.call('GET', `${path}?page=${page}&pageSize=100`), member)
    rows.push(...list.rows)
    if (list.rows.length < 100) return rows
  }
}

/** Creates a job with a new external id. Fields of `job` replace the default ones. */
export async function created(board: Board, job: object = {}): Promise<{ id: string; jobId: number; jobUrl: string }> {
  const all = { id: board.newId(), title: 'Contract check', ...job }
  return { id: all.id, ...readJobResult(await board.create(all)) }
}

/** Checks an error: its status, its null member, and that its message has these texts, in upper or lower case. */
export function assertRefused(answer: Answer, status: number, nullMember: string | null, ...said: string[]): void {
  assert.equal(answer.status, status, `expected ${status}, got ${answer.status}: ${answer.text}`)
  const { error, ...members } = readMembers(answer)
  assert.ok(isObject(error) && typeof error.message === 'string', `there is no error.message in ${answer.text}`)
  for (const part of said)
    assert.ok(error.message.toLowerCase().includes(part.toLowerCase()), `no "${part}" in the message: ${error.message}`)
  if (nullMember !== null) assert.equal(members[nullMember], null, `${nullMember} must be null: ${answer.text}`)
}

/** Reads the public page of a published job, without a key. */
export async function readPage(board: Board, jobUrl: string): Promise<string> {
  board.need('page')
  const { status, text } = await send('GET', jobUrl)
  assert.equal(status, 200, `the page of a published job is answered ${status}`)
  return text
}

export async function assertHidden(board: Board, jobUrl: string): Promise<void> {
  board.need('page')
  const { status } = await send('GET', jobUrl)
  assert.ok(status === 404 || status === 410, `the page of a job that is not published is answered ${status}`)
}

/** Checks what the board keeps of a published job, in GET /job/{id} or on its public page. */
export async function assertKept(
  board: Board,
  job: { id: string; jobUrl: string },
  kept: string[],
  gone: string[] = [],
) {
  board.need('readBack')
  const text = await readTexts(board, job)
  for (const part of kept) assert.ok(text.includes(part), `${part} is not in ${text}`)
  for (const part of gone) assert.ok(!text.includes(part), `${part} is in ${text}`)
}

async function readTexts(board: Board, { id, jobUrl }: { id: string; jobUrl: string }): Promise<string> {
  // The page has scripts and styles of its own.
  if (!board.offers.has('getJob'))
    return (await readPage(board, jobUrl)).replaceAll(/<(head|script|form)\b.*?<\/\1>/gs, '')
  return Object.values(await getJob(board, id))
    .flat()
    .join('\n')
}

export async function getJob(board: Board, id: string): Promise<Members> {
  board.need('getJob')
  const { job } = readSuccess(await board.call('GET', jobPath(id)))
  assert.ok(isObject(job))
  return job
}
