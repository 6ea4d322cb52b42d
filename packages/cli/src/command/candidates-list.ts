import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCode } from '../failure.ts'
import { createLimitOption, listFormats, type Shell } from '../shell.ts'

interface Flags extends ConnectionFlags {
  limit?: number
  since?: string
  from?: string
  to?: string
}

const examples = `Examples:
  boardwalk candidates list
  boardwalk candidates list A-1 --since 2026-03-01 -o csv > candidates.csv
  boardwalk candidates list --from 2026-03-01 --to 2026-03-31 -o ndjson | jq -r .email
`

const after = `
Candidates are in ascending order of their dates. A date is ISO 8601, such as
2026-03-01 or 2026-03-01T09:30:00+01:00; without an offset it is UTC. --since
overrides --from.
`

/** Adds the command `boardwalk candidates list`. */
export function addCandidatesList(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('list')
    .description('list the people who applied to a job, or to any job of the company')
    .argument('[job]', 'external id of the job')
    .option('--since <date>', 'only applications after this date')
    .option('--from <date>', 'only applications on or after this date')
    .option('--to <date>', 'only applications on or before this date')
    .addOption(createLimitOption())
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp)
    .action((job: string | undefined, flags: Flags) =>
      shell.run(flags, async (run) => {
        const [{ printRecords, takeFirst }, { checkDates, chooseCandidateColumns, listCandidates }] = await Promise.all(
          [import('../records.ts'), import('./candidates.ts')],
        )
        const { since, from, to } = flags
        checkDates({ since, from, to })
        const boardwalk = await connect(run, flags)
        const items = takeFirst(flags.limit, listCandidates(boardwalk, job, { since, from, to }))
        await printRecords(run, { name: 'candidates', columns: chooseCandidateColumns(run.format), items })
        return exitCode.done
      }),
    )
}
