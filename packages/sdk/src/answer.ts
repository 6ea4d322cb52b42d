import { type APIError, ConnectionError, createApiError, type Issue } from './error.ts'

/** An HTTP answer whose body is read but not parsed. */
export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * Returns the members of a successful answer's body, without `error`. Throws an APIError for a refusal, and a
 * ConnectionError for a success that is not the board's JSON: then it is not known what the board has done.
 */
export function parseAnswer(raw: RawAnswer): Record<string, unknown> {
  const body = parseObject(raw.text)
  const isSuccess = raw.status >= 200 && raw.status < 300
  if (!isSuccess) throw toApiError(raw, body)
  // Every success of the board has `error: null`. A proxy's own JSON has not.
  if (body === undefined || !('error' in body)) throw createUnreadableError(raw)
  const { error: _, ...data } = body
  return data
}

function toApiError({ status, headers, text }: RawAnswer, body: Record<string, unknown> | undefined): APIError {
  const error = isObject(body?.error) ? body.error : {}
  const location = headers.get('location')
  return createApiError({
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
}

/** Creates the error for a successful answer that is not Boardwalk's JSON, such as a proxy's page or half of an answer. */
function createUnreadableError({ status, text }: RawAnswer): ConnectionError {
  return new ConnectionError(
    `The answer (status ${status}) is not the JSON of a Boardwalk but ${describeBody(text)}; is baseUrl its integration API?`,
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
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim().slice(0, 200))
    .find((line) => line !== '')
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
