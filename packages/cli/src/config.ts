import { exitCode, Failure } from './failure.ts'
import { withoutKeys } from './key-text.ts'
import { isProfilePrivate, profileName, readProfile } from './profile.ts'

/** Where the board is and who asks. */
export interface Config {
  url: string
  apiKey: string
}

/** What a command may take its settings from. */
export interface Sources {
  /** `--url` of this call. */
  url?: string | undefined
  /** The key as it came on standard input, where it was asked for. */
  keyFromInput?: string | undefined
  env: Readonly<Record<string, string | undefined>>
}

/** A setting, and where it was found. */
export interface Setting {
  value: string
  from: string
}

export interface Settings {
  url: Setting | undefined
  apiKey: Setting | undefined
}

/** Finds address and key as they were given, a flag over the environment over the profile file. */
export function findSettings({ url, keyFromInput, env }: Sources): Settings {
  const profile = readProfile(env)
  const file = profileName(env)
  return {
    url: firstOf([url, '--url'], [env.BOARDWALK_URL, 'BOARDWALK_URL'], [profile.url, file]),
    apiKey:
      keyFromInput === undefined
        ? firstOf([env.BOARDWALK_API_KEY, 'BOARDWALK_API_KEY'], [profile.apiKey, file])
        : // Who pipes one in, be it empty, means no other.
          { value: keyFromInput, from: 'standard input' },
  }
}

function firstOf(...places: [value: string | undefined, from: string][]): Setting | undefined {
  const found = places.find(([value]) => value !== undefined && value !== '')
  return found?.[0] === undefined ? undefined : { value: found[0], from: found[1] }
}

/** Finds the board's address and the key; what is missing is said with the ways to give it. */
export function readConfig(sources: Sources): Config {
  const { url, apiKey } = findSettings(sources)
  return { url: addressOf(url), apiKey: apiKeyOf(apiKey, sources.env) }
}

/** The address to which paths are added. */
export function addressOf(url: Setting | undefined): string {
  if (url === undefined)
    throw new Failure(
      'Where is the board? Give --url https://jobs.example.com/api, set BOARDWALK_URL, or run boardwalk auth login on a terminal.',
      exitCode.usage,
    )
  const parsed = URL.canParse(url.value) ? new URL(url.value) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new Failure(
      `${withoutKeys(JSON.stringify(url.value))} is no address of a board; it must be like https://jobs.example.com/api`,
      exitCode.usage,
    )
  if (parsed.username || parsed.password || parsed.search || parsed.hash)
    throw new Failure('The board’s address must have neither user nor password, "?" nor "#" in it.', exitCode.usage)
  return url.value.replace(/\/+$/, '')
}

/** The key, fit for a header. No message shows what was given instead. */
export function apiKeyOf(apiKey: Setting | undefined, env: Sources['env']): string {
  const key = apiKey?.value.trim() ?? ''
  if (key === '')
    throw new Failure(
      'There is no API key. Run boardwalk auth login, set BOARDWALK_API_KEY, or pipe one in with --api-key-stdin.',
      exitCode.notAuthorised,
    )
  if (apiKey?.from === profileName(env) && !isProfilePrivate(env))
    throw new Failure(`Others may read the key in ${apiKey.from}: run chmod 600 on it`)
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Failure('The API key has characters that no key has.', exitCode.notAuthorised)
  return key
}
