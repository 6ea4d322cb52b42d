import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { z } from 'zod'
import { toBoardFailure } from '../../board-failure.ts'
import { parseAddress, type Setting } from '../../config.ts'
import { type ExitCode, exitCode } from '../../failure.ts'
import { describeCode, fetchInWords, findReason, isPlainOverNetwork, userAgent } from '../../network.ts'

/** The result of one check of the doctor. */
export type Check = { name: string; message: string } & (
  | { status: 'ok' | 'warning' | 'skipped' }
  | { status: 'failed'; exitCode: ExitCode }
)

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
interface AddressResult {
  check: Check
  url?: string
  answer?: BoardAnswer
}

/** Checks that a Boardwalk answers at the given address. */
export async function checkAddress(setting: Setting | undefined, timeoutMs: number): Promise<AddressResult> {
  const failed = { name: 'address', status: 'failed' } as const
  let url: string
  try {
    url = parseAddress(setting)
  } catch (error) {
    const failure = toBoardFailure(error)
    return { check: { ...failed, message: failure.message, exitCode: failure.exitCode } }
  }
  const title = `${url} (${setting?.from})`
  const answer = await askForDocument(url, timeoutMs)
  return 'problem' in answer
    ? { url, check: { ...failed, message: `${title} ${answer.problem}`, exitCode: answer.exitCode } }
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
    headers: { 'cache-control': 'no-cache', 'user-agent': userAgent },
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

const clockDifferenceMaxMs = 5_000

/** Compares this machine's clock with the board's. A `since` from a clock that is ahead would skip candidates. */
export function checkClock({ boardMs, ourMs }: BoardAnswer): Check {
  if (boardMs === undefined || Number.isNaN(boardMs))
    return { name: 'clock', status: 'skipped', message: 'the board’s answer has no date' }
  const differenceMs = ourMs - boardMs
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  if (Math.abs(differenceMs) <= clockDifferenceMaxMs)
    return { name: 'clock', status: 'ok', message: `within ${clockDifferenceMaxMs / 1000} seconds of the board’s` }
  const difference = `${seconds} seconds ${differenceMs > 0 ? 'ahead of' : 'behind'} the board’s`
  const message = `${difference}; correct it, or take every --since from the board’s answers`
  return { name: 'clock', status: 'warning', message }
}

const daysLeftMin = 14
const failedTls = { name: 'TLS', status: 'failed', exitCode: exitCode.unavailable } as const
const dayMs = 86_400_000

/** Checks that the connection is encrypted, so that other machines on the network cannot read the key. */
export async function checkCertificate(address: string, timeoutMs: number): Promise<Check> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isPlainOverNetwork(address))
    return { name: 'TLS', status: 'warning', message: 'none: others on the network can read the key; use https' }
  if (protocol === 'http:') return { name: 'TLS', status: 'ok', message: 'not needed on this machine' }
  const certificate = await fetchCertificate(host, Number(port || 443), timeoutMs)
  if (certificate === undefined) return { name: 'TLS', status: 'skipped', message: 'the board cannot be reached' }
  const daysLeft = Math.floor((certificate.validToMs - Date.now()) / dayMs)
  if (certificate.problem !== undefined)
    return { ...failedTls, message: `the certificate is refused: ${certificate.problem}` }
  return daysLeft < daysLeftMin
    ? { name: 'TLS', status: 'warning', message: `the certificate expires in ${daysLeft} days; renew it` }
    : { name: 'TLS', status: 'ok', message: `the certificate is valid for ${daysLeft} more days` }
}

/** Fetches the certificate of a server, even one that is not trusted; undefined without a TLS connection. */
async function fetchCertificate(host: string, port: number, timeoutMs: number) {
  const servername = isIP(host) === 0 ? host : undefined
  const socket = connect({ host, port, rejectUnauthorized: false, ...(servername !== undefined && { servername }) })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timeout')))
  try {
    await once(socket, 'secureConnect')
    const { authorized, authorizationError } = socket
    const problem = authorized ? undefined : (describeCode(String(authorizationError)) ?? String(authorizationError))
    return { problem, validToMs: Date.parse(socket.getPeerCertificate().valid_to) }
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
