import { isoInstant } from '@boardwalk/schema/iso-date'
import { ExternalId } from '@boardwalk/schema/job'
import { z } from 'zod'
import { requestAnswers } from './record.ts'

/** Selects requests of a company, for the list of the back office and its export. */
export const RequestFilter = z.object({
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  failedOnly: z.boolean().optional(),
  operation: z.string().max(100).optional(),
  answer: z.enum(requestAnswers).optional(),
  /** The external id of a job. Of a batch of jobs, only the first that were refused are known. */
  externalId: ExternalId.optional(),
  /** Only requests that arrived at or after this instant. */
  since: isoInstant('since').optional(),
  /** Only requests that arrived at or before this instant, or on or before this day. */
  until: isoInstant('until', { dayEnd: true }).optional(),
})

/** Where a page of a list begins, from the answer with the page before. tRPC's infinite queries need the name `cursor`. */
export const Cursor = z.string().max(100).nullish()

/** Selects requests, and where the page begins. */
export interface RequestPage extends z.infer<typeof RequestFilter> {
  withoutDryRuns?: boolean
  cursor?: z.infer<typeof Cursor>
}
