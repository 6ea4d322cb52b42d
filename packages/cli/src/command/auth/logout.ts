import { type ExitCode, exitCode } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import {
  changeProfile,
  chooseProfile,
  defaultProfile,
  formatProfilePath,
  formatProfilePlace,
  type Profile,
  readProfile,
} from '../../profile.ts'
import type { World } from '../../shell.ts'

/** Removes the stored key, or a named profile as a whole. The board still accepts the key. */
export async function logout(
  { env }: World,
  flags: { profile?: string },
  output: Output,
  format: OutputFormat,
): Promise<ExitCode> {
  const profile = chooseProfile(flags.profile, env)
  const stored = readProfile(env, profile)
  const hasKey = stored?.apiKey !== undefined
  if (stored !== undefined)
    await changeProfile(env, profile, (now = {}) => (profile === defaultProfile ? forgetKey(now) : undefined))
  const place = formatProfilePlace(env, profile)
  const told = hasKey ? `The key was removed from ${place}` : `There was no key in ${place}`
  const result = { removed: hasKey, profile, file: formatProfilePath(env) }
  await (format === 'json' ? output.document(result) : output.result(told))
  if (env.BOARDWALK_API_KEY) output.say('BOARDWALK_API_KEY is still set. The commands use it.', 'yellow')
  if (hasKey) output.say('The board still accepts the key. An administrator can revoke it in the back office.')
  return exitCode.done
}

const forgetKey = ({ apiKey: _, company: __, ...rest }: Profile) => rest
