import { DEFAULT_COUNTRY } from '@boardwalk/schema/job'
import { limits } from '@boardwalk/schema/limits'
import type { Job } from '@boardwalk/sdk'
import { type Command, Option } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCode, UsageFailure } from '../failure.ts'
import { createLimitOption, listFormats, type Shell } from '../shell.ts'
import { addChangedSinceOption, changedSinceHelp, sayChangedThrough } from './changed-since.ts'

interface ListFlags extends ConnectionFlags {
  limit?: number
  status?: 'PUBLISHED' | 'UNPUBLISHED'
  changedSince?: string
  full?: true
}

const listExamples = `Examples:
  boardwalk jobs list
  boardwalk jobs list --status PUBLISHED -o csv > jobs.csv
  boardwalk jobs list -o ndjson | jq -r .jobUrl
  boardwalk jobs list --changed-since 2026-03-01
  boardwalk jobs list --full -o excel > jobs.csv     jobs push reads it back
`

const fullHelp = `
--full prints the fields that jobs push reads back: a file that you correct and
push changes only what you have changed. A table for spreadsheets has every
documented field and term, and no extra field. An empty cell is a field that the
job does not have, or the country "${DEFAULT_COUNTRY}"; pushed, it changes nothing.
`

/** The members of a job that the columns show. */
const fields = ['title', 'status', 'closed', 'suspended', 'updatedAt'] as const

/** Adds the command `boardwalk jobs list`. */
export function addJobsList(group: Command, shell: Shell): void {
  const command = group
    .command('list')
    .description('list your jobs on the board, also those without an external id')
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(['PUBLISHED', 'UNPUBLISHED']))
    .option('--full', 'every field, in a form that jobs push reads back')
    .addOption(createLimitOption())
  addChangedSinceOption(command)
  addConnectionOptions(command, listFormats)
    .addHelpText('before', listExamples)
    .addHelpText('after', fullHelp + changedSinceHelp + connectionHelp)
    .action((flags: ListFlags) =>
      shell.run(flags, async (run) => {
        const [{ printRecords, takeFirst }, { checkDates }, { exportJobs }] = await Promise.all([
          import('../records.ts'),
          import('../dates.ts'),
          import('./jobs-export.ts'),
        ])
        const { status, changedSince, full: isFull = false, limit } = flags
        checkDates({ 'changed-since': changedSince })
        if (isFull && run.format === 'table') throw new UsageFailure('--full needs -o csv, excel, json or ndjson')
        const { jobs } = await connect(run, flags)
        const query = { pageSize: limits.pageSize, status, changedSince }
        // The JSON formats have whole jobs.
        const isJson = run.format === 'json' || run.format === 'ndjson'
        if (isFull) {
          const list = jobs.list(query)
          const { changedThrough } = await list
          await exportJobs(run, takeFirst(limit, list), () => ({ changedThrough }))
          sayChangedThrough(run, changedThrough)
          return exitCode.done
        }
        const list = isJson ? jobs.list(query) : jobs.list({ ...query, fields })
        const { changedThrough } = await list
        await printRecords(run, {
          name: 'jobs',
          columns: [
            { name: 'id', text: ({ id }) => id ?? '' },
            { name: 'title', text: ({ title }) => title },
            { name: 'status', text: (job) => (run.format === 'table' ? describeStatus(job) : job.status) },
            { name: 'jobId', text: ({ jobId }) => String(jobId) },
            run.format === 'table'
              ? { name: 'updated (UTC)', text: ({ updatedAt }) => updatedAt.slice(0, 16).replace('T', ' ') }
              : { name: 'updatedAt', text: ({ updatedAt }) => updatedAt },
          ],
          items: takeFirst(limit, list),
          more: () => ({ changedThrough }),
        })
        sayChangedThrough(run, changedThrough)
        return exitCode.done
      }),
    )
}

/** Describes the status for people: a published job that they cannot see says why. */
function describeStatus({ status, closed, suspended }: Pick<Job, 'status' | 'closed' | 'suspended'>): string {
  if (status !== 'PUBLISHED') return status
  if (suspended) return `${status}, suspended`
  return closed ? `${status}, closed` : status
}

const getExamples = `Examples:
  boardwalk jobs get A-17
  boardwalk jobs get A-17 -o json | jq -r .job.jobUrl
`

/** Adds the command `boardwalk jobs get`. */
export function addJobsGet(group: Command, shell: Shell): void {
  const command = group
    .command('get')
    .description('show one job with all its fields, also the extra ones')
    .argument('<id>', 'external id of the job')
  addConnectionOptions(command, ['table', 'json'])
    .addHelpText('before', getExamples)
    .addHelpText('after', connectionHelp)
    .action((id: string, flags: ConnectionFlags) =>
      shell.run(flags, async (run) => {
        const { output, format } = run
        const { formatFields } = await import('../records.ts')
        const { jobs } = await connect(run, flags)
        const { job } = await jobs.get(id)
        const { id: _, title, status, jobId, jobUrl, ...others } = job
        const fields = { id, title, status, jobId, jobUrl, ...others }
        await (format === 'json' ? output.document({ job }) : output.result(formatFields(fields)))
        return exitCode.done
      }),
    )
}
