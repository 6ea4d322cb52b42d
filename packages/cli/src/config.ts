import { exitCode, Failure, UsageFailure } from './failure.ts'
import { hideKeys } from './output.ts'
import {
  chooseProfile,
  defaultProfile,
  formatProfilePath,
  formatProfilePlace,
  isProfilePrivate,
  type Profile,
  readProfile,
} from './profile.ts'

/** The places from which a command may take its settings. */
export interface Sources {
  /** The value of `--url`. */
  url?: string | undefined
  /** What standard input held; undefined without `--api-key-stdin`. */
  keyFromInput?: string | undefined
  /** The value of `--profile`. */
  profile?: string | undefined
  env: Readonly<Record<string, string | undefined>>
}

/** A setting, and the place where it was found, as messages name it. */
export type Setting = { value: string; from: string }

/** The API key. One that `auth login` stored is only for the board at `address`, the address that it was tried with. */
export interface KeySetting extends Setting {
  address?: string | undefined
  /** Name of the profile that holds the key; undefined if it comes from elsewhere. */
  profile?: string
}

export type Settings = { url: Setting | undefined; apiKey: KeySetting | undefined }

/**
 * Finds address and key: a flag overrides the environment, which overrides the profile `default`. Throws a Failure if there
 * is no such profile, or if a variable may belong to another company than the profile.
 */
export function findSettings(sources: Sources): Settings {
  const { url, keyFromInput, profile: flag } = sources
  const name = chooseProfile(flag, sources.env)
  checkProfileAlone(sources)
  const profile = readProfile(sources.env, name)
  if (profile === undefined && name !== defaultProfile)
    throw new UsageFailure(
      `There is no profile ${name}. Run boardwalk auth list to see the profiles, or boardwalk auth login --profile ${name} to add it.`,
    )
  const place = formatProfilePlace(sources.env, name)
  // `--profile` is a flag, so it overrides these variables.
  const env = flag === undefined ? sources.env : {}
  return {
    url: findFirst([url, '--url'], [env.BOARDWALK_URL, 'BOARDWALK_URL'], [profile?.url, place]),
    apiKey:
      keyFromInput === undefined
        ? (findFirst([env.BOARDWALK_API_KEY, 'BOARDWALK_API_KEY']) ?? findStoredKey(profile, name, place))
        : // A caller that passes a key on standard input wants no other key, even if standard input is empty.
          { value: keyFromInput, from: 'standard input' },
  }
}

/** Refuses an address or a key beside a named profile: one company's key could otherwise change another company's jobs. */
function checkProfileAlone({ url, keyFromInput, profile: flag, env }: Sources): void {
  if (flag !== undefined && (url !== undefined || keyFromInput !== undefined))
    throw new UsageFailure(
      'A profile holds both address and key. Leave out --profile, or leave out --url and --api-key-stdin.',
    )
  if (flag !== undefined || !env.BOARDWALK_PROFILE) return
  const other =
    (keyFromInput === undefined && env.BOARDWALK_API_KEY && 'BOARDWALK_API_KEY') ||
    (url === undefined && env.BOARDWALK_URL && 'BOARDWALK_URL')
  if (other)
    throw new UsageFailure(
      `BOARDWALK_PROFILE and ${other} are both set, and may be for different companies. Unset one of them.`,
    )
}

/** Finds the address for `auth login`: unlike other commands, it also takes one for a profile that is not there yet. */
export function findLoginAddress({ url, profile: flag, env }: Sources): Setting | undefined {
  const name = chooseProfile(flag, env)
  const variable: Place = [env.BOARDWALK_URL, 'BOARDWALK_URL']
  const stored: Place = [readProfile(env, name)?.url, formatProfilePlace(env, name)]
  return findFirst([url, '--url'], ...(flag === undefined ? [variable, stored] : [stored, variable]))
}

type Place = [value: string | undefined, from: string]

function findFirst(...places: Place[]): Setting | undefined {
  const found = places.find(([value]) => value !== undefined && value !== '')
  return found?.[0] === undefined ? undefined : { value: found[0], from: found[1] }
}

function findStoredKey(profile: Profile | undefined, name: string, place: string): KeySetting | undefined {
  const found = findFirst([profile?.apiKey, place])
  return found === undefined ? undefined : { ...found, address: profile?.url, profile: name }
}

/** Finds and checks the board's address and the key. Throws a Failure that says how to give what is missing. */
export function readConfig(sources: Sources): { url: string; apiKey: string } {
  const { url, apiKey } = findSettings(sources)
  const address = parseAddress(url)
  return { url: address, apiKey: parseApiKey(apiKey, address, sources.env) }
}

/** Checks the board's address, and removes slashes at its end. Throws a Failure if it is missing or wrong. */
export function parseAddress(url: Setting | undefined): string {
  if (url === undefined)
    throw new UsageFailure(
      'The board’s address is missing. Give --url https://jobs.example.com/api, set BOARDWALK_URL, or run boardwalk auth login on a terminal.',
    )
  const parsed = URL.canParse(url.value) ? new URL(url.value) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new UsageFailure(
      `${hideKeys(JSON.stringify(url.value))} is not the address of a board. Give an address such as https://jobs.example.com/api`,
    )
  if (parsed.username || parsed.password || parsed.search || parsed.hash)
    throw new UsageFailure('The board’s address must not contain a user name, a password, "?" or "#".')
  return url.value.replace(/\/+$/, '')
}

// A Failure never shows the given text: it may be another secret.
/** Checks that the key can be sent in a header, and to the board at `url`; undefined if it is not sent. */
export function parseApiKey(apiKey: KeySetting | undefined, url: string | undefined, env: Sources['env']): string {
  const key = apiKey?.value.trim() ?? ''
  if (key === '')
    throw new Failure(
      'The API key is missing. Run boardwalk auth login, set BOARDWALK_API_KEY, or pass it on standard input with --api-key-stdin.',
      exitCode.notAuthorised,
    )
  if (apiKey?.profile !== undefined) {
    if (!isProfilePrivate(env))
      throw new Failure(`Other users can read the API key in ${formatProfilePath(env)}. Run chmod 600 on this file.`)
    if (url !== undefined && !isSameOrigin(apiKey.address, url))
      throw new Failure(
        `The API key in ${apiKey.from} is ${apiKey.address === undefined ? 'stored without an address' : `for ${apiKey.address}`}, and is not sent to ${url}. Run boardwalk auth login${apiKey.profile === defaultProfile ? '' : ` --profile ${apiKey.profile}`} --url ${url}, or set BOARDWALK_API_KEY.`,
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
