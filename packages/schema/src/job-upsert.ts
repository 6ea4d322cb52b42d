import { z } from 'zod'
import { ApiError, NoError } from './error.ts'
import { Warnings } from './job-answer.ts'
import { limits } from './limits.ts'
import { list, mustBe } from './wording.ts'

export const JobUpserts = z
  .object({
    jobs: list(
      // Each job is parsed by itself, with JobUpsert, so one failure does not affect the others.
      z.unknown().meta({ override: { $ref: '#/components/schemas/JobUpsert' } }),
      `a list of 1 to ${limits.jobs} jobs`,
      limits.jobs,
    ).min(1, { error: `must be a list of 1 to ${limits.jobs} jobs` }),
    dryRun: z
      .boolean(mustBe('true or false'))
      .optional()
      .describe(
        'If true, the request changes nothing. Each result says what the board would now do with its job alone. A job that would be created has no `jobId` and no `jobUrl` yet.',
      ),
    create: z
      .boolean(mustBe('true or false'))
      .optional()
      .describe(
        'If false, the request only updates jobs. A job whose `id` no job has then fails with the code `precondition_failed`. Default: true.',
      ),
  })
  .meta({ id: 'JobUpserts' })

/** The result of one job of a batch. */
export const JobUpsertResult = z
  .object({
    id: z.string().nullable().describe('The external id as sent, or null if it was not a text.'),
    status: z
      .enum(['created', 'updated', 'unchanged', 'failed'])
      .describe('What the board did with the job. If `failed`, `error` says why.'),
    jobId: z.int().nullable().describe('Internal job id. Null if the job failed, or if a dry run would create it.'),
    jobUrl: z
      .string()
      .nullable()
      .describe('Public address of the job page. Null if `jobId` is null.')
      .meta({ format: 'uri' }),
    warnings: Warnings,
    error: ApiError.nullable(),
  })
  .meta({ id: 'JobUpsertResult' })
export type JobUpsertResult = z.infer<typeof JobUpsertResult>

/** One result per job, in the order of the request. */
export const JobUpsertResults = z
  .object({ results: z.array(JobUpsertResult), error: NoError })
  .meta({ id: 'JobUpsertResults' })
export type JobUpsertResults = z.infer<typeof JobUpsertResults>
