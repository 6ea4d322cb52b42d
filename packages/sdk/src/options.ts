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

/** The names that other clients have for these options. */
const otherNames: Record<string, string> = { maxRetries: 'retriesMax', timeout: 'timeoutMs', baseURL: 'baseUrl' }
const least: Record<string, number> = { timeoutMs: 1, retriesMax: 0, retryAfterMaxMs: 0, concurrency: 1, intervalMs: 0 }

/** The default of every option, also of one whose default is undefined. */
type DefaultsOf<Options> = { [Name in keyof Required<Options>]: Options[Name] }

/** Every option with its value, which is undefined only if its default is. */
export type Settings<Options, Defaults extends DefaultsOf<Options>> = {
  [Name in keyof Required<Options>]: Exclude<Options[Name], undefined> | Extract<Defaults[Name], undefined>
}

/**
 * Gives each option that is absent or undefined its default. Throws a BoardwalkError for an option that `defaults` does not
 * have, because it does not exist, and its caller would believe that it is in force.
 */
export function applyDefaults<Options extends object, Defaults extends DefaultsOf<Options>>(
  options: Options,
  defaults: Defaults,
): Settings<Options, Defaults> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) {
    const min = least[name]
    if (!Object.hasOwn(defaults, name)) {
      const other = otherNames[name]
      const advice = other === undefined ? `choose from ${Object.keys(defaults).join(', ')}` : `did you mean ${other}?`
      throw new BoardwalkError(`There is no option ${name}; ${advice}`)
    }
    if (min !== undefined && !(typeof value === 'number' && value >= min))
      throw new BoardwalkError(`${name} must be a number of at least ${min}, not ${value}`)
  }
  // No given value is undefined, and each has the name and the type of an option.
  return { ...defaults, ...Object.fromEntries(given) } as Settings<Options, Defaults>
}

/** Describes a wrong argument for a message: a text, or the names of members, because their values may name people. */
export const describeValue = (value: unknown): string =>
  value === Object(value)
    ? `{${Object.keys(Object(value))}}`
    : typeof value === 'string'
      ? JSON.stringify(value)
      : `${value}`

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
