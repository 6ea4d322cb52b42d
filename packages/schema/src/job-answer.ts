import { z } from 'zod'
import { ApiError, NoError } from './error.ts'
import { Line, optionalFields, PublicationStatus, StoredTitle } from './job.ts'
import { JobWarning } from './job-warning.ts'
import { limits } from './limits.ts'
import { list, mustBe, oneOf } from './wording.ts'

const jobId = z
  .int()
  .describe('Internal job id assigned by the board, unique on the whole board. It never changes.')
  .meta({ examples: [42] })
const jobUrl = z
  .string()
  .describe(
    'Public address of the job page, in the language of the text that the job was created with, or in the company’s own if that did not tell. A draft has one, too. It never changes: not with the title, and not when the job is published again. The page exists in all three languages, and search engines are led to this one.',
  )
  .meta({
    format: 'uri',
    examples: ['http://127.0.0.1:3000/fr/companies/atlas-talents/jobs/developpeuse-typescript-42'],
  })

export const Warnings = z
  .array(JobWarning)
  .optional()
  .describe(
    'What the board did as asked, although the caller may have wanted something else. A warning changes no status. Absent if there are none.',
  )

/** The answer to create and update. */
export const JobResult = z.object({ jobId, jobUrl, warnings: Warnings, error: NoError }).meta({ id: 'JobResult' })
export type JobResult = z.infer<typeof JobResult>

/** The answer to unpublish. */
export const UnpublishResult = z.object({ jobId, error: NoError }).meta({ id: 'UnpublishResult' })
export type UnpublishResult = z.infer<typeof UnpublishResult>

/** Who changed a job last: the integration API with a key, a user, or the board itself. */
export const JobChanger = z.enum(['api', 'back_office', 'board'])
export type JobChanger = z.infer<typeof JobChanger>

/** One job as stored. Callers may send fields with the names of the board's own values, but they never replace these. */
export const Job = z
  .looseObject({
    id: z
      .string()
      .nullable()
      .describe('The caller’s external id, or null for a board job without one.')
      .meta({ examples: ['ATL-2026-0001'] }),
    title: StoredTitle,
    ...optionalFields,
    country: Line.describe('Country name.').meta({ examples: ['Maroc'] }),
    displaySalary: z
      .boolean()
      .describe('Whether the job page shows the salary range.')
      .meta({ examples: [true] }),
    status: PublicationStatus.describe(
      'Whether the job is published. People cannot see a published job that is `closed` or `suspended`.',
    ).meta({ examples: ['PUBLISHED'] }),
    closed: z
      .boolean()
      .describe('Whether the closing date of the job has passed (`closesAt` of `boardwalk`).')
      .meta({ examples: [false] }),
    suspended: z
      .boolean()
      .describe('Whether the operator of the board has suspended the job or its company.')
      .meta({ examples: [false] }),
    jobId,
    jobUrl,
    createdAt: z
      .string()
      .describe('ISO 8601 in UTC.')
      .meta({ format: 'date-time', examples: ['2026-03-01T08:00:00.000Z'] }),
    updatedAt: z
      .string()
      .describe(
        'When the job was last changed: ISO 8601 in UTC. It stays if the job closes, or is suspended or resumed.',
      )
      .meta({ format: 'date-time', examples: ['2026-03-01T08:00:00.000Z'] }),
    publishedAt: z
      .string()
      .nullable()
      .describe(
        'When the job was first published: ISO 8601 in UTC. Null if it never was. Publishing it again does not change it.',
      )
      .meta({ format: 'date-time', examples: ['2026-03-01T08:00:00.000Z'] }),
    changedBy: JobChanger.describe(
      'Who changed the job last: `api` (a caller with a key), `back_office` (a user), or `board` (the board unpublished the job because the company asked for that if its ATS does not push a job for some days).',
    ).meta({ examples: ['api'] }),
  })
  .meta({
    id: 'Job',
    description:
      'One job as stored, with its extra fields. `closed`, `suspended`, `jobId`, `jobUrl`, `createdAt`, `updatedAt`, `publishedAt` and `changedBy` are the board’s values, even if a caller sent such fields.',
  })
export type Job = z.infer<typeof Job>

/** A field of a job that a list can be asked for. Extra fields come only with the whole job. */
// A schema has at least one member, and no others than these keys.
export const JobField = oneOf(Object.keys(Job.shape) as [keyof typeof Job.shape, ...(keyof typeof Job.shape)[]])
export type JobField = z.infer<typeof JobField>

/** A job in a list: the whole job, or the members that the caller asked for. */
export const ListedJob = Job.partial().required({ id: true, jobId: true })
export type ListedJob = z.infer<typeof ListedJob>

export const JobFound = z.object({ job: Job, error: NoError }).meta({ id: 'JobFound' })
export type JobFound = z.infer<typeof JobFound>

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
