import type { Command } from 'commander'
import { type ConnectionFlags, connectionHelp, withConnection } from '../../connection.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const loginExamples = `Examples:
  boardwalk auth login                             asks for address and key
  boardwalk auth login --url https://jobs.example.com/api
  boardwalk auth login --api-key-stdin < key.txt
`

const loginHelp = `
An administrator of your company makes keys in the back office. The key is tried
on the board, and then kept with the address in
~/.config/boardwalk/config.json, which only you may read. Off a terminal nothing
is asked: give the address by --url or BOARDWALK_URL, and the key by
--api-key-stdin.
`

const statusExamples = `Examples:
  boardwalk auth status
  boardwalk auth status --json | jq .scopes
`

const logoutExamples = `Examples:
  boardwalk auth logout
`

/** `boardwalk auth` */
export function addAuth(program: Command, shell: Shell): void {
  const auth = program
    .command('auth')
    .description('the API key that the commands use')
    .addHelpText('before', loginExamples)

  const login = auth.command('login').description('try a key, and keep it with the board’s address')
  withConnection(login)
  withResult(login, ['table', 'json'])
    .addHelpText('before', loginExamples)
    .addHelpText('after', loginHelp)
    .action((flags: Flags) =>
      shell.run(flags, async (output, format) =>
        // Loaded only now, as below, so that help and mistakes answer at once.
        (await import('./login.ts')).login(shell.world, flags, output, format),
      ),
    )

  const status = auth
    .command('status')
    .description('which address and key are used, from where, and what the key may do')
  withConnection(status)
  withResult(status, ['table', 'json'])
    .addHelpText('before', statusExamples)
    .addHelpText('after', connectionHelp)
    .action((flags: Flags) =>
      shell.run(flags, async (output, format) =>
        (await import('./status.ts')).status(shell.world, flags, output, format),
      ),
    )

  const logout = auth.command('logout').description('forget the key that auth login kept; the address stays')
  withResult(logout, ['table', 'json'])
    .addHelpText('before', logoutExamples)
    .action((flags: ResultFlags) =>
      shell.run(flags, async (output, format) => (await import('./logout.ts')).logout(shell.world, output, format)),
    )
}
