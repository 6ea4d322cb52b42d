import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import type { McpFlags } from './tool.ts'

const after = `
An assistant starts this command, and talks to it on standard input and output.
Without --allow-writes it can change nothing, and a key with the scope read is
enough. Without --allow-personal-data it sees nothing of a person who applied.

The address comes from --url, else from BOARDWALK_URL, else from auth login. The
key comes from BOARDWALK_API_KEY, else from auth login.
`

/** Adds the command `boardwalk mcp`. */
export function addMcp(program: Command, shell: Shell): void {
  program
    .command('mcp')
    .description('let an assistant use the board, by the Model Context Protocol')
    .option('--url <url>', 'address of the board’s API, such as https://jobs.example.com/api')
    .option('--profile <name>', 'use the address and the key that auth login stored under this name')
    .option('--allow-writes', 'let it push and unpublish jobs, and set the status of candidates')
    .option('--allow-personal-data', 'let it read what applicants sent, with names and addresses')
    .option('--certify-report <folder>', 'let it read the report that certify wrote there')
    .addHelpText('after', after)
    .action((flags: McpFlags) =>
      shell.run({ output: 'table' }, async (run) => (await import('./serve.ts')).serveMcp(run, flags)),
    )
}
