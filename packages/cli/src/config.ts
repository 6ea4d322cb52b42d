import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { exitCode, Failure } from './failure.ts'

/** Where the board is and who asks. */
export interface Config {
  url: string
  apiKey: string
}

/** What a command may take its settings from, in the order in which one goes over the next. */
export interface Sources {
  /** `--url` of this call. */
  url?: string | undefined
  /** The key as it came on standard input, where it was asked for. */
  keyFromInput?: string | undefined
  env: Readonly<Record<string, string | undefined>>
  platform?: NodeJS.Platform
}

const Profile = z.object({ url: z.string().optional(), apiKey: z.string().optional() })

/** The profile file of the one who calls. */
function profilePath(env: Sources['env']): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'boardwalk', 'config.json')
}

/** Finds the board's address and the key; what is missing is said with the ways to give it. */
export function readConfig(sources: Sources): Config {
  const { env } = sources
  const profile = readProfile(sources)
  const url = sources.url || env.BOARDWALK_URL || profile.url
  if (url === undefined)
    throw new Failure(
      'Where is the board? Give --url https://jobs.example.com/api or set BOARDWALK_URL.',
      exitCode.usage,
    )
  const apiKey = (sources.keyFromInput ?? (env.BOARDWALK_API_KEY || profile.apiKey) ?? '').trim()
  if (apiKey === '')
    throw new Failure(
      `There is no API key. Set BOARDWALK_API_KEY, pipe one in with --api-key-stdin, or put {"apiKey": "…"} into ${profilePath(env)}.`,
      exitCode.notAuthorised,
    )
  // A header holds no other character; the message must not show what was given instead.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Failure('The API key has characters that no key has.', exitCode.notAuthorised)
  return { url: addressOf(url), apiKey }
}

function addressOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed !== undefined && (parsed.protocol === 'https:' || parsed.protocol === 'http:')) {
    if (parsed.username === '' && parsed.password === '') return url.replace(/\/+$/, '')
    throw new Failure('The board’s address must have no user name or password in it.', exitCode.usage)
  }
  throw new Failure(
    `${JSON.stringify(url)} is no address of a board; it must be like https://jobs.example.com/api`,
    exitCode.usage,
  )
}

function readProfile({ env, platform = process.platform }: Sources): z.infer<typeof Profile> {
  const path = profilePath(env)
  let source: string
  try {
    source = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Failure(`${path} cannot be read`, exitCode.failure, { cause: error })
  }
  const parsed = Profile.safeParse(jsonOf(source))
  if (!parsed.success) throw new Failure(`${path} must be like {"url": "https://…/api", "apiKey": "…"}`)
  // Windows keeps rights elsewhere.
  if (parsed.data.apiKey !== undefined && platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new Failure(`Others may read the key in ${path}: run chmod 600 on it`)
  return parsed.data
}

function jsonOf(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}
