import { type ExitCode, exitCode } from '../../failure.ts'
import {
  changeProfile,
  chooseProfile,
  defaultProfile,
  formatProfilePath,
  formatProfilePlace,
  type Profile,
  readProfile,
  readProfiles,
} from '../../profile.ts'
import { printRecords } from '../../records.ts'
import type { Run } from '../../shell.ts'

/** Removes the stored key, or a named profile as a whole. The board still accepts the key. */
export async function logout({ world, output, format }: Run, flags: { profile?: string }): Promise<ExitCode> {
  const { env } = world
  const profile = chooseProfile(flags.profile, env)
  const stored = readProfile(env, profile)
  const hasKey = stored?.apiKey !== undefined
  if (stored !== undefined)
    await changeProfile(env, profile, (now = {}) => (profile === defaultProfile ? forgetKey(now) : undefined))
  const place = formatProfilePlace(env, profile)
  const message = hasKey ? `The key was removed from ${place}` : `There was no key in ${place}`
  const result = { removed: hasKey, profile, file: formatProfilePath(env) }
  await (format === 'json' ? output.document(result) : output.result(message))
  if (env.BOARDWALK_API_KEY) output.say('BOARDWALK_API_KEY is still set. The commands use it.', 'yellow')
  if (hasKey) output.say('The board still accepts the key. Your company can revoke it in the back office.')
  return exitCode.done
}

const forgetKey = ({ apiKey: _, company: __, ...rest }: Profile) => rest

/** Prints the stored profiles, without their keys. Asks the board nothing: the company is the one of the login. */
export async function list(run: Run): Promise<ExitCode> {
  const profiles = readProfiles(run.world.env).map(([profile, { url = null, company = null }]) => ({
    profile,
    url,
    company,
  }))
  await printRecords(run, {
    name: 'profiles',
    columns: [
      { name: 'profile', text: ({ profile }) => profile },
      { name: 'url', text: ({ url }) => url ?? '' },
      { name: 'company', text: ({ company }) => company?.name ?? '' },
    ],
    items: profiles,
  })
  if (profiles.length === 0) run.output.say('No key is stored. Run boardwalk auth login.')
  return exitCode.done
}
