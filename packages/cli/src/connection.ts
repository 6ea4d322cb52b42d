import { text } from 'node:stream/consumers'
import type { Boardwalk } from '@boardwalk/sdk'
import type { Command } from 'commander'
import type { World } from './shell.ts'

/** Flags of a command that asks the board. */
export interface ConnectionFlags {
  url?: string
  apiKeyStdin?: true
}

/** Said at the end of such a command's help. */
export const connectionHelp = `
The key comes from BOARDWALK_API_KEY, --api-key-stdin or ~/.config/boardwalk/config.json, the address from --url,
BOARDWALK_URL or the same file: {"url": "https://jobs.example.com/api", "apiKey": "..."}
`

/** Adds the flags that say where the board is and who asks. */
export function withConnection(command: Command): Command {
  return command
    .option('--url <url>', 'address of the board’s API, such as https://jobs.example.com/api')
    .option('--api-key-stdin', 'read the API key from standard input')
}

/** A client of the board that flags, environment and profile file name. Throws a Failure where one of them is missing. */
export async function connect({ stdin, env }: World, { url, apiKeyStdin }: ConnectionFlags): Promise<Boardwalk> {
  // Loaded only now, so that help and mistakes answer at once.
  const [{ readConfig }, { Boardwalk }] = await Promise.all([import('./config.ts'), import('@boardwalk/sdk')])
  const keyFromInput = apiKeyStdin === true ? await text(stdin) : undefined
  const config = readConfig({ url, keyFromInput, env })
  return new Boardwalk({ apiKey: config.apiKey, baseUrl: config.url })
}
