import type { IncomingHttpHeaders } from 'node:http'

/** An answer that came whole. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** What a 5xx breaks, for the process could reach its database; undefined if something excuses it. */
  serverErrorBreaks: 'failed over' | 'server error' | undefined
}

/** The object that an answer carries; undefined where it carries none. */
export function bodyOf({ bytes }: Answer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an answer that refuses says why, as every one of the API does. */
export function isRefusal(answer: Answer): boolean {
  const error = bodyOf(answer)?.error
  return isObject(error) && typeof error.message === 'string' && error.message !== ''
}

export const described = ({ status, bytes }: Answer): string => `${status} ${bytes.toString('utf8', 0, 300)}`

/** Whether an item of a batch failed as an answer with a 5xx does: through no fault of its own. */
export const isServerFailure = (item: unknown): boolean =>
  isObject(item) && item.status === 'failed' && isObject(item.error) && !Array.isArray(item.error.issues)
