import { z } from 'zod'
import { toBoardFailure } from '../../board-failure.ts'
import { parseAddress, type Setting } from '../../config.ts'
import { type ExitCode, exitCode } from '../../failure.ts'
import { fetchInWords, findReason } from '../../network.ts'
import type { Check } from './doctor.ts'

/** What a Boardwalk's answer with its OpenAPI document shows. */
export interface BoardAnswer {
  /** Version of its API. */
  version: string
  /** The board's time in milliseconds, from the header `date`; undefined without this header. */
  boardMs: number | undefined
  /** This machine's time in milliseconds, in the middle between request and answer. */
  ourMs: number
}

/** The result of the check, the address if one was given, and the answer if a Boardwalk gave one. */
export interface AddressResult {
  check: Check
  url?: string
  answer?: BoardAnswer
}

/** Checks that a Boardwalk answers at the given address. */
export async function checkAddress(setting: Setting | undefined, timeoutMs: number): Promise<AddressResult> {
  const createFailed = (message: string, exitCode: ExitCode): Check => ({
    name: 'address',
    status: 'failed',
    message,
    exitCode,
  })
  let url: string
  try {
    url = parseAddress(setting)
  } catch (error) {
    const failure = toBoardFailure(error)
    return { check: createFailed(failure.message, failure.exitCode) }
  }
  const title = `${url} (${setting?.from})`
  const answer = await askForDocument(url, timeoutMs)
  return 'problem' in answer
    ? { url, check: createFailed(`${title} ${answer.problem}`, answer.exitCode) }
    : { url, check: { name: 'address', status: 'ok', message: `${title} is a Boardwalk` }, answer }
}

/** Why an address is not that of a board's API, and the address that is probably meant. */
interface Problem {
  problem: string
  exitCode: ExitCode
  likely?: string | undefined
}

/** Asks an address for the API's document. */
export async function askForDocument(url: string, timeoutMs: number): Promise<BoardAnswer | Problem> {
  const startedMs = Date.now()
  let response: Response
  try {
    response = await getDocument(url, timeoutMs)
  } catch (error) {
    return { problem: `cannot be reached: ${describeFetchError(error, timeoutMs)}`, exitCode: exitCode.unavailable }
  }
  const ourMs = (startedMs + Date.now()) / 2
  const { status, headers } = response
  if (status === 429 || status >= 500)
    return { problem: `answers with HTTP ${status}; try again later`, exitCode: exitCode.unavailable }
  const location = headers.get('location')
  if (location !== null)
    return {
      problem: `has moved to ${location.replace(/\/openapi\.json$/, '')}; give this address`,
      exitCode: exitCode.failure,
    }
  const version = await readVersion(response)
  if (version === undefined) {
    const likely = await findLikely(url, timeoutMs)
    const advice = likely === undefined ? 'Give the board’s address with /api at its end.' : `Did you mean ${likely}?`
    return { problem: `is not the API of a Boardwalk. ${advice}`, exitCode: exitCode.failure, likely }
  }
  const date = headers.get('date')
  // The header has whole seconds, so it is half a second late on average.
  return { version, ourMs, boardMs: date === null ? undefined : Date.parse(date) + 500 }
}

const getDocument = (url: string, timeoutMs: number) =>
  fetchInWords(`${url}/openapi.json`, {
    redirect: 'manual',
    // A cached copy would have an old date.
    headers: { 'cache-control': 'no-cache' },
    signal: AbortSignal.timeout(timeoutMs),
  })

const Document = z.object({ info: z.object({ title: z.string().startsWith('Boardwalk'), version: z.string() }) })

/** Reads the version from a Boardwalk's document; undefined if it is something else. */
async function readVersion(response: Response): Promise<string | undefined> {
  try {
    return Document.parse(await response.json()).info.version
  } catch {
    return undefined
  }
}

/** Finds the address of a board's API on the same host. */
async function findLikely(url: string, timeoutMs: number): Promise<string | undefined> {
  const other = `${new URL(url).origin}/api`
  try {
    if (url !== other && (await readVersion(await getDocument(other, timeoutMs))) !== undefined) return other
  } catch {
    // Nothing answers there, so it is not a better address.
  }
  return undefined
}

function describeFetchError(error: unknown, timeoutMs: number): string {
  const isTimeUp = error instanceof Error && error.name === 'TimeoutError'
  return isTimeUp ? `no answer within ${timeoutMs / 1000} seconds` : findReason(error)
}

const apartMaxMs = 5_000

/** Compares this machine's clock with the board's. A `since` from a clock that is ahead would skip candidates. */
export function checkClock({ boardMs, ourMs }: BoardAnswer): Check {
  if (boardMs === undefined || Number.isNaN(boardMs))
    return { name: 'clock', status: 'skipped', message: 'the board’s answer has no date' }
  const apartMs = ourMs - boardMs
  const seconds = Math.round(Math.abs(apartMs) / 1000)
  if (Math.abs(apartMs) <= apartMaxMs)
    return { name: 'clock', status: 'ok', message: `within ${apartMaxMs / 1000} seconds of the board’s` }
  const where = apartMs > 0 ? 'ahead of' : 'behind'
  return {
    name: 'clock',
    status: 'warning',
    message: `${seconds} seconds ${where} the board’s; correct it, or take every --since from the board’s answers`,
  }
}
