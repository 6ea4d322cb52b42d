import { type ExitCode, exitCode } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import {
  chooseProfile,
  defaultProfile,
  formatProfilePath,
  formatProfilePlace,
  readProfile,
  writeProfile,
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
  if (stored !== undefined) await writeProfile(env, profile, profile === defaultProfile ? forgetKey(stored) : undefined)
  const place = formatProfilePlace(env, profile)
  const told = hasKey ? `The key was removed from ${place}` : `There was no key in ${place}`
  const result = { removed: hasKey, profile, file: formatProfilePath(env) }
  await output.result(format === 'json' ? JSON.stringify(result) : told)
  if (env.BOARDWALK_API_KEY) output.say('BOARDWALK_API_KEY is still set. The commands use it.', 'yellow')
  if (hasKey) output.say('The board still accepts the key. An administrator can revoke it in the back office.')
  return exitCode.done
}

const forgetKey = ({ apiKey: _, company: __, ...rest }: NonNullable<ReturnType<typeof readProfile>>) => rest
