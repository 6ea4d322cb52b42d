import { limits } from '@boardwalk/schema/limits'
import { type Command, Option } from 'commander'
import { type ConnectionFlags, connect, connectionHelp, withConnection } from '../connection.ts'
import { exitCode } from '../failure.ts'
import { type ResultFlags, type Shell, withResult } from '../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {
  status?: 'PUBLISHED' | 'UNPUBLISHED'
}

const examples = `Examples:
  boardwalk jobs list
  boardwalk jobs list --status PUBLISHED -o csv > jobs.csv
  boardwalk jobs list -o ndjson | jq -r .jobUrl
`

/** `boardwalk jobs list` */
export function addJobsList(jobs: Command, shell: Shell): void {
  const command = jobs
    .command('list')
    .description('the jobs that the board holds, those without an external id too')
    .addOption(new Option('--status <status>', 'only these').choices(['PUBLISHED', 'UNPUBLISHED']))
  withConnection(command)
  withResult(command, ['table', 'json', 'ndjson', 'csv'])
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp)
    .action((flags: Flags) =>
      shell.run(flags, async (output, format) => {
        const [{ printRecords }, boardwalk] = await Promise.all([import('../records.ts'), connect(shell.world, flags)])
        await printRecords(output, format, {
          name: 'jobs',
          columns: [
            { name: 'id', of: ({ id }) => id ?? '' },
            { name: 'title', of: ({ title }) => title },
            { name: 'status', of: ({ status }) => status },
            { name: 'jobId', of: ({ jobId }) => String(jobId) },
            format === 'table'
              ? { name: 'updated (UTC)', of: ({ updatedAt }) => updatedAt.slice(0, 16).replace('T', ' ') }
              : { name: 'updatedAt', of: ({ updatedAt }) => updatedAt },
          ],
          items: boardwalk.jobs.list({
            pageSize: limits.pageSize,
            ...(flags.status !== undefined && { status: flags.status }),
          }),
        })
        return exitCode.done
      }),
    )
}
