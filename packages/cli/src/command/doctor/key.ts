import type { Scope } from '@boardwalk/schema/api-key'
import { Boardwalk } from '@boardwalk/sdk'
import { boardFailureOf } from '../../board-failure.ts'
import { apiKeyOf, type Setting } from '../../config.ts'
import { exitCode, type Failure } from '../../failure.ts'
import { shownKey } from '../../key-text.ts'
import { findScopes } from '../../scopes.ts'
import type { World } from '../../shell.ts'
import type { Check } from './check.ts'

/** Finds out whether there is a key, whether the board accepts it, and for what; `url` is undefined where no board is. */
export async function checkKey(
  url: string | undefined,
  setting: Setting | undefined,
  env: World['env'],
): Promise<Check[]> {
  let apiKey: string
  try {
    apiKey = apiKeyOf(setting, env)
  } catch (error) {
    return [failed(boardFailureOf(error)), { name: 'scopes', status: 'skipped', message: 'there is no key to try' }]
  }
  const name = `${shownKey(apiKey)} (${setting?.from})`
  if (url === undefined) {
    const message = 'there is no board to try the key on'
    return [
      { name: 'key', status: 'skipped', message: `${name} is not tried` },
      { name: 'scopes', status: 'skipped', message },
    ]
  }
  try {
    const scopes = await findScopes(new Boardwalk({ baseUrl: url, apiKey, retriesMax: 0 }))
    return [{ name: 'key', status: 'ok', message: `${name} is accepted` }, scopesCheckOf(scopes)]
  } catch (error) {
    return [
      failed(boardFailureOf(error), name),
      { name: 'scopes', status: 'skipped', message: 'the board does not accept the key' },
    ]
  }
}

function failed(failure: Failure, name?: string): Check {
  const refused = name !== undefined && failure.exitCode === exitCode.notAuthorised
  const advice = refused ? '. Have an administrator make a new one, then run boardwalk auth login' : ''
  const message = `${name === undefined ? '' : `${name}: `}${failure.message}${advice}`
  return { name: 'key', status: 'failed', message, exitCode: failure.exitCode }
}

const lacking: Readonly<Record<Scope, string>> = {
  read: 'jobs and candidates cannot be fetched',
  write: 'jobs cannot be pushed, unpublished nor linked',
}

function scopesCheckOf(scopes: Scope[]): Check {
  const lack = (['read', 'write'] as const).find((scope) => !scopes.includes(scope))
  return lack === undefined
    ? { name: 'scopes', status: 'ok', message: scopes.join(', ') }
    : { name: 'scopes', status: 'warning', message: `${scopes.join(', ')} only: ${lacking[lack]}` }
}
