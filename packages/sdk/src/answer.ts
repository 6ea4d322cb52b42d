import { ConnectionError, createApiError, type Issue, PageNotFoundError } from './error.ts'

/** An HTTP answer whose body is read to its end but not parsed. */
export interface RawAnswer {
  status: number
  headers: Headers
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
  const body = parseObject(toText(raw))
  // Every success of the board has `error: null`. A proxy's own JSON has not.
  if (body === undefined || !('error' in body)) throw createUnreadableError(raw)
  const { error: _, ...data } = body
  return data
}

/** Returns the file of a successful answer. Throws an APIError for a refusal, and a ConnectionError for a page or JSON. */
export function readFile(raw: RawAnswer): Uint8Array {
  throwIfRefused(raw)
  const type = raw.headers.get('content-type') ?? ''
  if (/^(text\/html|application\/json)\b/i.test(type)) throw new ConnectionError(`The answer is ${type}, not the file`)
  return raw.bytes
}

function throwIfRefused(raw: RawAnswer): void {
  const { status, headers, baseUrl } = raw
  if (status >= 200 && status < 300) return
  const text = toText(raw)
  const body = parseObject(text)
  const error = isObject(body?.error) ? body.error : {}
  const location = headers.get('location')
  const refusal = createApiError({
    status,
    headers,
    message:
      toNonEmptyText(error.message) ??
      // The SDK does not follow redirects, because that would send the key to the new address.
      (location !== null && status < 400 ? `The address has moved to ${location}` : undefined) ??
      (body === undefined ? findFirstLine(text) : undefined) ??
      `HTTP ${status}`,
    code: toNonEmptyText(error.code),
    // The OpenAPI document defines the form of the board's issues.
    issues: Array.isArray(error.issues) ? (error.issues as Issue[]) : [],
    requestId: toNonEmptyText(error.requestId) ?? headers.get('x-request-id') ?? undefined,
  })
  refusal.isUnconfirmed = status >= 500 && refusal.code !== 'overloaded'
  if (refusal instanceof PageNotFoundError) refusal.message += `: ${doubtUrl(baseUrl)}`
  throw refusal
}

/** Asks whether the address is right. A board serves its integration API under /api. */
function doubtUrl(baseUrl: string): string {
  const likely = `${new URL(baseUrl).origin}/api`
  return `is baseUrl ${baseUrl} an integration API?${likely === baseUrl ? '' : ` Did you mean ${likely}?`}`
}

/** Creates the error for a successful answer that is not Boardwalk's JSON, such as a proxy's page or half of an answer. */
function createUnreadableError(raw: RawAnswer): ConnectionError {
  const what = describeBody(toText(raw))
  return new ConnectionError(
    `The answer (status ${raw.status}) is not the JSON of a Boardwalk but ${what}; ${doubtUrl(raw.baseUrl)}`,
  )
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
    .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gis, '')
    .replace(/<[^>]*>/g, '\n')
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
