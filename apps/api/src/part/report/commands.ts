import type { Command } from 'commander'
import { json, parseJobId, type Run } from '../../admin/command.ts'
import { reasonWords } from './mails.ts'
import { closeReports, listReports, type ReportsOfJob } from './report.ts'

/** Adds the commands about reports of jobs. */
export function addReportCommands(program: Command, run: Run): void {
  const report = program.command('report').description('what visitors of the public pages have reported of jobs')
  report
    .command('list')
    .description('list the open reports by job, newest first: what is wrong with it, and whether people can see it')
    .option('--all', 'list the closed reports too')
    .option(...json)
    .action(({ all = false, ...options }) =>
      run(async (deps) => {
        const { jobs, isAll } = await listReports(deps, { withClosed: all })
        const lines = jobs.flatMap(describeJob)
        if (jobs.length === 0) lines.push(all ? 'There are no reports.' : 'There are no open reports.')
        if (!isAll) lines.push('There are more: close those that you have read.')
        return { json: { jobs: jobs.map(toJson), isAll }, lines }
      }, options),
    )
  report
    .command('close')
    .description(
      'close a report, or all open reports of a job, after you have decided; the company does not hear of it',
    )
    .option('--id <id>', 'id of one report, as "report list" shows it')
    .option('--job <id>', 'job id, the number at the end of the address of its page', parseJobId)
    .option(...json)
    .action((options, command: Command) => {
      const { id, job: jobId } = options
      if ((id === undefined) === (jobId === undefined)) command.error('error: give exactly one of --id and --job')
      return run(async (deps) => {
        const closed = await closeReports(deps, id === undefined ? { jobId } : { id })
        if (closed === 0) throw new Error(`There is no open report ${id === undefined ? `of job ${jobId}` : id}.`)
        return { json: { closed }, lines: [closed === 1 ? '1 report is closed.' : `${closed} reports are closed.`] }
      }, options)
    })
}

const toJson = ({ jobId, title, company, jobUrl, isPublic, reports }: ReportsOfJob) => ({
  jobId,
  title,
  company: company.slug,
  jobUrl,
  isPublic,
  reports: reports.map(({ id, at, reason, text, email, closedAt = null }) => ({
    id,
    at,
    reason,
    text,
    email,
    closedAt,
  })),
})

function describeJob({ jobId, title, company, jobUrl, isPublic, reports }: ReportsOfJob): string[] {
  const count = reports.length === 1 ? '1 report' : `${reports.length} reports`
  return [
    `Job ${jobId}, ${title}, of ${company.name} (${company.slug}): ${count}; ${isPublic ? 'people can see it' : 'people cannot see it now'}`,
    `  ${jobUrl}`,
    ...reports.flatMap(({ id, at, reason, text, email, closedAt }) => [
      `  ${id}  ${at.toISOString()}  ${reasonWords[reason]}${email === null ? '' : `; answers to ${email}`}${closedAt === undefined ? '' : `; closed ${closedAt.toISOString()}`}`,
      ...(text === '' ? [] : text.split('\n').map((line) => `    ${line}`)),
    ]),
  ]
}
