import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isObject } from '@boardwalk/schema/json'
import { toBoardFailure } from '../../board-failure.ts'
import { readConfig } from '../../config.ts'
import { type BoardFlags, findTimeoutMs, readSources } from '../../connection.ts'
import { type ExitCode, exitCode, Failure, UsageFailure } from '../../failure.ts'
import { toOpenFailure } from '../../input.ts'
import { fetchInWords, findReason, userAgent, warnOfPlainHttp } from '../../network.ts'
import type { Run, World } from '../../shell.ts'
import { tryParseJson } from '../../stored-file.ts'

/** Flags of `boardwalk api`. */
export interface ApiFlags extends BoardFlags {
  data?: string
  query: string[]
  header: string[]
  include?: true
}

/** Sends one request to the board, and prints the answer. Throws a Failure if its status is not 2xx. */
export async function callApi(run: Run, method: string, path: string, flags: ApiFlags): Promise<ExitCode> {
  const { world, output } = run
  if (flags.apiKeyStdin === true && isStdin(flags.data))
    throw new UsageFailure('Standard input cannot hold both the body and the key. Put the body into a file.')
  if (method === 'GET' && flags.data !== undefined)
    throw new UsageFailure('A GET has no body: give --query instead of --data, or another method')
  const { url, apiKey } = readConfig(await readSources(world, flags))
  warnOfPlainHttp(output, url)
  const address = buildAddress(url, path, flags.query)
  const headers = readHeaders(flags.header)
  const body = await readBody(world, flags.data)
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('x-api-key', apiKey)
  const answer = await send(address, { method, headers, body }, findTimeoutMs(flags))
  await print(run, answer, flags.include === true)
  if (answer.isSuccess) return exitCode.done
  throw toBoardFailure(toError(answer, address))
}

/** The folder of a shell for Windows, which it puts before a text such as `/jobs`, and that text. */
const shellFolder = /[\\/](?:PortableGit|Git|msys\d*|cygwin\d*)[\\/](.+)$/i

/** Builds the address. The key must not leave the board's host, so a whole address is refused. */
function buildAddress(url: string, path: string, query: string[]): URL {
  if (/^[a-z]:[\\/]/i.test(path)) {
    const [, sent = 'jobs'] = shellFolder.exec(path) ?? []
    throw new UsageFailure(
      `Your shell has made ${path} of the path: Git Bash does this with a text that begins with a slash. Leave the slash out: ${sent}`,
    )
  }
  if (/^[a-z]+:/i.test(path)) throw new UsageFailure(`Give the path below ${url}, such as /jobs`)
  const address = new URL(`${url}/${path.replace(/^\/+/, '')}`)
  for (const pair of query) {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageFailure(`${JSON.stringify(pair)} is not a parameter such as pageSize=10`)
    address.searchParams.append(pair.slice(0, at), pair.slice(at + 1))
  }
  return address
}

function readHeaders(lines: string[]): Headers {
  const headers = new Headers({ accept: 'application/json', 'user-agent': userAgent })
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    try {
      headers.set(name, value)
    } catch {
      throw new UsageFailure(`${JSON.stringify(line)} is not a header such as "if-match: *"`)
    }
  }
  return headers
}

const isStdin = (data: string | undefined) => data === '-' || data === '@-'

async function readBody({ stdin }: World, data: string | undefined): Promise<string | Uint8Array | undefined> {
  if (isStdin(data)) return toUtf8(await buffer(stdin))
  if (data?.startsWith('@') !== true) return data
  const file = data.slice(1)
  try {
    return toUtf8(await readFile(file))
  } catch (error) {
    throw toOpenFailure(error, file)
  }
}

/** Converts UTF-16, which PowerShell writes with `>`, to the UTF-8 that the board takes. Other bytes stay as they are. */
function toUtf8(bytes: Uint8Array): string | Uint8Array {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return bytes
}

interface Answer {
  isSuccess: boolean
  status: number
  headers: Headers
  content: Uint8Array
}

async function send(address: URL, init: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    // Redirects are not followed, because `fetch` would send the key to the new address.
    const given: RequestInit = { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }
    const response = await fetchInWords(address, given)
    const { ok: isSuccess, status, headers } = response
    return { isSuccess, status, headers, content: new Uint8Array(await response.arrayBuffer()) }
  } catch (error) {
    const isTimeUp = error instanceof Error && error.name === 'TimeoutError'
    const why = isTimeUp ? `within ${timeoutMs / 1000} seconds` : `: ${findReason(error)}`
    throw new Failure(`${address.origin} gave no complete answer${why}`, exitCode.unavailable, { cause: error })
  }
}

async function print({ world, output }: Run, { status, headers, content }: Answer, hasHead: boolean): Promise<void> {
  if (hasHead) await output.result([`HTTP ${formatStatus(status)}`, ...formatHeaders(headers), ''].join('\n'))
  if (content.length === 0) return
  if (world.stdout.isTTY !== true) return output.bytes(content)
  const type = headers.get('content-type') ?? ''
  const text = new TextDecoder().decode(content)
  const value = tryParseJson(text)
  if (isObject(value)) return output.document(value)
  if (/^text\/|json|xml/.test(type)) return output.result(text)
  throw new Failure(
    `The answer is ${type || 'of no type'}, which a terminal cannot show: send it to a file with > or to a pipe`,
  )
}

const formatStatus = (status: number) => `${status} ${STATUS_CODES[status] ?? ''}`.trim()
const formatHeaders = (headers: Headers) => [...headers].map(([name, value]) => `${name}: ${value}`)

/** Makes an error as the SDK's of an answer that is not a success: an answer without a code is not the board's. */
function toError({ status, content }: Answer, { origin, pathname }: URL): Error {
  const body = tryParseJson(new TextDecoder().decode(content))
  const { code, message, requestId } = isObject(body) && isObject(body.error) ? body.error : {}
  if (typeof code !== 'string')
    return Object.assign(new Error(`The answer of ${origin}${pathname} (status ${status}) is not a Boardwalk’s`), {
      status,
    })
  return Object.assign(new Error(String(message)), { status, code, requestId })
}
