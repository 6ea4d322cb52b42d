import { exitCode, Failure } from './failure.ts'
import { hideKeys } from './key-text.ts'
import { formatProfilePath, isProfilePrivate, type Profile, readProfile } from './profile.ts'

/** The settings that a client of the board needs: the address of its API, and the API key. */
export interface Config {
  url: string
  apiKey: string
}

/** The places from which a command may take its settings. */
export interface Sources {
  /** The value of `--url`. */
  url?: string | undefined
  /** What standard input held; undefined without `--api-key-stdin`. */
  keyFromInput?: string | undefined
  env: Readonly<Record<string, string | undefined>>
}

/** A setting, and the place where it was found, as messages name it. */
export interface Setting {
  value: string
  from: string
}

/** The API key. One that `auth login` stored is only for the board at `address`, the address that it was tried with. */
export interface KeySetting extends Setting {
  address?: string | undefined
}

export interface Settings {
  url: Setting | undefined
  apiKey: KeySetting | undefined
}

/** Finds address and key. A flag overrides the environment, and the environment overrides the profile file. */
export function findSettings({ url, keyFromInput, env }: Sources): Settings {
  const profile = readProfile(env)
  const file = formatProfilePath(env)
  return {
    url: findFirst([url, '--url'], [env.BOARDWALK_URL, 'BOARDWALK_URL'], [profile.url, file]),
    apiKey:
      keyFromInput === undefined
        ? (findFirst([env.BOARDWALK_API_KEY, 'BOARDWALK_API_KEY']) ?? findStoredKey(profile, file))
        : // A caller that passes a key on standard input wants no other key, even if standard input is empty.
          { value: keyFromInput, from: 'standard input' },
  }
}

function findFirst(...places: [value: string | undefined, from: string][]): Setting | undefined {
  const found = places.find(([value]) => value !== undefined && value !== '')
  return found?.[0] === undefined ? undefined : { value: found[0], from: found[1] }
}

function findStoredKey({ url, apiKey }: Profile, file: string): KeySetting | undefined {
  const found = findFirst([apiKey, file])
  return found === undefined ? undefined : { ...found, address: url }
}

/** Finds and checks the board's address and the key. Throws a Failure that says how to give what is missing. */
export function readConfig(sources: Sources): Config {
  const { url, apiKey } = findSettings(sources)
  const address = parseAddress(url)
  return { url: address, apiKey: parseApiKey(apiKey, address, sources.env) }
}

/** Checks the board's address, and removes slashes at its end. Throws a Failure if it is missing or wrong. */
export function parseAddress(url: Setting | undefined): string {
  if (url === undefined)
    throw new Failure(
      'The board’s address is missing. Give --url https://jobs.example.com/api, set BOARDWALK_URL, or run boardwalk auth login on a terminal.',
      exitCode.usage,
    )
  const parsed = URL.canParse(url.value) ? new URL(url.value) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new Failure(
      `${hideKeys(JSON.stringify(url.value))} is not the address of a board. Give an address such as https://jobs.example.com/api`,
      exitCode.usage,
    )
  if (parsed.username || parsed.password || parsed.search || parsed.hash)
    throw new Failure('The board’s address must not contain a user name, a password, "?" or "#".', exitCode.usage)
  return url.value.replace(/\/+$/, '')
}

/**
 * Checks that the key can be sent in a header, and that it may be sent to the board at `url`; undefined if it is not sent.
 * A Failure never shows the given text: it may be another secret.
 */
export function parseApiKey(apiKey: KeySetting | undefined, url: string | undefined, env: Sources['env']): string {
  const key = apiKey?.value.trim() ?? ''
  if (key === '')
    throw new Failure(
      'The API key is missing. Run boardwalk auth login, set BOARDWALK_API_KEY, or pass it on standard input with --api-key-stdin.',
      exitCode.notAuthorised,
    )
  if (apiKey?.from === formatProfilePath(env)) {
    if (!isProfilePrivate(env))
      throw new Failure(`Other users can read the API key in ${apiKey.from}. Run chmod 600 on this file.`)
    if (url !== undefined && !isSameOrigin(apiKey.address, url))
      throw new Failure(
        `The API key in ${apiKey.from} is ${apiKey.address === undefined ? 'stored without an address' : `for ${apiKey.address}`}, and is not sent to ${url}. Run boardwalk auth login --url ${url}, or set BOARDWALK_API_KEY.`,
        exitCode.notAuthorised,
      )
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Failure('The API key contains characters that no key has. Copy the key again.', exitCode.notAuthorised)
  return key
}

/** Tells whether two addresses lead to the same host and port by the same protocol. */
function isSameOrigin(stored: string | undefined, url: string): boolean {
  return stored !== undefined && URL.canParse(stored) && new URL(stored).origin === new URL(url).origin
}
