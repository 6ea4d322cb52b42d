import type { Scope } from '@boardwalk/schema/api-key'
import { Boardwalk } from '@boardwalk/sdk'
import { boardFailureOf } from '../../board-failure.ts'
import { addressOf, apiKeyOf, findSettings, type Setting, type Settings } from '../../config.ts'
import { type ConnectionFlags, sourcesOf } from '../../connection.ts'
import { type ExitCode, exitCode, type Failure } from '../../failure.ts'
import { shownKey } from '../../key-text.ts'
import type { Output, OutputFormat } from '../../output.ts'
import { findScopes } from '../../scopes.ts'
import type { World } from '../../shell.ts'

/** Tells where address and key come from, and tries them. */
export async function status(
  world: World,
  flags: ConnectionFlags,
  output: Output,
  format: OutputFormat,
): Promise<ExitCode> {
  const { url, apiKey } = findSettings(await sourcesOf(world, flags))
  const { scopes, failure } = await tryOut({ url, apiKey }, world.env)
  if (failure !== undefined) output.say(output.colors.red(`Error: ${failure.message}`))
  const address = url === undefined ? undefined : { value: shownUrl(url), from: url.from }
  const key = apiKey === undefined ? undefined : { value: shownKey(apiKey.value.trim()), from: apiKey.from }
  if (format === 'json') {
    const error = failure === undefined ? null : { message: failure.message }
    await output.result(JSON.stringify({ url: address ?? null, key: key ?? null, scopes, error }))
  } else {
    await output.result(`address  ${shown(address)}`)
    await output.result(`key      ${shown(key)}`)
    await output.result(`works    ${failure === undefined ? `yes, scopes ${scopes.join(', ')}` : 'no'}`)
  }
  return failure?.exitCode ?? exitCode.done
}

const shown = (setting: Setting | undefined) => (setting === undefined ? 'none' : `${setting.value} (${setting.from})`)

/** What is no address may be a secret that came to the wrong place. */
function shownUrl(url: Setting): string {
  try {
    return addressOf(url)
  } catch {
    return 'no address of a board'
  }
}

async function tryOut(settings: Settings, env: World['env']): Promise<{ scopes: Scope[]; failure?: Failure }> {
  try {
    const boardwalk = new Boardwalk({ baseUrl: addressOf(settings.url), apiKey: apiKeyOf(settings.apiKey, env) })
    return { scopes: await findScopes(boardwalk) }
  } catch (error) {
    return { scopes: [], failure: boardFailureOf(error) }
  }
}
