import { z } from 'zod'
import { ApplicationStatus } from './application.ts'
import { Candidate } from './candidate.ts'
import { ApiError, NoError } from './error.ts'
import { dateForm, isoInstant } from './iso-date.ts'
import { ID_PATTERN } from './job.ts'
import { limits } from './limits.ts'
import type { FileAnswer } from './operation/operation.ts'
import { findNearest, formatValue, list, mustBe, nonBlankText } from './wording.ts'

/* What a caller tells the board of candidates: their status, or that it has erased its copy of a person's data. */

/** The id of a candidate in a request. An id that no candidate has is not found, and no error of its form. */
export const CandidateId = nonBlankText(255)
  // Clients remove these from paths.
  .refine((id) => id !== '.' && id !== '..', { error: 'must not be "." or ".."' })
  .describe('The `id` of the candidate.')
  .meta({ pattern: ID_PATTERN, examples: ['5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93'] })

const wrongForm = mustBe('an object with id and status, or with id and erased')

/** Says which member of an update does not exist. */
function describeUnknown(name = ''): string {
  const meant = findNearest(name, ['id', 'status', 'at', 'erased'])
  const hint = meant === undefined ? 'it has id, status, at and erased' : `did you mean ${JSON.stringify(meant)}?`
  return `has no member ${formatValue(name)}; ${hint}`
}

/** One candidate of an update: a status, or the confirmation of an erasure. */
export const CandidateUpdate = z
  .strictObject(
    {
      id: CandidateId,
      status: ApplicationStatus.describe('The status that the candidate has in your system.').optional(),
      at: isoInstant('at')
        .describe(
          `When the status changed in your system. A status of an earlier time than one that your key has told of the candidate is \`superseded\`. Between keys and users, the last update that the board gets wins. Default: now. ${dateForm}`,
        )
        .optional(),
      erased: z
        .literal(true, mustBe('true'))
        .describe(
          'Always `true`: confirms that you have erased your copy of what an erased person sent. It erases nothing on the board.',
        )
        // The client of openapi-generator for Java does not compile with a constant that is not a text.
        .meta({ override: { const: undefined } })
        .optional(),
    },
    {
      error: (issue) => (issue.code === 'unrecognized_keys' ? describeUnknown(issue.keys[0]) : wrongForm.error(issue)),
    },
  )
  .refine(({ status, erased }) => (status === undefined) !== (erased === undefined), {
    error: 'must have either status or erased',
  })
  .refine(({ at, erased }) => at === undefined || erased === undefined, {
    error: 'is the time of a status; leave it out with erased',
    path: ['at'],
  })
export type CandidateUpdate = z.output<typeof CandidateUpdate>

export const CandidateUpdates = z
  .object({
    candidates: list(
      // Each candidate is parsed by itself, with CandidateUpdate, so one failure does not affect the others.
      z.unknown().meta({ override: { $ref: '#/components/schemas/CandidateUpdate' } }),
      `a list of 1 to ${limits.candidates} candidates`,
      limits.candidates,
    ).min(1, { error: `must be a list of 1 to ${limits.candidates} candidates` }),
  })
  .meta({ id: 'CandidateUpdates' })

/** The result of one candidate of an update. */
export const CandidateUpdateResult = z
  .object({
    id: z.string().nullable().describe('The id as sent, or null if it was not a text.'),
    status: z
      .enum(['updated', 'unchanged', 'superseded', 'not_found', 'erased', 'failed'])
      .describe(
        'What the board did. `unchanged`: it had this status, or this confirmation, before. `superseded`: your key has told of a later time than `at`, so nothing changed. `not_found`: the company has no such candidate. `erased`: the data of the person was erased, so the status stays: erase your copy, and confirm it. `failed`: `error` says why.',
      ),
    error: ApiError.nullable(),
  })
  .meta({ id: 'CandidateUpdateResult' })
export type CandidateUpdateResult = z.infer<typeof CandidateUpdateResult>

/** One result per candidate, in the order of the request. */
export const CandidateUpdateResults = z
  .object({ results: z.array(CandidateUpdateResult), error: NoError })
  .meta({ id: 'CandidateUpdateResults' })
export type CandidateUpdateResults = z.infer<typeof CandidateUpdateResults>

// The cast holds because the server never parses an answer.
export const CvFound = z.object({
  // In the document only bodies of errors have this member, as null. Code generators want a type for it.
  cv: z.unknown().meta({ override: { type: 'string' } }) as z.ZodType<FileAnswer>,
})

export const CandidateFound = z.object({ candidate: Candidate, error: NoError }).meta({ id: 'CandidateFound' })
