import { z } from 'zod'
import { NoError } from './error.ts'
import { ExternalId } from './job.ts'
import { toNumber } from './json.ts'
import { limits } from './limits.ts'
import { list, mustBe } from './wording.ts'

/** A job on the board, and the external id to give it. */
export const Link = z
  .object(
    {
      platformJobId: z.preprocess(
        (jobId: number) => toNumber(jobId),
        z
          .int(mustBe('a whole number (the board’s job id)'))
          .describe('The board’s internal job id.')
          .meta({ examples: [42] }),
      ),
      externalJobId: ExternalId,
    },
    mustBe('an object'),
  )
  .meta({ id: 'Link' })
export type Link = z.infer<typeof Link>

export const LinkRequest = z
  .object({
    links: list(Link, 'a list of {platformJobId, externalJobId}', limits.links).describe(
      'The board sets the links in this order.',
    ),
  })
  .meta({ id: 'LinkRequest' })

/** The result of one link. */
export const LinkResult = z
  .object({
    platformJobId: z.int().describe('As sent.'),
    externalJobId: z.string().describe('As sent.'),
    status: z
      .enum(['linked', 'already_linked', 'not_found'])
      .describe(
        '`linked`: the external id was set. `already_linked`: nothing changed, because the job already has an external id, or another job has this one. `not_found`: the company has no such job.',
      ),
    currentExternalJobId: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Only with `already_linked`: the current external id of the job, or null if it has none. With null, another job has the external id that was sent; `GET /job/{externalJobId}` says which.',
      ),
  })
  .meta({ id: 'LinkResult' })
export type LinkResult = z.infer<typeof LinkResult>

/** One result per link, in the order of the request. */
export const LinkResults = z.object({ results: z.array(LinkResult), error: NoError }).meta({ id: 'LinkResults' })
export type LinkResults = z.infer<typeof LinkResults>
