import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type Issue,
  NotFoundError,
  PageNotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  UnsupportedMediaTypeError,
} from './error.ts'

/** An HTTP answer whose body is read to its end but not parsed. */
export interface RawAnswer {
  status: number
  headers: Headers
  requestId: string | undefined
  bytes: Uint8Array
  /** The address of the integration API that was called, for messages. */
  baseUrl: string
  /** The address of the request without its query, for messages. */
  address: string
}

/**
 * Returns the members of a successful answer's body, without `error`. Throws an APIError for a refusal, and a
 * ConnectionError for a success that is not the board's JSON: then it is not known what the board has done.
 */
export function parseAnswer(raw: RawAnswer): Record<string, unknown> {
  throwIfRefused(raw)
  const body = parseObject(toText(raw))
  // Every success of the board has `error: null`. A proxy's own JSON has not, and its page or half of an answer is no JSON.
  if (body?.error !== null) throw new ConnectionError(`${describeForeign(raw)}; ${doubtUrl(raw.baseUrl)}`)
  const { error: _, ...data } = body
  return data
}

/** PDF, and the formats of word processors. The page of a proxy is text, and the error of another server JSON. */
const cvType = /^application\/(pdf|vnd)/i

/** Returns the CV of a successful answer. Throws an APIError for a refusal, and a ConnectionError for anything else. */
export function readFile(raw: RawAnswer): Uint8Array {
  throwIfRefused(raw)
  const type = raw.headers.get('content-type') ?? ''
  if (!cvType.test(type)) throw new ConnectionError(`The answer is ${type || 'untyped'}, not a CV`)
  return raw.bytes
}

const classes: Record<number, typeof APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  429: RateLimitError,
}

/** Chooses the class of the error for a status and a code of the board; a proxy's answer has no code. */
export function chooseClass(status: number, code: string | undefined): typeof APIError {
  // A 404 of a proxy has no code. It says nothing about a job either.
  if (status === 404 && [undefined, 'page_not_found', 'route_not_found'].includes(code)) return PageNotFoundError
  return status >= 500 ? ServerError : (classes[status] ?? APIError)
}

function throwIfRefused(raw: RawAnswer): void {
  const { status, headers, baseUrl } = raw
  if (status >= 200 && status < 300) return
  const error = readError(toText(raw))
  const code = toNonEmptyText(error.code)
  const refusal = new (chooseClass(status, code))({
    status,
    headers,
    message: toNonEmptyText(error.message) ?? describeForeign(raw),
    code,
    // The OpenAPI document defines the form of the board's issues.
    issues: Array.isArray(error.issues) ? (error.issues as Issue[]) : [],
    requestId: toNonEmptyText(error.requestId) ?? raw.requestId,
  })
  refusal.isUnconfirmed = status >= 500 && code !== 'unavailable'
  if (refusal instanceof PageNotFoundError) refusal.message += `: ${doubtUrl(baseUrl)}`
  throw refusal
}

/** Says what came instead of an answer of the board. */
function describeForeign(raw: RawAnswer): string {
  const { status, headers, address } = raw
  const location = headers.get('location')
  // The SDK does not follow redirects, because that would send the key to the new address.
  const what = location !== null && status < 400 ? `a redirect to ${location}` : describeBody(toText(raw))
  return `The answer of ${address} (status ${status}) is not a Boardwalk's but ${what}`
}

/** Asks whether the address is right. A board serves its integration API under /api. */
function doubtUrl(baseUrl: string): string {
  const likely = `${new URL(baseUrl).origin}/api`
  return `is baseUrl ${baseUrl} an integration API?${likely === baseUrl ? '' : ` Did you mean ${likely}?`}`
}

function describeBody(text: string): string {
  const message = toNonEmptyText(readError(text).message)
  if (message !== undefined) return `the error "${message}"`
  if (isJsonLike(text)) return `${text.length} characters of other JSON, or of a part of it`
  const line = findFirstLine(text)
  return line === undefined ? 'an empty body' : `"${line}"`
}

/** Tells whether a body may be JSON, or the beginning of it. No message quotes it, because it may name people. */
const isJsonLike = (text: string) => /^\s*[[{"]/.test(text)

/** Finds the first visible line of a page and cuts it to 200 characters. Undefined if there is none. */
function findFirstLine(text: string): string | undefined {
  // A proxy's page can be of any size. Its message is at the top.
  return text
    .slice(0, 20_000)
    .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>|<[^>]*>/gis, '\n')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim().slice(0, 200))
    .find((line) => line !== '')
}

const toText = ({ bytes }: RawAnswer) => new TextDecoder().decode(bytes)

/** Reads the error that a body has. */
function readError(text: string): Record<string, unknown> {
  const error = parseObject(text)?.error
  return isObject(error) ? error : {}
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toNonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
