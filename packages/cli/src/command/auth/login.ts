import { createClient } from '../../client.ts'
import { findLoginAddress, parseAddress, parseApiKey, type Setting } from '../../config.ts'
import { type ConnectionFlags, createCallOptions, readSources } from '../../connection.ts'
import { type ExitCode, exitCode, Failure, UsageFailure } from '../../failure.ts'
import { warnOfPlainHttp } from '../../network.ts'
import { maskKey, type Output } from '../../output.ts'
import { changeProfile, chooseProfile, defaultProfile, formatProfilePath } from '../../profile.ts'
import { askLine, canAsk } from '../../question.ts'
import type { Run } from '../../shell.ts'
import { askForDocument } from '../doctor/address.ts'

/** Tries an address and a key on the board, and stores them if the board accepts the key. Asks for what is missing. */
export async function login(run: Run, flags: ConnectionFlags): Promise<ExitCode> {
  const { world, output, format } = run
  const { env } = world
  const profile = chooseProfile(flags.profile, env)
  const sources = await readSources(world, flags)
  const calls = createCallOptions(flags, output)
  const url = await findApi(await takeUrl(run, findLoginAddress(sources)), calls.timeoutMs, output)
  warnOfPlainHttp(output, url)
  const apiKey = await takeKey(run, url, sources.keyFromInput)
  const { key: caller } = await createClient({ baseUrl: url, apiKey, ...calls }).me()
  const { scopes } = caller
  // Whether the company is suspended may change, so it is not stored.
  const { id, name, slug } = caller.company
  const company = { id, name, slug }
  await changeProfile(env, profile, (stored) => ({ ...stored, url, apiKey, company }))

  const result = { profile, url, key: maskKey(apiKey), company, scopes, file: formatProfilePath(env) }
  const place = `${profile === defaultProfile ? '' : `as profile ${profile} `}in ${result.file}`
  const message = `Logged in to ${url} for ${company.name} with ${result.key} (${scopes.join(', ')}).\nStored ${place}`
  await (format === 'json' ? output.document(result) : output.result(message))
  if (env.BOARDWALK_API_KEY)
    output.say(
      profile === defaultProfile
        ? 'BOARDWALK_API_KEY is set. The commands use it instead of the stored key.'
        : `BOARDWALK_API_KEY is set. The commands use the profile only with --profile ${profile}.`,
      'yellow',
    )
  return exitCode.done
}

/** Tries the address before the user types a key. Returns the one under /api if the board's API is there instead. */
async function findApi(url: string, timeoutMs: number, { say }: Output): Promise<string> {
  const answer = await askForDocument(url, timeoutMs)
  if (!('problem' in answer)) return url
  if (answer.likely === undefined) throw new Failure(`${url} ${answer.problem}`, answer.exitCode)
  say(`The board’s API is at ${answer.likely}, so this address is used.`)
  return answer.likely
}

async function takeUrl(run: Run, url: Setting | undefined): Promise<string> {
  if (url !== undefined || !canAsk(run)) return parseAddress(url)
  const check = (value: string) => parseAddress({ value, from: 'you' })
  const example = 'https://jobs.example.com/api'
  return check(await askLine(run, { message: 'Address of the board’s API', example, check }))
}

async function takeKey(run: Run, url: string, given: string | undefined): Promise<string> {
  const check = (value: string) => parseApiKey({ value, from: 'you' }, url, run.world.env)
  if (given !== undefined) return check(given)
  if (canAsk(run)) return check(await askLine(run, { message: `API key for ${url}`, check, isSecret: true }))
  throw new UsageFailure(
    'The command cannot ask for the key without a terminal. Pass it on standard input with --api-key-stdin.',
  )
}
