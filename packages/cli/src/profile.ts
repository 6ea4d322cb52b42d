import { readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { exitCode, Failure } from './failure.ts'
import { writeWholeFile } from './whole-file.ts'

// Loose, so that what a later version keeps there outlives a login by this one.
const Profile = z.looseObject({ url: z.string().optional(), apiKey: z.string().optional() })
export type Profile = z.infer<typeof Profile>

type Environment = Readonly<Record<string, string | undefined>>

/** The profile file of the one who calls. */
const profilePath = (env: Environment) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'boardwalk', 'config.json')

/** The same, as a person writes it. */
export function profileName(env: Environment): string {
  const home = env.HOME || homedir()
  const path = profilePath(env)
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

/** What the profile file holds: nothing, where there is none. */
export function readProfile(env: Environment): Profile {
  const path = profilePath(env)
  let source: string
  try {
    source = readFileSync(path, 'utf8')
  } catch (error) {
    if (isNoSuchFile(error)) return {}
    throw new Failure(`${profileName(env)} cannot be read: ${reasonOf(error)}`, exitCode.failure, { cause: error })
  }
  const parsed = Profile.safeParse(jsonOf(source))
  if (!parsed.success)
    throw new Failure(`${profileName(env)} must be like {"url": "https://…/api"}; mend it, or remove it`)
  return parsed.data
}

/** Whether the profile file is nobody else's to read. Windows keeps rights elsewhere. */
export function isProfilePrivate(env: Environment): boolean {
  return process.platform === 'win32' || (statSync(profilePath(env)).mode & 0o077) === 0
}

/** Puts a profile in the place of the one before, for its owner alone. */
export async function writeProfile(env: Environment, profile: Profile): Promise<void> {
  const path = profilePath(env)
  try {
    await mkdir(dirname(path), { recursive: true })
    await chmod(dirname(path), 0o700)
    await writeWholeFile(await targetOf(path), `${JSON.stringify(profile, null, 2)}\n`)
  } catch (error) {
    throw new Failure(`${profileName(env)} cannot be written: ${reasonOf(error)}`, exitCode.failure, { cause: error })
  }
}

/** The file behind a link, so that who keeps it elsewhere goes on doing so. */
const targetOf = (path: string) =>
  realpath(path).catch((error: unknown) => {
    if (isNoSuchFile(error)) return path
    throw error
  })

const isNoSuchFile = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function jsonOf(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}
