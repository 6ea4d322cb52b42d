import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connectionHelp } from '../../connection.ts'
import { addResultOptions, listFormats, type ResultFlags, type Shell } from '../../shell.ts'

const authExamples = `Examples:
  boardwalk auth login
  boardwalk auth status
  boardwalk auth list
  boardwalk auth logout
`

const loginExamples = `Examples:
  boardwalk auth login                             asks for the address and the key
  boardwalk auth login --url https://jobs.example.com/api
  boardwalk auth login --api-key-stdin < key.txt
  boardwalk auth login --profile acme              stores a key for another company
`

const loginHelp = `
Your company creates keys in its back office. The command
tries the key on the board. If the key works, the command stores it with the
address in ~/.config/boardwalk/config.json, which only you can read. Without a
terminal it asks nothing: give the address with --url or BOARDWALK_URL, and the
key with --api-key-stdin.

--profile stores address and key under a name, for a second company. Commands
use them with --profile of the same name, or with BOARDWALK_PROFILE.
`

const statusExamples = `Examples:
  boardwalk auth status
  boardwalk auth status -o json | jq .scopes
`

const listExamples = `Examples:
  boardwalk auth list
  boardwalk auth list -o json | jq -r '.profiles[].profile'
`

const logoutExamples = `Examples:
  boardwalk auth logout
  boardwalk auth logout --profile acme
`

const logoutHelp = `
Without --profile it removes the key, and the address stays. With --profile it
removes the profile.
`

/** Adds the commands `boardwalk auth …`. */
export function addAuth(program: Command, shell: Shell): void {
  const auth = program
    .command('auth')
    .description('store, show or remove the API keys that the commands use')
    .addHelpText('before', authExamples)

  const login = auth.command('login').description('try an API key, and store it with the board’s address')
  addConnectionOptions(login, ['table', 'json'], 10)
    .addHelpText('before', loginExamples)
    .addHelpText('after', loginHelp)
    .action((flags: ConnectionFlags) => shell.run(flags, async (run) => (await import('./login.ts')).login(run, flags)))

  const status = auth
    .command('status')
    .description('show address and key, where they come from, and the scopes of the key')
  addConnectionOptions(status, ['table', 'json'])
    .addHelpText('before', statusExamples)
    .addHelpText('after', connectionHelp)
    .action((flags: ConnectionFlags) =>
      shell.run(flags, async (run) => (await import('./status.ts')).status(run, flags)),
    )

  const list = auth.command('list').description('list the stored profiles with address and company, without their keys')
  addResultOptions(list, listFormats)
    .addHelpText('before', listExamples)
    .action((flags: ResultFlags) => shell.run(flags, async (run) => (await import('./profiles.ts')).list(run)))

  const logout = auth.command('logout').description('remove the stored key')
  logout.option('--profile <name>', 'remove the profile of this name')
  addResultOptions(logout, ['table', 'json'])
    .addHelpText('before', logoutExamples)
    .addHelpText('after', logoutHelp)
    .action((flags: ResultFlags & { profile?: string }) =>
      shell.run(flags, async (run) => (await import('./profiles.ts')).logout(run, flags)),
    )
}
