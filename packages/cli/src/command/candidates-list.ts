import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCode, UsageFailure } from '../failure.ts'
import { createLimitOption, listFormats, type Shell } from '../shell.ts'
import { addChangedSinceOption, changedSinceHelp, sayChangedThrough } from './changed-since.ts'

interface Flags extends ConnectionFlags {
  limit?: number
  since?: string
  to?: string
  changedSince?: string
}

const examples = `Examples:
  boardwalk candidates list
  boardwalk candidates list A-1 --since 2026-03-01 -o csv > candidates.csv
  boardwalk candidates list --since 2026-03-01 --to 2026-03-31 -o ndjson | jq -r .email
  boardwalk candidates list --changed-since 2026-03-01
`

const after = `
Candidates are in ascending order of their dates. A date is ISO 8601, such as
2026-03-01 or 2026-03-01T09:30:00+01:00; without an offset it is UTC.
${changedSinceHelp}
A changed candidate has another status, another job id, or is erased.
`

/** Adds the command `boardwalk candidates list`. */
export function addCandidatesList(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('list')
    .description('list the people who applied to a job, or to any job of the company')
    .argument('[job]', 'external id of the job')
    .option('--since <date>', 'only applications after this date')
    .option('--to <date>', 'only applications on or before this date')
    .addOption(createLimitOption())
  addChangedSinceOption(command)
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp)
    .action((job: string | undefined, flags: Flags) =>
      shell.run(flags, async (run) => {
        const [{ printRecords, takeFirst }, { checkDates }, candidates] = await Promise.all([
          import('../records.ts'),
          import('../dates.ts'),
          import('./candidates.ts'),
        ])
        const { since, to, changedSince } = flags
        if (changedSince !== undefined && (job ?? since ?? to) !== undefined)
          throw new UsageFailure('--changed-since is for all jobs: leave out the job, --since and --to')
        checkDates({ since, to, 'changed-since': changedSince })
        const boardwalk = await connect(run, flags)
        const list = candidates.listCandidates(boardwalk, job, { since, to, changedSince })
        const { changedThrough } = await list
        const choose = changedSince === undefined ? candidates.chooseCandidateColumns : candidates.chooseChangedColumns
        await printRecords(run, {
          name: 'candidates',
          columns: choose(run.format),
          items: takeFirst(flags.limit, list),
          more: () => ({ changedThrough }),
        })
        sayChangedThrough(run, changedThrough)
        return exitCode.done
      }),
    )
}
