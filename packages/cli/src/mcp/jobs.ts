import { Readable } from 'node:stream'
import { ExternalId, HTML_FIELDS, JobUpsert, optionalFields } from '@boardwalk/schema/job'
import { JobField } from '@boardwalk/schema/job-answer'
import { readSalary } from '@boardwalk/schema/job-content'
import { JobFilter } from '@boardwalk/schema/job-list'
import { limits } from '@boardwalk/schema/limits'
import { SearchText } from '@boardwalk/schema/page'
import type { Job } from '@boardwalk/sdk'
import { z } from 'zod'
import { changeJobs } from '../command/job-changes.ts'
import { push } from '../command/jobs-push/push.ts'
import type { ExitCode } from '../failure.ts'
import { Page, pageWords, readPage, readPlace } from './pages.ts'
import { addTool, addWrite, type Call, type Door } from './tool.ts'

// `optionalFields` has these keys and no others.
const Missing = z.enum(['salary', ...(Object.keys(optionalFields) as (keyof typeof optionalFields)[])])
const ListJobs = Page.extend({
  status: JobFilter.shape.status,
  missing: z.array(Missing).default([]).describe('Only jobs without these. "salary": neither a minimum nor a maximum.'),
  words: SearchText.describe('Only jobs with all these words in title, id or city.'),
}).describe(`Lists the company's jobs, published or not. Which have no salary: {"missing": ["salary"]}. ${pageWords}`)

const GetJob = z
  .object({ id: ExternalId })
  .describe('Reads a job with its texts. Do not push back a text that ends with "… (cut)": the board has more of it.')

const UnpublishJobs = z
  .object({ ids: z.array(ExternalId).min(1).max(limits.jobs) })
  .describe('Takes jobs off the public site. Their data and candidates stay.')

/** Advertises what a job may have, and accepts everything, because `jobs push` checks each job by itself. */
const describeSentJobs = (description: string) => {
  const { jsonSchema } = z.object({ jobs: z.array(JobUpsert).min(1).max(limits.jobs) })['~standard']
  const standard = z.object({ jobs: z.array(z.unknown()).min(1).max(limits.jobs) })['~standard']
  return { description, '~standard': { ...standard, jsonSchema } }
}
const CheckJobs = describeSentJobs('Dry run of a push: what is wrong with each job, and what to change. Sends nothing.')
const PushJobs = describeSentJobs(
  'Creates or updates jobs by id. A field that is left out stays, null clears it. A new job is public at once unless its status is UNPUBLISHED. Call check_jobs first.',
)

/** A list has no long texts of a job. */
const longFields: readonly string[] = [...HTML_FIELDS, 'benefits', 'recruitmentProcess']
const isShown = (name: string) => !longFields.includes(name)

/** Adds the tools for jobs. */
export function addJobTools(door: Door): void {
  addTool(door, 'list_jobs', ListJobs, async ({ status, missing, words, ...page }, { connect, signal }) => {
    const fields = [...JobField.options.filter(isShown), ...missing.filter((name) => name !== 'salary')]
    const place = readPlace(page.next)
    const afterJobId = place === undefined ? undefined : Number(place)
    const { jobs } = await connect()
    const list = jobs.list({ status, fields, afterJobId, pageSize: limits.pageSize }, { signal })
    const matches = (job: Partial<Job>) => missing.every((name) => lacks(job, name)) && hasWords(job, words)
    const isFiltered = missing.length + words.length > 0
    return readPage(list, page, ({ jobId }) => jobId, isShown, isFiltered ? matches : undefined)
  })
  addTool(door, 'get_job', GetJob, async ({ id }, { connect, signal }) => (await connect()).jobs.get(id, { signal }))
  addTool(door, 'check_jobs', CheckJobs, ({ jobs }, call) => pushJobs(jobs, call, { dryRun: true }))
  addWrite(door, 'push_jobs', PushJobs, ({ jobs }, call) => pushJobs(jobs, call, {}))
  addWrite(door, 'unpublish_jobs', UnpublishJobs, async ({ ids }, { run, connect }) => {
    const { jobs } = await connect()
    return changeJobs(run, ids, { change: (id, options) => jobs.unpublish(id, options), success: 'unpublished' })
  })
}

function pushJobs(jobs: unknown[], { run, flags }: Call, how: { dryRun?: true }): Promise<ExitCode> {
  const stdin = Readable.from([Buffer.from(JSON.stringify({ jobs }))])
  return push({ ...run, world: { ...run.world, stdin } }, '-', { ...flags, ...how, concurrency: 1 })
}

function lacks(job: Partial<Job>, name: z.infer<typeof Missing>): boolean {
  if (name === 'salary') return (readSalary(job.minSalary) ?? readSalary(job.maxSalary)) === undefined
  return [job[name] ?? ''].flat().every((value) => value === '')
}

/** Makes the same text of words that differ in case and accents. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const hasWords = ({ title, id, city }: Partial<Job>, words: string[]) =>
  words.every((word) => fold([title, id, city].flat().join(' ')).includes(fold(word)))
