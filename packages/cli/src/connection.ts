import { text } from 'node:stream/consumers'
import type { Boardwalk, BoardwalkOptions, Logger } from '@boardwalk/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Sources } from './config.ts'
import { warnOfPlainHttp } from './network.ts'
import type { Output, OutputFormat } from './output.ts'
import { addResultOptions, type ResultFlags, type Run, type World } from './shell.ts'

/** Flags for the board's address, the key, and how long to wait for an answer. */
export interface BoardFlags {
  url?: string
  apiKeyStdin?: true
  profile?: string
  /** Seconds. */
  timeout: number
}

/** Flags of a command that calls the board's API and prints a result. */
export interface ConnectionFlags extends BoardFlags, ResultFlags {
  verbose?: true
}

/** Part of the help of a command that calls the board's API. */
export const connectionHelp = `
The address comes from --url, else from BOARDWALK_URL, else from auth login.
The key comes from --api-key-stdin, else from BOARDWALK_API_KEY, else from auth
login; this one is sent only to the host that auth login tried it with.
--profile takes both from auth login --profile of this name; BOARDWALK_PROFILE
does the same for all commands.
`

/** The longest timer of Node. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Adds the flags for the board's address, the key, and how long to wait for an answer. */
export const addBoardOptions = (command: Command, timeoutSeconds = 30): Command =>
  command
    .option('--url <url>', 'address of the board’s API, such as https://jobs.example.com/api')
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--profile <name>', 'use the address and the key that auth login stored under this name')
    .option('--timeout <seconds>', 'how long to wait for one answer', parseSeconds, timeoutSeconds)

/** Adds the flags of `addBoardOptions`, and those for the form of the result. */
export function addConnectionOptions(command: Command, formats: readonly OutputFormat[], timeoutSeconds = 30): Command {
  addBoardOptions(command, timeoutSeconds).option('--verbose', 'print a line for each request')
  return addResultOptions(command, formats)
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be a number of seconds, such as 60.')
  return seconds
}

/** Creates a client of the board. Throws a Failure if the address or the key is missing or wrong. */
export const connect = async (run: Run, flags: ConnectionFlags): Promise<Boardwalk> =>
  connectBy(run, flags, await readSources(run.world, flags))

/** Creates a client of the board from sources that were read before: standard input can be read only once. */
export async function connectBy({ output }: Run, flags: ConnectionFlags, sources: Sources): Promise<Boardwalk> {
  const [{ readConfig }, { createClient }] = await Promise.all([import('./config.ts'), import('./client.ts')])
  const { url, apiKey } = readConfig(sources)
  warnOfPlainHttp(output, url)
  return createClient({ apiKey, baseUrl: url, ...createCallOptions(flags, output) })
}

/** Creates the options of a client from the flags: its time limit and its logger. */
export const createCallOptions = (flags: ConnectionFlags, output: Output) =>
  ({
    timeoutMs: findTimeoutMs(flags),
    logger: createLogger(output, flags),
    logLevel: 'debug',
  }) satisfies BoardwalkOptions

/** Finds how long to wait for an answer. A timer takes whole milliseconds. */
export const findTimeoutMs = ({ timeout }: BoardFlags): number => Math.min(Math.ceil(timeout * 1000), TIMER_MS_MAX)

const REPORTED_PAUSE_MS = 2_000

/** Creates a logger. It prints every request with `--verbose`; without it, on a terminal, why the command waits. */
function createLogger({ say, isWatched }: Output, { verbose }: ConnectionFlags): Logger {
  const isVerbose = verbose === true
  return {
    debug: (message) => isVerbose && say(message),
    warn: (message, { error, pauseMs = 0 }) => {
      if (isVerbose) say(message)
      else if (isWatched && pauseMs >= REPORTED_PAUSE_MS)
        say(`${error?.message}. Waiting ${Math.round(pauseMs / 1000)} seconds …`, 'yellow')
      else if (isWatched && error?.name === 'TimeoutError') say(`${error.message}. Trying again …`, 'yellow')
    },
  }
}

/** Collects the sources of the settings. Reads standard input to its end if `--api-key-stdin` is given. */
export async function readSources({ stdin, env }: World, flags: BoardFlags): Promise<Sources> {
  const { url, apiKeyStdin, profile } = flags
  return { url, keyFromInput: apiKeyStdin === true ? await text(stdin) : undefined, profile, env }
}
