import { z } from 'zod'
import { ExternalId } from './external-id.ts'

const Link = z.object({ platformJobId: z.int(), externalJobId: ExternalId })
export type Link = z.infer<typeof Link>

export const LinkBody = z.object({
  // Read-only also to trpc-to-openapi, which would else take "42" and null for numbers.
  links: z.array(Link).min(1).max(1000).readonly(),
})
