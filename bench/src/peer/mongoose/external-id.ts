import { z } from 'zod'

/** The caller's own id of a job, kept exactly as sent. */
export const ExternalId = z
  .string({ error: ({ input }) => (input === undefined || input === null ? 'Job ID is required' : undefined) })
  .min(1, 'Job ID is required')
  .max(255)
  .refine((id) => id.trim() !== '' && id !== '.' && id !== '..', 'must not be blank, "." or ".."')
  .refine((id) => id.isWellFormed() && !/\p{Cc}/u.test(id), 'must be well-formed text without control characters')

/** The parameters of a path that names a job. */
export const JobPath = z.object({ externalJobId: ExternalId })
