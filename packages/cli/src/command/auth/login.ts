import { Boardwalk } from '@boardwalk/sdk'
import { addressOf, apiKeyOf, findSettings } from '../../config.ts'
import { type ConnectionFlags, sourcesOf } from '../../connection.ts'
import { type ExitCode, exitCode, Failure } from '../../failure.ts'
import { shownKey } from '../../key-text.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { profileName, readProfile, writeProfile } from '../../profile.ts'
import { askLine, canAsk } from '../../question.ts'
import { findScopes } from '../../scopes.ts'
import type { World } from '../../shell.ts'

/** Takes address and key, tries them on the board, and keeps them; what the board refuses is not kept. */
export async function login(
  world: World,
  flags: ConnectionFlags,
  output: Output,
  format: OutputFormat,
): Promise<ExitCode> {
  const { env } = world
  const { url: given, keyFromInput } = await sourcesOf(world, flags)
  const url = await takeUrl(world, output, given)
  const apiKey = await takeKey(world, output, url, keyFromInput)
  const scopes = await findScopes(new Boardwalk({ baseUrl: url, apiKey }))
  await writeProfile(env, { ...readProfile(env), url, apiKey })

  const result = { url, key: shownKey(apiKey), scopes, file: profileName(env) }
  await output.result(
    format === 'json'
      ? JSON.stringify(result)
      : `Logged in to ${url} with ${result.key} (${scopes.join(', ')}).\nKept in ${result.file}`,
  )
  if (env.BOARDWALK_API_KEY)
    output.say(output.colors.yellow('BOARDWALK_API_KEY is set, and goes over the key just kept.'))
  return exitCode.done
}

async function takeUrl(world: World, output: Output, given: string | undefined): Promise<string> {
  const { url } = findSettings({ url: given, env: world.env })
  if (url !== undefined || !canAsk(world, output)) return addressOf(url)
  const check = (value: string) => addressOf({ value, from: 'you' })
  return check(
    await askLine(world, output, {
      message: 'Address of the board’s API',
      example: 'https://jobs.example.com/api',
      check,
    }),
  )
}

async function takeKey(world: World, output: Output, url: string, given: string | undefined): Promise<string> {
  const check = (value: string) => apiKeyOf({ value, from: 'you' }, world.env)
  if (given !== undefined) return check(given)
  if (canAsk(world, output))
    return check(await askLine(world, output, { message: `API key for ${url}`, check, isSecret: true }))
  throw new Failure('There is no terminal to ask for the key on: pipe it in with --api-key-stdin.', exitCode.usage)
}
