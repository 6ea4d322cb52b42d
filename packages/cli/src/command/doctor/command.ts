import type { Command } from 'commander'
import { type ConnectionFlags, connectionHelp, withConnection } from '../../connection.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const examples = `Examples:
  boardwalk doctor
  boardwalk doctor --url https://jobs.example.com/api
  boardwalk doctor --json | jq '.checks[] | select(.status != "ok")'
`

const after = `
Looks at the address, TLS, the clock, the key, its scopes and the versions, and
says of each whether it is right, and what to do. It changes nothing on the
board, and goes as far as it can without a key.
${connectionHelp}
Exit status, by the first failure: 0 none, 1 no Boardwalk there, 2 usage,
4 not authorised, 5 board unavailable
`

/** `boardwalk doctor` */
export function addDoctor(program: Command, shell: Shell): void {
  const doctor = program.command('doctor').description('find out what is wrong between here and the board')
  withConnection(doctor)
  withResult(doctor, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((flags: Flags) =>
      shell.run(flags, async (output, format) =>
        // Loaded only now, so that help and mistakes answer at once.
        (await import('./doctor.ts')).examine(shell.world, flags, output, format),
      ),
    )
}
