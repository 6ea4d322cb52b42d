import type { Scope } from '@boardwalk/schema/api-key'
import type { BoardwalkOptions, CallerKey } from '@boardwalk/sdk'
import { toBoardFailure } from '../../board-failure.ts'
import { createClient } from '../../client.ts'
import { type KeySetting, parseApiKey } from '../../config.ts'
import { exitCode, type Failure } from '../../failure.ts'
import { maskKey } from '../../output.ts'
import type { World } from '../../shell.ts'
import type { Check } from './doctor.ts'

/**
 * Checks that there is a key, that the board accepts it, and its scopes; `url` is undefined if no board answers. `calls` are
 * the client's other options.
 */
export async function checkKey(
  url: string | undefined,
  setting: KeySetting | undefined,
  env: World['env'],
  calls: BoardwalkOptions,
): Promise<Check[]> {
  let apiKey: string
  try {
    apiKey = parseApiKey(setting, url, env)
  } catch (error) {
    return [
      createFailed(toBoardFailure(error)),
      { name: 'scopes', status: 'skipped', message: 'there is no key to try' },
    ]
  }
  const name = `${maskKey(apiKey)} (${setting?.from})`
  if (url === undefined) {
    const message = 'there is no board to try the key on'
    return [
      { name: 'key', status: 'skipped', message: `${name} is not tried` },
      { name: 'scopes', status: 'skipped', message },
    ]
  }
  try {
    const { key } = await createClient({ ...calls, baseUrl: url, apiKey, retriesMax: 0 }).me()
    return [checkEnd(name, key), checkScopes(key.scopes)]
  } catch (error) {
    return [
      createFailed(toBoardFailure(error), name),
      { name: 'scopes', status: 'skipped', message: 'the board does not accept the key' },
    ]
  }
}

function createFailed(failure: Failure, name?: string): Check {
  const refused = name !== undefined && failure.exitCode === exitCode.notAuthorised
  const advice = refused ? '. Ask an administrator for a new key, then run boardwalk auth login' : ''
  const message = `${name === undefined ? '' : `${name}: `}${failure.message}${advice}`
  return { name: 'key', status: 'failed', message, exitCode: failure.exitCode }
}

function checkEnd(name: string, { company, endsAt }: CallerKey): Check {
  const message = `${name} is accepted, for ${company.name}`
  return endsAt === null
    ? { name: 'key', status: 'ok', message }
    : { name: 'key', status: 'warning', message: `${message}, and ends ${endsAt}: take the new key that replaces it` }
}

const messageWithout: Readonly<Record<Scope, string>> = {
  read: 'jobs and candidates cannot be fetched',
  write: 'jobs cannot be pushed, unpublished or linked',
}

function checkScopes(scopes: Scope[]): Check {
  const lack = (['read', 'write'] as const).find((scope) => !scopes.includes(scope))
  return lack === undefined
    ? { name: 'scopes', status: 'ok', message: scopes.join(', ') }
    : { name: 'scopes', status: 'warning', message: `${scopes.join(', ')} only: ${messageWithout[lack]}` }
}
