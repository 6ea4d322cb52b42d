import { APIError, apiErrorOf, type Issue } from './error.ts'

/** An answer as it came. */
export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/** The members of a success's body; throws the APIError of anything else. */
export function dataOf(raw: RawAnswer): Record<string, unknown> {
  const body = objectOf(raw.text)
  const isSuccess = raw.status >= 200 && raw.status < 300
  if (!isSuccess) throw failureOf(raw, body)
  if (body === undefined) throw notOfTheBoard(raw)
  const { error: _, ...data } = body
  return data
}

function failureOf({ status, headers, text }: RawAnswer, body: Record<string, unknown> | undefined): APIError {
  const error = isObject(body?.error) ? body.error : {}
  const location = headers.get('location')
  return apiErrorOf({
    status,
    headers,
    message:
      textOf(error.message) ??
      // Not followed: the key would go wherever the answer points.
      (location !== null && status < 400 ? `The address has moved to ${location}` : undefined) ??
      (body === undefined ? firstLineOf(text) : undefined) ??
      `HTTP ${status}`,
    code: textOf(error.code),
    // The document fixes what the board's issues look like.
    issues: Array.isArray(error.issues) ? (error.issues as Issue[]) : [],
    requestId: textOf(error.requestId) ?? headers.get('x-request-id') ?? undefined,
  })
}

function notOfTheBoard({ status, headers, text }: RawAnswer): APIError {
  const line = firstLineOf(text)
  const said = line === undefined ? 'an empty body' : `"${line}"`
  return new APIError({
    status,
    headers,
    message: `The answer is not the JSON of a Boardwalk but ${said}; is baseUrl its integration API?`,
    requestId: headers.get('x-request-id') ?? undefined,
  })
}

/** The first line that a person would see of a page, at most 200 characters. */
function firstLineOf(text: string): string | undefined {
  // A page as large as a proxy likes; what it says stands at its top.
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

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
