import { makePrintable } from '@boardwalk/schema/printable'
import type { Caller, CallerLimits } from '@boardwalk/sdk'
import { toBoardFailure } from '../../board-failure.ts'
import { createClient } from '../../client.ts'
import { findSettings, parseAddress, parseApiKey, type Setting, type Settings } from '../../config.ts'
import { type ConnectionFlags, createCallOptions, readSources } from '../../connection.ts'
import { type ExitCode, exitCode } from '../../failure.ts'
import { warnOfPlainHttp } from '../../network.ts'
import { maskKey } from '../../output.ts'
import type { Run } from '../../shell.ts'

/** Prints address and key, where they come from, and what the board says of the key. */
export async function status(run: Run, flags: ConnectionFlags): Promise<ExitCode> {
  const { world, output, format } = run
  const { url, apiKey } = findSettings(await readSources(world, flags))
  const { caller, failure } = await tryKey(run, flags, { url, apiKey })
  if (failure !== undefined) output.say(`Error: ${failure.message}`, 'red')
  const address = url === undefined ? undefined : { value: formatUrl(url), from: url.from }
  const key = apiKey === undefined ? undefined : { value: maskKey(apiKey.value.trim()), from: apiKey.from }
  if (format === 'json') {
    const error = failure === undefined ? null : { message: failure.message }
    await output.document({ url: address ?? null, key: key ?? null, ...pickCaller(caller), error })
  } else {
    await output.result(`address  ${formatSetting(address)}`)
    await output.result(`key      ${formatSetting(key)}`)
    for (const line of describeCaller(caller)) await output.result(makePrintable(line))
  }
  return failure?.exitCode ?? exitCode.done
}

const unknownKey = { company: null, name: null, scopes: [], endsAt: null }

function pickCaller(caller: Caller | undefined) {
  const { company, name, scopes, endsAt } = caller?.key ?? unknownKey
  return { company, name, scopes, endsAt, limits: caller?.limits ?? null }
}

function describeCaller(caller: Caller | undefined): string[] {
  if (caller === undefined) return ['works    no']
  const { company, name, scopes, endsAt } = caller.key
  return [
    `works    yes, scopes ${scopes.join(', ')}`,
    `company  ${company.name} (${company.slug}, ${company.id})`,
    ...(company.suspended ? [`warning  ${SUSPENDED}`] : []),
    `name     ${name}`,
    ...(endsAt === null ? [] : [`ends     ${endsAt}, because a new key replaces it`]),
    ...describeRates(caller.limits).map((rate) => `limit    ${rate}`),
  ]
}

/** What the status and the doctor say of a company that is suspended. */
export const SUSPENDED =
  'the operator of the board has suspended the company: no job can be created or changed, and people see none of its pages'

/** Describes how many requests the board takes in a minute. */
export function describeRates({ requestsPerMinute, requestsPerMinuteOfAddress }: CallerLimits): string[] {
  return [
    ...(requestsPerMinute === null ? [] : [`${requestsPerMinute} requests a minute`]),
    ...(requestsPerMinuteOfAddress === null
      ? []
      : [`${requestsPerMinuteOfAddress} requests a minute from this network address, with all keys together`]),
  ]
}

const formatSetting = (setting: Setting | undefined) =>
  setting === undefined ? 'none' : `${setting.value} (${setting.from})`

/** Formats the address. A text that is not an address is not shown: the user may have pasted a secret there. */
function formatUrl(url: Setting): string {
  try {
    return parseAddress(url)
  } catch {
    return 'not the address of a board'
  }
}

async function tryKey({ world, output }: Run, flags: ConnectionFlags, { url, apiKey }: Settings) {
  try {
    const baseUrl = parseAddress(url)
    const key = parseApiKey(apiKey, baseUrl, world.env)
    warnOfPlainHttp(output, baseUrl)
    return { caller: await createClient({ baseUrl, apiKey: key, ...createCallOptions(flags, output) }).me() }
  } catch (error) {
    return { failure: toBoardFailure(error) }
  }
}
