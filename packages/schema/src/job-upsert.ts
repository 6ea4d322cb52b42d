import { z } from 'zod'
import { ApiError } from './error.ts'
import { ExternalId } from './external-id.ts'
import { JobUpdate } from './job.ts'
import { limits } from './limits.ts'
import { list, mustBe } from './wording.ts'

/** One job of a batch: the fields of an update, and its id. Each is parsed by itself, so that one failure harms no other. */
export const JobUpsert = JobUpdate.pipe(
  z.custom<z.output<typeof JobUpdate>>().superRefine(({ known }, ctx) => {
    const id = ExternalId.safeParse(known.id)
    for (const issue of id.error?.issues ?? []) ctx.addIssue({ code: 'custom', path: ['id'], message: issue.message })
  }),
)

export const JobUpserts = z
  .object({
    jobs: list(
      z.unknown().meta({
        override: {
          allOf: [
            { $ref: '#/components/schemas/JobUpdate' },
            { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
          ],
        },
      }),
      `a list of 1 to ${limits.jobs} jobs`,
      limits.jobs,
    ).min(1, { error: `must be a list of 1 to ${limits.jobs} jobs` }),
    dryRun: z
      .boolean(mustBe('true or false'))
      .optional()
      .describe(
        'Where true, nothing is written: each result says what would become of its job alone, as the board is now. A job that would be created has neither `jobId` nor `jobUrl` yet.',
      ),
  })
  .meta({ id: 'JobUpserts' })

/** The result of one job of a batch. */
export const JobUpsertResult = z
  .object({
    id: z.string().nullable().describe('The external id as sent; null where it was not a text.'),
    status: z.enum(['created', 'updated', 'unchanged', 'failed']).describe('`failed` says why in `error`.'),
    jobId: z.int().nullable().describe('Internal job id; null where the job failed, or would be created by a dry run.'),
    jobUrl: z
      .string()
      .nullable()
      .describe('Public address of the job page; null where `jobId` is.')
      .meta({ format: 'uri' }),
    error: ApiError.nullable(),
  })
  .meta({ id: 'JobUpsertResult' })
export type JobUpsertResult = z.infer<typeof JobUpsertResult>

/** One result per job, in the order of the request. */
export const JobUpsertResults = z
  .object({ results: z.array(JobUpsertResult), error: z.null() })
  .meta({ id: 'JobUpsertResults' })
export type JobUpsertResults = z.infer<typeof JobUpsertResults>
