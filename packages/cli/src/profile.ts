import { readFileSync, statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { exitCode, Failure, UsageFailure } from './failure.ts'
import { waitForLock } from './lock.ts'
import { hideKeys } from './output.ts'
import { describeError, isNoSuchFile, resolvePath, tryParseJson, writeWholeFile } from './stored-file.ts'

// Loose: a later version may store more members, and a login by this version must keep them.
const Profile = z.looseObject({
  url: z.string().optional(),
  apiKey: z.string().optional(),
  /** The company of the key, as the board named it at the login. */
  company: z.looseObject({ id: z.string(), name: z.string(), slug: z.string() }).optional(),
})
/** An address and a key that belong together. */
export type Profile = z.infer<typeof Profile>

// The members of the profile `default` are those of the file itself.
const ProfileFile = Profile.extend({ profiles: z.record(z.string(), Profile).optional() })
type ProfileFile = z.infer<typeof ProfileFile>

/** The profile that commands use if none is named. */
export const defaultProfile = 'default'

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

/** Formats the place of a profile for messages. */
export const formatProfilePlace = (env: Environment, name: string) =>
  name === defaultProfile ? formatProfilePath(env) : `profile ${name} of ${formatProfilePath(env)}`

/** Chooses the profile: `flag` is the value of `--profile`. Throws a Failure if it is not a name. */
export function chooseProfile(flag: string | undefined, env: Environment): string {
  const name = flag ?? (env.BOARDWALK_PROFILE || defaultProfile)
  // The user may have typed a key instead of a name. It must not be shown or stored as one.
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && hideKeys(name) === name) return name
  throw new UsageFailure(
    `${hideKeys(JSON.stringify(name))} is not a name of a profile. A name has letters, digits, ".", "_" and "-", at most 64.`,
  )
}

/** Reads a profile; undefined if nothing is stored under this name. */
export function readProfile(env: Environment, name: string): Profile | undefined {
  const { profiles = {}, ...first } = readProfileFile(env)
  if (name !== defaultProfile) return Object.hasOwn(profiles, name) ? profiles[name] : undefined
  return Object.keys(first).length === 0 ? undefined : first
}

/** Reads all profiles that have a key, by name. */
export function readProfiles(env: Environment): [name: string, profile: Profile][] {
  const { profiles = {}, ...first } = readProfileFile(env)
  const named = Object.entries(profiles).sort(([one], [other]) => (one < other ? -1 : 1))
  const all: [string, Profile][] = [[defaultProfile, first], ...named]
  return all.filter(([, { apiKey }]) => apiKey !== undefined)
}

function readProfileFile(env: Environment): ProfileFile {
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
  const parsed = ProfileFile.safeParse(tryParseJson(source))
  if (!parsed.success)
    throw new Failure(`${formatProfilePath(env)} must be like {"url": "https://…/api"}; correct it, or remove it`)
  return parsed.data
}

/** Tells whether only its owner can read the profile file. Windows has no such mode bits, so there it is not checked. */
export function isProfilePrivate(env: Environment): boolean {
  return process.platform === 'win32' || (statSync(findProfilePath(env)).mode & 0o077) === 0
}

// Another process may change another profile at the same moment: the file is read and written under a lock.
/** Changes a profile; undefined removes it. Only the owner of the file can read it. */
export async function changeProfile(
  env: Environment,
  name: string,
  change: (profile: Profile | undefined) => Profile | undefined,
): Promise<void> {
  const path = findProfilePath(env)
  try {
    await mkdir(dirname(path), { recursive: true })
    await chmod(dirname(path), 0o700)
    const target = await resolvePath(path)
    const lock = await waitForLock(target)
    if (typeof lock === 'string') throw new Error(`it is in use by ${lock}`)
    try {
      const file = changeFile(readProfileFile(env), name, change(readProfile(env, name)))
      await writeWholeFile(target, `${JSON.stringify(file, null, 2)}\n`)
    } finally {
      await lock.release()
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    const message = `${formatProfilePath(env)} cannot be written: ${describeError(error)}`
    throw new Failure(message, exitCode.failure, { cause: error })
  }
}

function changeFile({ profiles = {}, ...first }: ProfileFile, name: string, profile: Profile | undefined): ProfileFile {
  const { [name]: _, ...others } = profiles
  const named = name === defaultProfile ? profiles : { ...others, ...(profile !== undefined && { [name]: profile }) }
  return { ...(name === defaultProfile ? profile : first), ...(Object.keys(named).length > 0 && { profiles: named }) }
}
