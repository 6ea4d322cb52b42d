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
}

/**
 * Returns the members of a successful answer's body, without `error`. Throws an APIError for a refusal, and a
 * ConnectionError for a success that is not the board's JSON: then it is not known what the board has done.
 */
export function parseAnswer(raw: RawAnswer): Record<string, unknown> {
  throwIfRefused(raw)
  const text = toText(raw)
  const body = parseObject(text)
  // Every success of the board has `error: null`. A proxy's own JSON has not, and its page or half of an answer is no JSON.
  if (body === undefined || !('error' in body))
    throw new ConnectionError(
      `The answer (status ${raw.status}) is not the JSON of a Boardwalk but ${describeBody(text)}; ${doubtUrl(raw.baseUrl)}`,
    )
  const { error: _, ...data } = body
  return data
}

/** Returns the PDF of a successful answer. Throws an APIError for a refusal, and a ConnectionError for anything else. */
export function readFile(raw: RawAnswer): Uint8Array {
  throwIfRefused(raw)
  const type = raw.headers.get('content-type') ?? ''
  if (!/^application\/pdf\b/i.test(type)) throw new ConnectionError(`The answer is ${type || 'of no type'}, not a PDF`)
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

function chooseClass(status: number, code: string | undefined): typeof APIError {
  // A 404 of a proxy has no code. It says nothing about a job either.
  if (status === 404 && [undefined, 'page_not_found', 'route_not_found'].includes(code)) return PageNotFoundError
  return status >= 500 ? ServerError : (classes[status] ?? APIError)
}

function throwIfRefused(raw: RawAnswer): void {
  const { status, headers, baseUrl } = raw
  if (status >= 200 && status < 300) return
  const text = toText(raw)
  const body = parseObject(text)
  const error = isObject(body?.error) ? body.error : {}
  const location = headers.get('location')
  const code = toNonEmptyText(error.code)
  const refusal = new (chooseClass(status, code))({
    status,
    headers,
    message:
      toNonEmptyText(error.message) ??
      // The SDK does not follow redirects, because that would send the key to the new address.
      (location !== null && status < 400 ? `The address has moved to ${location}` : undefined) ??
      (body === undefined ? findFirstLine(text) : undefined) ??
      `HTTP ${status}`,
    code,
    // The OpenAPI document defines the form of the board's issues.
    issues: Array.isArray(error.issues) ? (error.issues as Issue[]) : [],
    requestId: toNonEmptyText(error.requestId) ?? raw.requestId,
  })
  refusal.isUnconfirmed = status >= 500 && code !== 'overloaded'
  if (refusal instanceof PageNotFoundError) refusal.message += `: ${doubtUrl(baseUrl)}`
  throw refusal
}

/** Asks whether the address is right. A board serves its integration API under /api. */
function doubtUrl(baseUrl: string): string {
  const likely = `${new URL(baseUrl).origin}/api`
  return `is baseUrl ${baseUrl} an integration API?${likely === baseUrl ? '' : ` Did you mean ${likely}?`}`
}

function describeBody(text: string): string {
  if (isJsonLike(text)) return `${text.length} characters of JSON that is cut off, or not a Boardwalk's`
  const line = findFirstLine(text)
  return line === undefined ? 'an empty body' : `"${line}"`
}

/** Tells whether a body may be JSON, or the beginning of it. No message quotes it, because it may name people. */
const isJsonLike = (text: string) => /^\s*[[{"]/.test(text)

/** Finds the first visible line of a page and cuts it to 200 characters. Undefined if there is none, and for JSON. */
function findFirstLine(text: string): string | undefined {
  if (isJsonLike(text)) return undefined
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
