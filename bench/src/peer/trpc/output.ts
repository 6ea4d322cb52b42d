import { z } from 'zod'

/* What trpc-to-openapi makes its document of; it refuses a procedure that has none. */

const error = z.null()

export const JobResult = z.object({ jobId: z.number(), jobUrl: z.string(), error })
export const UnpublishResult = z.object({ jobId: z.number(), error })

export const CandidateList = z.object({
  candidates: z.array(
    z.object({
      id: z.string(),
      jobBoardId: z.string(),
      status: z.string(),
      companyId: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
      cv: z.string(),
      linkedinUrl: z.string(),
      offerId: z.string(),
      date: z.string(),
      message: z.string(),
    }),
  ),
  total: z.number(),
  error,
})

export const LinkResults = z.object({
  results: z.array(
    z.object({
      platformJobId: z.number(),
      externalJobId: z.string(),
      status: z.enum(['linked', 'already_linked', 'not_found']),
    }),
  ),
  error,
})
