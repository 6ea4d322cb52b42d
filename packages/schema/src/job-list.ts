import { z } from 'zod'
import { NoError } from './error.ts'
import { dateForm, isoInstant } from './iso-date.ts'
import { PublicationStatus } from './job.ts'
import { JobField, ListedJob } from './job-answer.ts'
import { Page, PageSize, SearchText } from './page.ts'
import { mustBe, oneOf } from './wording.ts'

/* The lists of a company's jobs: that of the API, and that of the back office. */

/** Names of fields of a job in one text, such as `title,status`. */
const JobFields = z
  .string()
  .transform((names) => names.split(','))
  .pipe(z.array(JobField))
  .describe(
    'Only these members of each job, separated by commas. `id` and `jobId` always come, and fields of your own only without this parameter. Default: the whole job, which the schema `Job` describes.',
  )
  .meta({ override: { type: 'array', items: { $ref: '#/components/schemas/JobField' } } })

/** The jobs that a list of the API has, and the page. */
export const JobFilter = z.object({
  // The description is before `optional()`, because the OpenAPI generator removes `optional()` and all that follows it.
  status: PublicationStatus.describe('Only jobs with this status.')
    .meta({ examples: ['PUBLISHED'] })
    .optional(),
  afterJobId: z
    .int(mustBe('a whole number from 0'))
    .min(0, mustBe('a whole number from 0'))
    .describe('Only jobs with a larger `jobId`. To read a long list, send the last `jobId` that you received.')
    .optional(),
  changedSince: isoInstant('changedSince')
    .describe(`Only jobs that were created or changed after this instant. ${dateForm}`)
    .optional(),
  fields: JobFields.optional(),
  page: Page,
  pageSize: PageSize,
})
export type JobFilter = z.infer<typeof JobFilter>

/** One page of the company's jobs by ascending `jobId`, and the number of matches on all pages. */
export const JobList = z
  .object({
    jobs: z
      .array(ListedJob)
      .describe('With `fields`, each has only `id`, `jobId` and the members that `fields` names.')
      // The document goes on to require all members of a job, so that generated clients without `fields` need no check for each.
      .meta({ override: { type: 'array', items: { $ref: '#/components/schemas/Job' } } }),
    total: z.int().min(0).describe('How many jobs match, over all pages.'),
    error: NoError,
  })
  .meta({ id: 'JobList' })
export type JobList = z.infer<typeof JobList>

/** The columns that the list of jobs can be sorted by: those that an index of the database serves. */
export const jobColumns = ['jobId', 'updated'] as const
export type JobColumn = (typeof jobColumns)[number]

/** A search of the back office for jobs: by words of the title or the external id, or by job id. */
export const JobLookup = z.object({
  search: SearchText,
  status: PublicationStatus.optional(),
  externalId: oneOf(['with', 'without']).optional(),
  sort: oneOf(jobColumns).default('jobId'),
  order: oneOf(['ascending', 'descending']).default('descending'),
  page: Page,
  pageSize: PageSize,
})
export type JobLookup = z.infer<typeof JobLookup>

/** The largest number of jobs that one request of the back office publishes or unpublishes: those of one page of the list. */
export const PUBLICATIONS_MAX = 50
