import { readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { exitCode, Failure } from './failure.ts'
import { describeError, isNoSuchFile, parseJson } from './stored-file.ts'
import { writeWholeFile } from './whole-file.ts'

// Loose: a later version may store more members, and a login by this version must keep them.
const Profile = z.looseObject({ url: z.string().optional(), apiKey: z.string().optional() })
export type Profile = z.infer<typeof Profile>

type Environment = Readonly<Record<string, string | undefined>>

/** Finds the path of the user's profile file. */
const findProfilePath = (env: Environment) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'boardwalk', 'config.json')

/** Formats the path of the profile file for messages, with `~` for the home folder. */
export function formatProfilePath(env: Environment): string {
  const home = env.HOME || homedir()
  const path = findProfilePath(env)
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

/** Reads the profile file; without one the profile is empty. */
export function readProfile(env: Environment): Profile {
  const path = findProfilePath(env)
  let source: string
  try {
    source = readFileSync(path, 'utf8')
  } catch (error) {
    if (isNoSuchFile(error)) return {}
    throw new Failure(`${formatProfilePath(env)} cannot be read: ${describeError(error)}`, exitCode.failure, {
      cause: error,
    })
  }
  const parsed = Profile.safeParse(parseJson(source))
  if (!parsed.success)
    throw new Failure(`${formatProfilePath(env)} must be like {"url": "https://…/api"}; correct it, or remove it`)
  return parsed.data
}

/** Tells whether only its owner can read the profile file. Windows has no such mode bits, so there it is not checked. */
export function isProfilePrivate(env: Environment): boolean {
  return process.platform === 'win32' || (statSync(findProfilePath(env)).mode & 0o077) === 0
}

/** Replaces the profile file; only its owner can read the new one. */
export async function writeProfile(env: Environment, profile: Profile): Promise<void> {
  const path = findProfilePath(env)
  try {
    await mkdir(dirname(path), { recursive: true })
    await chmod(dirname(path), 0o700)
    await writeWholeFile(await resolveLink(path), `${JSON.stringify(profile, null, 2)}\n`)
  } catch (error) {
    throw new Failure(`${formatProfilePath(env)} cannot be written: ${describeError(error)}`, exitCode.failure, {
      cause: error,
    })
  }
}

/** Resolves a symbolic link: a user who stores the file elsewhere keeps it there. */
const resolveLink = (path: string) =>
  realpath(path).catch((error: unknown) => {
    if (isNoSuchFile(error)) return path
    throw error
  })
