import type { Scope } from '@boardwalk/schema/api-key'
import { makePrintable } from '@boardwalk/schema/printable'
import type { BoardwalkOptions, Caller } from '@boardwalk/sdk'
import manifest from '../../../package.json' with { type: 'json' }
import { toBoardFailure } from '../../board-failure.ts'
import { createClient } from '../../client.ts'
import { findSettings, type KeySetting, parseApiKey } from '../../config.ts'
import { type ConnectionFlags, createCallOptions, readSources } from '../../connection.ts'
import { type ExitCode, exitCode, type Failure } from '../../failure.ts'
import { maskKey } from '../../output.ts'
import type { Run, World } from '../../shell.ts'
import { describeRates, SUSPENDED } from '../auth/status.ts'
import { type Check, checkAddress, checkCertificate, checkClock } from './address.ts'

/** Checks the connection to the board. The exit status is that of the first failed check. */
export async function examine(run: Run, flags: ConnectionFlags): Promise<ExitCode> {
  const { output, format } = run
  const checks: Check[] = []
  for await (const check of runChecks(run, flags)) {
    checks.push(check)
    if (format === 'table') await output.result(formatCheck(check, output.columns))
  }
  const failure = checks.find((check) => check.status === 'failed')
  if (format === 'json') {
    const results = checks.map(({ name, status, message }) => ({ name, status, message }))
    const error = failure === undefined ? null : { message: `${failure.name}: ${failure.message}` }
    await output.document({ checks: results, error })
  }
  return failure?.exitCode ?? exitCode.done
}

async function* runChecks({ world, output }: Run, flags: ConnectionFlags): AsyncGenerator<Check> {
  const { url: setting, apiKey } = findSettings(await readSources(world, flags))
  const calls = createCallOptions(flags, output)
  const { check, url, answer } = await checkAddress(setting, calls.timeoutMs)
  yield check
  yield url === undefined ? createSkipped('TLS') : await checkCertificate(url, calls.timeoutMs)
  yield answer === undefined ? createSkipped('clock') : checkClock(answer)
  yield* await checkKey(answer === undefined ? undefined : url, apiKey, world.env, calls)
  yield checkVersions(answer?.version)
}

const createSkipped = (name: string, message = 'there is no board to ask'): Check => ({
  name,
  status: 'skipped',
  message,
})

/** Formats a check as one line. On a terminal, a long message continues on lines below, indented. */
function formatCheck({ status, name, message }: Check, columns = Number.POSITIVE_INFINITY): string {
  const start = `${status.padEnd(8)} ${name.padEnd(9)} `
  const lines: string[] = []
  for (const word of makePrintable(message).split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length === 0 || start.length + longer.length > columns) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return start + lines.join(`\n${' '.repeat(start.length)}`)
}

/** The major version of the API for which this command was written. */
const apiMajor = '1'

/** Prints all versions, and warns if they do not fit together; `apiVersion` is undefined if no board answers. */
function checkVersions(apiVersion: string | undefined): Check {
  const api = apiVersion === undefined ? '' : `, API ${apiVersion}`
  const versions = `boardwalk ${manifest.version}, Node ${process.versions.node}${api}`
  if (apiVersion === undefined || apiVersion.split('.')[0] === apiMajor)
    return { name: 'versions', status: 'ok', message: versions }
  const message = `${versions}: this command is made for API ${apiMajor}; install the one for the board’s API`
  return { name: 'versions', status: 'warning', message }
}

/** Checks that there is a key, that the board accepts it, and its scopes; `url` is undefined if no board answers. */
async function checkKey(
  url: string | undefined,
  setting: KeySetting | undefined,
  env: World['env'],
  calls: BoardwalkOptions,
): Promise<Check[]> {
  let apiKey: string
  try {
    apiKey = parseApiKey(setting, url, env)
  } catch (error) {
    return [createKeyFailed(toBoardFailure(error)), createSkipped('scopes', 'there is no key to try')]
  }
  const name = `${maskKey(apiKey)} (${setting?.from})`
  if (url === undefined)
    return [
      createSkipped('key', `${name} is not tried`),
      createSkipped('scopes', 'there is no board to try the key on'),
    ]
  try {
    const caller = await createClient({ ...calls, baseUrl: url, apiKey, retriesMax: 0 }).me()
    return [checkEnd(name, caller), ...checkCompany(caller), checkScopes(caller.key.scopes)]
  } catch (error) {
    return [createKeyFailed(toBoardFailure(error), name), createSkipped('scopes', 'the board does not accept the key')]
  }
}

function createKeyFailed(failure: Failure, name?: string): Check {
  const refused = name !== undefined && failure.exitCode === exitCode.notAuthorised
  const advice = refused ? '. Ask your company for a new key, then run boardwalk auth login' : ''
  const message = `${name === undefined ? '' : `${name}: `}${failure.message}${advice}`
  return { name: 'key', status: 'failed', message, exitCode: failure.exitCode }
}

function checkEnd(name: string, { key: { company, endsAt }, limits }: Caller): Check {
  const rates = describeRates(limits).map((rate) => `, at most ${rate}`)
  const message = `${name} is accepted, for ${company.name}${rates.join('')}`
  return endsAt === null
    ? { name: 'key', status: 'ok', message }
    : { name: 'key', status: 'warning', message: `${message}, and ends ${endsAt}: take the new key that replaces it` }
}

const checkCompany = ({ key: { company } }: Caller): Check[] =>
  company.suspended ? [{ name: 'company', status: 'warning', message: SUSPENDED }] : []

const messageWithout: Readonly<Record<Scope, string>> = {
  read: 'jobs and candidates cannot be fetched',
  write: 'jobs cannot be pushed, unpublished or linked, and no status of a candidate can be set',
}

function checkScopes(scopes: readonly string[]): Check {
  const lack = (['read', 'write'] as const).find((scope) => !scopes.includes(scope))
  return lack === undefined
    ? { name: 'scopes', status: 'ok', message: scopes.join(', ') }
    : { name: 'scopes', status: 'warning', message: `${scopes.join(', ')} only: ${messageWithout[lack]}` }
}
