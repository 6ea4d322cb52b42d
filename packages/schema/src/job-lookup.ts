import { z } from 'zod'
import { PublicationStatus } from './job.ts'
import { Page, PageSize } from './page.ts'
import { SearchText } from './search.ts'
import { oneOf } from './wording.ts'

/** A search of the back office for jobs: by words of the title or the external id, or by job id. */
export const JobLookup = z.object({
  search: SearchText,
  status: PublicationStatus.optional(),
  externalId: oneOf(['with', 'without']).optional(),
  page: Page,
  pageSize: PageSize,
})
export type JobLookup = z.infer<typeof JobLookup>
