import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCode } from '../failure.ts'
import type { Shell } from '../shell.ts'

const examples = `Examples:
  boardwalk candidates get 5f0c1e8a
  boardwalk candidates get 5f0c1e8a -o json | jq -r .candidate.cv
`

const after = `
The link in "cv" is new, and works for seven days. If the board has erased the
data of this person, the texts are empty, and erasedAt says since when.
`

/** Adds the command `boardwalk candidates get`. */
export function addCandidatesGet(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('get')
    .description('show one candidate as it is now')
    .argument('<id>', 'id of the candidate')
  addConnectionOptions(command, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp)
    .action((id: string, flags: ConnectionFlags) =>
      shell.run(flags, async (run) => {
        const { output, format } = run
        const { formatFields } = await import('../records.ts')
        const boardwalk = await connect(run, flags)
        const { candidate } = await boardwalk.candidates.get(id)
        await (format === 'json' ? output.document({ candidate }) : output.result(formatFields(candidate)))
        return exitCode.done
      }),
    )
}
