import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connectionHelp } from '../../connection.ts'
import type { Shell } from '../../shell.ts'

const examples = `Examples:
  boardwalk doctor
  boardwalk doctor --url https://jobs.example.com/api
  boardwalk doctor -o json | jq '.checks[] | select(.status != "ok")'
`

const after = `
Doctor checks the address, TLS, the clock, the key, its scopes and the versions.
For each it prints whether it is right, and what to do if it is not. It changes
nothing on the board. Without a key it checks the rest.
${connectionHelp}
Exit status of the first failed check: 0 none, 1 no Boardwalk there, 2 usage,
4 not authorised, 5 board not reached
`

/** Adds the command `boardwalk doctor`. */
export function addDoctor(program: Command, shell: Shell): void {
  const doctor = program.command('doctor').description('check the connection between this machine and the board')
  addConnectionOptions(doctor, ['table', 'json'], 10)
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((flags: ConnectionFlags) =>
      shell.run(flags, async (run) => (await import('./doctor.ts')).examine(run, flags)),
    )
}
