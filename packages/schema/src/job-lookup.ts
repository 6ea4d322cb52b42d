import { z } from 'zod'
import { PublicationStatus } from './job.ts'
import { Page, PageSize } from './page.ts'
import { SearchText } from './search.ts'
import { oneOf } from './wording.ts'

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
