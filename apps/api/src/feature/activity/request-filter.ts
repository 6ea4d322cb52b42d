import { z } from 'zod'

/** Selects requests of a company, for the list of the back office and its export. */
export const RequestFilter = z.object({
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  failedOnly: z.boolean().optional(),
})

/** Where a page of a list begins, from the answer with the page before. tRPC's infinite queries need the name `cursor`. */
export const Cursor = z.string().max(100).nullish()

/** Selects requests, and where the page begins. */
export interface RequestPage extends z.infer<typeof RequestFilter> {
  cursor?: z.infer<typeof Cursor>
}
