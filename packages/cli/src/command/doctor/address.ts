import { z } from 'zod'
import { boardFailureOf } from '../../board-failure.ts'
import { addressOf, type Setting } from '../../config.ts'
import { type ExitCode, exitCode } from '../../failure.ts'
import type { Check } from './check.ts'

/** What a Boardwalk answered when it was asked for its document. */
export interface BoardAnswer {
  /** Version of the contract that it serves. */
  version: string
  /** The board's clock, by its own word, in milliseconds; undefined where it names no time. */
  boardMs: number | undefined
  /** Our clock in the middle between question and answer, in milliseconds. */
  ourMs: number
}

const timeoutMs = 10_000

/** What is known of the board after it was looked for: its address where one was given, its answer where it gave one. */
export interface Found {
  check: Check
  url?: string
  answer?: BoardAnswer
}

/** Finds out whether a Boardwalk is at the address that was given. */
export async function checkAddress(setting: Setting | undefined): Promise<Found> {
  const failed = (message: string, exitCode: ExitCode): Check => ({
    name: 'address',
    status: 'failed',
    message,
    exitCode,
  })
  let url: string
  try {
    url = addressOf(setting)
  } catch (error) {
    const failure = boardFailureOf(error)
    return { check: failed(failure.message, failure.exitCode) }
  }
  const title = `${url} (${setting?.from})`
  const answer = await askForDocument(url)
  return 'problem' in answer
    ? { url, check: failed(`${title} ${answer.problem}`, answer.exitCode) }
    : { url, check: { name: 'address', status: 'ok', message: `${title} is a Boardwalk` }, answer }
}

async function askForDocument(url: string): Promise<BoardAnswer | { problem: string; exitCode: ExitCode }> {
  const startedMs = Date.now()
  let response: Response
  try {
    response = await getDocument(url)
  } catch (error) {
    return { problem: `is not reached: ${reasonOf(error)}`, exitCode: exitCode.unavailable }
  }
  const ourMs = (startedMs + Date.now()) / 2
  const { status, headers } = response
  if (status === 429 || status >= 500)
    return { problem: `answers with HTTP ${status}; try again later`, exitCode: exitCode.unavailable }
  const location = headers.get('location')
  if (location !== null)
    return {
      problem: `has moved to ${location.replace(/\/openapi\.json$/, '')}; give that`,
      exitCode: exitCode.failure,
    }
  const version = await versionOf(response)
  if (version === undefined)
    return { problem: `is no Boardwalk’s API. ${await hintFor(url)}`, exitCode: exitCode.failure }
  const date = headers.get('date')
  // The header has whole seconds: on average half of one has passed.
  return { version, ourMs, boardMs: date === null ? undefined : Date.parse(date) + 500 }
}

const getDocument = (url: string) =>
  fetch(`${url}/openapi.json`, {
    redirect: 'manual',
    // A copy on the way has the time at which it was made.
    headers: { 'cache-control': 'no-cache' },
    signal: AbortSignal.timeout(timeoutMs),
  })

const Document = z.object({ info: z.object({ title: z.string().startsWith('Boardwalk'), version: z.string() }) })

/** Version of a Boardwalk's document; undefined for anything else. */
async function versionOf(response: Response): Promise<string | undefined> {
  try {
    return Document.parse(await response.json()).info.version
  } catch {
    return undefined
  }
}

async function hintFor(url: string): Promise<string> {
  const other = `${new URL(url).origin}/api`
  try {
    if (url !== other && (await versionOf(await getDocument(other))) !== undefined) return `Did you mean ${other}?`
  } catch {
    // Whatever is wrong there, it is no better address.
  }
  return 'The address to give is the board’s with /api behind it.'
}

/** `fetch` says "fetch failed"; why stands in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? String(cause.code) : ''
  return reasons[code] ?? (cause.message.split('\n')[0] || code)
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no host has this name; check its spelling',
  EAI_AGAIN: 'names are not resolved; is the network there?',
  ECONNREFUSED: 'nobody listens there; is the board running, is the port right?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; did you mean http://?',
  ECONNRESET: 'the connection was closed',
}
