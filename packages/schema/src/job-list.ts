import { z } from 'zod'
import { NoError } from './error.ts'
import { dateForm, isoInstant } from './iso-date.ts'
import { PublicationStatus } from './job.ts'
import { Job } from './job-answer.ts'
import { Page, PageSize } from './page.ts'
import { mustBe } from './wording.ts'

/** Which jobs of the company a list is of, and which page of it. */
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
  page: Page,
  pageSize: PageSize,
})
export type JobFilter = z.infer<typeof JobFilter>

/** One page of the company's jobs by ascending `jobId`, and the number of matches on all pages. */
export const JobList = z
  .object({
    jobs: z.array(Job),
    total: z.int().min(0).describe('How many jobs match, over all pages.'),
    error: NoError,
  })
  .meta({ id: 'JobList' })
export type JobList = z.infer<typeof JobList>
