import type { IncomingHttpHeaders } from 'node:http'

/** A whole answer. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The guarantee that a 5xx breaks. Undefined if the process could not reach its database, which excuses it. */
  serverErrorBreaks: 'failed over' | 'server error' | undefined
}

/** Reads the body as a JSON object. Undefined if it is none. */
export function readBody({ bytes }: Answer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers whether a refusal has a message, as every refusal of the API must. */
export function isRefusal(answer: Answer): boolean {
  const error = readBody(answer)?.error
  return isObject(error) && typeof error.message === 'string' && error.message !== ''
}

export const describe = ({ status, bytes }: Answer): string => `${status} ${bytes.toString('utf8', 0, 300)}`

/** Answers whether an item of a batch was made. Undefined if it failed by the server's fault, like an answer with a 5xx. */
export function isItemMade(item: unknown): boolean | undefined {
  if (!isObject(item)) return false
  if (item.status === 'failed' && isObject(item.error) && !Array.isArray(item.error.issues)) return undefined
  return item.status === 'created' || item.status === 'updated' || item.status === 'unchanged'
}
