import { text } from 'node:stream/consumers'
import type { Boardwalk } from '@boardwalk/sdk'
import type { Command } from 'commander'
import type { Sources } from './config.ts'
import type { World } from './shell.ts'

/** Flags of a command that asks the board. */
export interface ConnectionFlags {
  url?: string
  apiKeyStdin?: true
}

/** Said at the end of such a command's help. */
export const connectionHelp = `
The key comes from --api-key-stdin, BOARDWALK_API_KEY or boardwalk auth login,
in this order; the address from --url, BOARDWALK_URL or boardwalk auth login.
`

/** Adds the flags that say where the board is and who asks. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', 'address of the board’s API, such as https://jobs.example.com/api')
    .option('--api-key-stdin', 'read the API key from standard input')
}

/** A client of the board that flags, environment and profile file name. Throws a Failure where one of them is missing. */
export async function connect(world: World, flags: ConnectionFlags): Promise<Boardwalk> {
  // Loaded only now, so that help and mistakes answer at once.
  const [{ readConfig }, { Boardwalk }] = await Promise.all([import('./config.ts'), import('@boardwalk/sdk')])
  const { url, apiKey } = readConfig(await sourcesOf(world, flags))
  return new Boardwalk({ apiKey, baseUrl: url })
}

/** Where this call's settings come from; waits for the key on standard input, where it was said to be there. */
export async function sourcesOf({ stdin, env }: World, { url, apiKeyStdin }: ConnectionFlags): Promise<Sources> {
  return { url, keyFromInput: apiKeyStdin === true ? await text(stdin) : undefined, env }
}
