import { BoardwalkError } from './error.ts'

/**
 * Options of a single call, the last argument of every method. They override the client's options.
 * @example
 * await boardwalk.jobs.get('A-1', { timeoutMs: 5_000, retriesMax: 0, signal: AbortSignal.timeout(10_000) })
 */
export interface CallOptions {
  /**
   * Aborts the call, its retries and its pauses. The call then throws an AbortedError.
   * @example signal: request.signal
   */
  signal?: AbortSignal | undefined
  /**
   * The time limit of one attempt in milliseconds, at least 1. It includes reading the answer.
   * @example timeoutMs: 5_000
   */
  timeoutMs?: number | undefined
  /**
   * How often this call is retried if it fails. `create` is retried only if it surely had no effect.
   * @example retriesMax: 0
   */
  retriesMax?: number | undefined
  /**
   * Headers to add to the client's. A header that the client also has replaces the client's.
   * @example headers: { 'x-request-id': requestId }
   */
  headers?: Record<string, string> | undefined
}

export const callOptionNames = ['signal', 'timeoutMs', 'retriesMax', 'headers']

/** The names that other clients have for these options. */
const otherNames: Record<string, string> = {
  maxRetries: 'retriesMax',
  timeout: 'timeoutMs',
  baseURL: 'baseUrl',
}
const least: Record<string, number> = { timeoutMs: 1, retriesMax: 0, retryAfterMaxMs: 0, concurrency: 1, intervalMs: 0 }

/** An option that is not undefined. */
type Given<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> }

/**
 * Returns the options that are not undefined. Throws a BoardwalkError for an option that does not exist, because its caller
 * would believe that it is in force.
 */
export function checkOptions<Options extends object>(options: Options, names: readonly string[]): Given<Options> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const min = least[name]
    if (!names.includes(name))
      throw new BoardwalkError(`There is no option ${name}; did you mean ${otherNames[name] ?? names.join(', ')}?`)
    if (min !== undefined && !(typeof value === 'number' && value >= min))
      throw new BoardwalkError(`${name} must be a number of at least ${min}, not ${value}`)
  }
  // The entries are those of the options.
  return Object.fromEntries(given) as Given<Options>
}

/** Returns a key that a header can hold. Throws a BoardwalkError that does not show the key. */
export function checkKey(key: string | undefined): string {
  if (!key) throw new BoardwalkError('Give an apiKey, or set BOARDWALK_API_KEY')
  // Checked here, because the error of `fetch` for an invalid header shows the header's value: the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new BoardwalkError('The apiKey has a character that no key has, such as a blank or a line break at its end')
  return key
}

/** Returns the address without a `/` at its end. Throws a BoardwalkError if it cannot be that of an API. */
export function checkUrl(url: string | undefined): string {
  if (!url) throw new BoardwalkError('Give a baseUrl, or set BOARDWALK_URL')
  // The message does not show the address, which may have a password.
  if (!/^https?:\/\/[^@?#]+$/i.test(url) || !URL.canParse(url))
    throw new BoardwalkError(
      'The baseUrl is an address such as https://jobs.example.com/api, without user, "?" and "#"',
    )
  return url.replace(/\/+$/, '')
}
