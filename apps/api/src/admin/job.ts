import { actAsOperator } from '@boardwalk/core/activity/audit'
import { type Company, getCompany, getCompanyBySlug } from '@boardwalk/core/company/service'
import { createBoardJob } from '@boardwalk/core/job/create'
import type { StoredJob } from '@boardwalk/core/job/job'
import { resumeJob, suspendJob } from '@boardwalk/core/job/suspension'
import { toJobUrl } from '@boardwalk/core/job/url'
import { JobTitle } from '@boardwalk/schema/job'
import { isClosed } from '@boardwalk/schema/visibility'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { createParser, json, parseJobId, type Result, type Run } from './command.ts'

/** Adds the commands about single jobs. */
export function addJobCommands(program: Command, run: Run): void {
  const job = program.command('job').description('single jobs')
  job
    .command('create')
    .description('make a published job without an external id')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--title <title>', 'title of the job', createParser(JobTitle))
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = await getCompanyBySlug(deps, options.company)
        const { title } = options
        const job = await createBoardJob(deps, actAsOperator(id), { job: { known: { title }, extra: new Map() } })
        return { json: job, lines: [`Job ${job.jobId} is at ${job.jobUrl}`] }
      }, options),
    )

  job
    .command('suspend')
    .description('take one job off the board until "job resume", also if its ATS sends it again; its applications stay')
    .requiredOption(...JOB_ID)
    .option(...json)
    .action(({ id, ...options }: IdOptions) =>
      run(
        async (deps) => describeSuspension(deps, await suspendJob(deps, { jobId: id }), { isSuspended: true }),
        options,
      ),
    )
  job
    .command('resume')
    .description('put a suspended job back on the board as it was, with what its ATS has sent since')
    .requiredOption(...JOB_ID)
    .option(...json)
    .action(({ id, ...options }: IdOptions) =>
      run(
        async (deps) => describeSuspension(deps, await resumeJob(deps, { jobId: id }), { isSuspended: false }),
        options,
      ),
    )
}

interface IdOptions {
  id: number
  json?: boolean
}

/** The number is the end of the address of the job's page. */
const JOB_ID = ['--id <id>', 'job id, the number at the end of the address of its page', parseJobId] as const

async function describeSuspension(
  deps: Deps,
  job: StoredJob,
  { isSuspended }: { isSuspended: boolean },
): Promise<Result> {
  const company = await getCompany(deps, job.companyId)
  const { id: jobId, externalId, status, fields } = job
  const jobUrl = toJobUrl(deps.settings.publicUrl, company, job)
  return {
    json: { jobId, externalId, title: fields.title, company: company.slug, status, jobUrl, isSuspended },
    lines: [
      `${fields.title} (${jobId}) of ${company.name}: ${jobUrl}`,
      ...(isSuspended
        ? [
            'The job is suspended: its page answers 410, and no list, feed or search has it. Its ATS may change it, and reads "suspended".',
            `To take this back: admin job resume --id ${jobId}`,
          ]
        : [describeResumed(company, job, deps.now())]),
    ],
  }
}

/** Says whether people see a job that is not suspended, and if not, why. */
function describeResumed({ slug, suspendedAt }: Company, job: StoredJob, nowMs: number): string {
  const resumed = 'The job is not suspended'
  if (job.status === 'UNPUBLISHED') return `${resumed}. It is unpublished, so people do not see it.`
  if (isClosed(job, nowMs)) return `${resumed}. Its closing date has passed, so people do not see it.`
  if (suspendedAt === null) return `${resumed}: people see it.`
  return `${resumed}, but its company is. To put all its jobs back: admin company resume --slug ${slug}`
}
