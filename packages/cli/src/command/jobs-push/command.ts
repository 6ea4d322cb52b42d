import type { Command } from 'commander'
import { addConnectionOptions, connectionHelp } from '../../connection.ts'
import { exitCodesHelp } from '../../failure.ts'
import { addFeedOptions, feedHelp } from '../../feed-flags.ts'
import type { Shell } from '../../shell.ts'
import type { PushFlags } from './push.ts'

const examples = `Examples:
  boardwalk jobs push jobs.csv --dry-run           check a feed, send nothing
  boardwalk jobs push jobs.xml --report out.ndjson
  curl -s https://ats.example.com/jobs | boardwalk jobs push - --map names.json
  boardwalk jobs push https://acme.jobs.personio.de/xml --preset personio
  boardwalk jobs push jobs.json -o json 2>/dev/null | jq .failed
`

/** Adds the command `boardwalk jobs push`. */
export function addJobsPush(jobs: Command, shell: Shell): void {
  const command = jobs.command('push').description('create and update the jobs of a feed; other jobs do not change')
  addFeedOptions(command).option('--dry-run', 'check the feed and send nothing; needs no board and no key')
  addConnectionOptions(command, ['table', 'json', 'ndjson'])
    .addHelpText('before', examples)
    .addHelpText('after', feedHelp + connectionHelp + exitCodesHelp)
    .action((file: string | undefined, flags: PushFlags) =>
      shell.run(flags, async (run) => (await import('./push.ts')).push(run, file, flags)),
    )
}
