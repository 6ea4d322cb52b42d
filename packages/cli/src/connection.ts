import { text } from 'node:stream/consumers'
import type { Boardwalk } from '@boardwalk/sdk'
import type { Command } from 'commander'
import type { Sources } from './config.ts'
import type { Output } from './output.ts'
import type { World } from './shell.ts'

/** Flags of a command that calls the board's API. */
export interface ConnectionFlags {
  url?: string
  apiKeyStdin?: true
}

/** Part of the help of a command that calls the board's API. */
export const connectionHelp = `
The address comes from --url, else from BOARDWALK_URL, else from auth login.
The key comes from --api-key-stdin, else from BOARDWALK_API_KEY, else from auth
login; this one is sent only to the host that auth login tried it with.
`

/** Adds the flags for the board's address and the key. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the board’s API, such as https://jobs.example.com/api')
    .option('--api-key-stdin', 'read the API key from standard input')
}

/** Creates a client of the board. Throws a Failure if the address or the key is missing or wrong. */
export async function connect(world: World, flags: ConnectionFlags, output: Output): Promise<Boardwalk> {
  const [{ readConfig }, { warnOfPlainHttp }, { Boardwalk }] = await Promise.all([
    import('./config.ts'),
    import('./plain-http.ts'),
    import('@boardwalk/sdk'),
  ])
  const { url, apiKey } = readConfig(await readSources(world, flags))
  warnOfPlainHttp(output, url)
  return new Boardwalk({ apiKey, baseUrl: url })
}

/** Collects the places that may hold settings. Reads standard input to its end if `--api-key-stdin` is given. */
export async function readSources({ stdin, env }: World, { url, apiKeyStdin }: ConnectionFlags): Promise<Sources> {
  return { url, keyFromInput: apiKeyStdin === true ? await text(stdin) : undefined, env }
}
