import { z } from 'zod'
import { RawNumber } from './json.ts'
import { formatValue } from './wording.ts'

const charactersMax = 255
/** The rules below, as far as a pattern can express them, for the OpenAPI document. */
const documentedForm = '^(?!\\.{1,2}$)(?![\\s\\uFEFF]*$)[^\\u0000-\\u001F\\u007F-\\u009F]+$'

/**
 * The caller's own id of a job: any text of 1 to 255 characters, compared exactly as sent (no trimming, no case
 * folding, no normalisation). In a path it is percent-encoded. `.` and `..` are refused, because clients remove them from
 * paths. Blank ids and control characters are refused, because people cannot tell such ids apart.
 */
export const ExternalId = z
  .string({
    error: ({ input }) => {
      if (input === undefined || input === null) return 'Job ID is required'
      const isNumber = typeof input === 'number' || input instanceof RawNumber
      return `must be a text, not ${formatValue(input)}${isNumber ? ': put it in quotes' : ''}`
    },
  })
  .superRefine((value, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: 'custom', message })
    if (value === '') refuse('Job ID is required')
    else if (value.trim() === '') refuse('must not be blank')
    else if (value === '.' || value === '..') refuse('must not be "." or ".."')
    else if (!value.isWellFormed()) refuse('must be well-formed Unicode (it holds half a character)')
    else if (/\p{Cc}/u.test(value)) refuse('must not have control characters')
    else if ([...value].length > charactersMax) refuse(`must be at most ${charactersMax} characters`)
  })
  .describe('The caller’s unique job identifier (the external id).')
  .meta({ minLength: 1, maxLength: charactersMax, pattern: documentedForm, examples: ['ATL-2026-0001'] })
export type ExternalId = z.infer<typeof ExternalId>
