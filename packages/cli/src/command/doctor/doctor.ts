import { makePrintable } from '@boardwalk/schema/printable'
import manifest from '../../../package.json' with { type: 'json' }
import { findSettings, type Settings } from '../../config.ts'
import { type ConnectionFlags, createCallOptions, readSources } from '../../connection.ts'
import { type ExitCode, exitCode } from '../../failure.ts'
import type { Output, OutputFormat } from '../../output.ts'
import type { World } from '../../shell.ts'
import { checkAddress, checkClock } from './address.ts'
import { checkCertificate } from './certificate.ts'
import { checkKey } from './key.ts'

/** Checks all that the connection to the board needs. The exit status is the one of the first failed check. */
export async function examine(
  world: World,
  flags: ConnectionFlags,
  output: Output,
  format: OutputFormat,
): Promise<ExitCode> {
  const settings = findSettings(await readSources(world, flags))
  const checks: Check[] = []
  for await (const check of runChecks(settings, world.env, createCallOptions(flags, output))) {
    checks.push(check)
    if (format === 'table') await output.result(formatCheck(check, output.columns))
  }
  const failure = checks.find((check) => check.status === 'failed')
  if (format === 'json') {
    const told = checks.map(({ name, status, message }) => ({ name, status, message }))
    const error = failure === undefined ? null : { message: `${failure.name}: ${failure.message}` }
    await output.document({ checks: told, error })
  }
  return failure?.exitCode ?? exitCode.done
}

async function* runChecks(
  { url: given, apiKey }: Settings,
  env: World['env'],
  calls: ReturnType<typeof createCallOptions>,
): AsyncGenerator<Check> {
  const { check, url, answer } = await checkAddress(given, calls.timeoutMs)
  yield check
  yield url === undefined ? createSkipped('TLS') : await checkCertificate(url, calls.timeoutMs)
  yield answer === undefined ? createSkipped('clock') : checkClock(answer)
  yield* await checkKey(answer === undefined ? undefined : url, apiKey, env, calls)
  yield checkVersions(answer?.version)
}

const createSkipped = (name: string): Check => ({ name, status: 'skipped', message: 'there is no board to ask' })

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

/** The result of one check of the doctor. */
export type Check = { name: string; message: string } & (
  | { status: 'ok' | 'warning' | 'skipped' }
  | { status: 'failed'; exitCode: ExitCode }
)

/** The major version of the API for which this command was written. */
const apiMajor = '1'

/** Prints all versions, and warns if they do not fit together; `apiVersion` is undefined if no board answers. */
export function checkVersions(apiVersion: string | undefined): Check {
  const api = apiVersion === undefined ? '' : `, API ${apiVersion}`
  const versions = `boardwalk ${manifest.version}, Node ${process.versions.node}${api}`
  return apiVersion === undefined || apiVersion.split('.')[0] === apiMajor
    ? { name: 'versions', status: 'ok', message: versions }
    : {
        name: 'versions',
        status: 'warning',
        message: `${versions}: this command is made for API ${apiMajor}; install the one for the board’s API`,
      }
}
