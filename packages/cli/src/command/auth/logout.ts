import { type ExitCode, exitCode } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { formatProfilePath, readProfile, writeProfile } from '../../profile.ts'
import type { World } from '../../shell.ts'

/** Removes the key from the profile file. The board still accepts the key. */
export async function logout({ env }: World, output: Output, format: OutputFormat): Promise<ExitCode> {
  const { apiKey, ...rest } = readProfile(env)
  const file = formatProfilePath(env)
  if (apiKey !== undefined) await writeProfile(env, rest)
  const told = apiKey === undefined ? `There was no key in ${file}` : `The key was removed from ${file}`
  await output.result(format === 'json' ? JSON.stringify({ removed: apiKey !== undefined, file }) : told)
  if (env.BOARDWALK_API_KEY) output.say('BOARDWALK_API_KEY is still set. The commands use it.', 'yellow')
  if (apiKey !== undefined)
    output.say('The board still accepts the key. An administrator can revoke it in the back office.')
  return exitCode.done
}
