import { z } from 'zod'
import { CompanyCurrency } from './company.ts'
import { isCountryCode } from './country-code.ts'
import type { Issue } from './error.ts'
import { parseExtra } from './extra-fields.ts'
import { parseInstant } from './iso-date.ts'
import { isObject } from './json.ts'
import { describeIssues, findNearest, formatValue, list, mustBe, oneOf, text } from './wording.ts'

/*
 * The terms of a job that the contract has no fields for. A caller sends them in one extra field, `boardwalk`. The contract accepts any
 * extra field and stores it as sent, so a mistake is never refused: the wrong part has no effect, and a warning names it.
 */

/** The name of the extra field. */
export const TERMS_FIELD = 'boardwalk'

export const PayPeriod = oneOf(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'])
export type PayPeriod = z.infer<typeof PayPeriod>

export const PayBasis = oneOf(['NET', 'GROSS'])
export type PayBasis = z.infer<typeof PayBasis>

export const WorkHours = oneOf(['FULL_TIME', 'PART_TIME'])
export type WorkHours = z.infer<typeof WorkHours>

const ADDRESS_CHARACTERS_MAX = 2000
const COUNTRIES_MAX = 50
const HTTPS_ADDRESS = /^https:\/\/[^\s\p{Cc}/\\@]+(?:[/?#][^\s\p{Cc}]*)?$/iu

const ClosesAt = z.string(mustBe('an ISO 8601 date or date-time')).transform((sent, ctx) => {
  const instantMs = parseInstant(sent, { dayEnd: true })
  if (instantMs !== undefined) return new Date(instantMs)
  const message = `must be an ISO 8601 date or date-time, such as 2026-12-31 or 2026-12-31T18:00:00+01:00, not ${formatValue(sent)}`
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
})

const ApplyUrl = text(ADDRESS_CHARACTERS_MAX).refine(
  (address) => HTTPS_ADDRESS.test(address) && URL.canParse(address),
  {
    error: 'must be an address that begins with https://',
  },
)

const CountryCode = z
  .string(mustBe('the ISO 3166 code of a country, such as FR'))
  .refine(isCountryCode, mustBe('the ISO 3166 code of a country in two capital letters, such as FR'))

/** The members of `boardwalk`. Each is optional, and is checked by itself. */
export const termFields = {
  closesAt: ClosesAt.describe(
    'When applications close: an ISO 8601 date, which counts until its end in UTC, or a date-time. From then on people cannot see the job; its `status` stays.',
  ).meta({ examples: ['2026-12-31'] }),
  currency: CompanyCurrency.describe(
    'The currency of the salary, as an ISO 4217 code. Default: as for `minSalary`.',
  ).meta({
    examples: ['EUR'],
  }),
  period: PayPeriod.describe('What the salary is paid for. Default: `MONTH`.').meta({ examples: ['YEAR'] }),
  basis: PayBasis.describe('Whether the salary is net or gross. Default: `NET`.').meta({ examples: ['GROSS'] }),
  hours: WorkHours.describe('Full time or part time. Without it, the board shows neither.').meta({
    examples: ['PART_TIME'],
  }),
  applyUrl: ApplyUrl.describe(
    'The page on which people apply, an address that begins with `https://`. The job page links to it in place of the form.',
  ).meta({ examples: ['https://careers.example.com/jobs/42/apply'] }),
  countries: list(CountryCode, 'a list of ISO 3166 codes of countries', COUNTRIES_MAX)
    .describe(
      'For a job with the work mode `REMOTE`: the countries from which people may work, as ISO 3166 codes of two letters. Default: the country of the job.',
    )
    .meta({ examples: [['FR', 'BE']] }),
}
type TermName = keyof typeof termFields
export const termNames = Object.keys(termFields) as TermName[]

/** The terms of a job that are right. */
export type JobTerms = { -readonly [Name in TermName]?: z.output<(typeof termFields)[Name]> }

/** What a caller sends as `boardwalk`. */
export type SentTerms = { [Name in TermName]?: z.input<(typeof termFields)[Name]> | null }

/**
 * Reads the value of the field `boardwalk`. Each right member becomes a term. Each wrong member is an issue, with a path such as
 * `job.boardwalk.period`, and has no effect. `null` is the same as absent.
 */
export function readTerms(sent: unknown): { terms: JobTerms; issues: Issue[] } {
  if (sent === undefined || sent === null) return { terms: {}, issues: [] }
  const path = `job.${TERMS_FIELD}`
  if (!isObject(sent)) {
    const message = `${path} must be an object, such as {"closesAt": "2026-12-31"}, not ${formatValue(sent)}`
    return { terms: {}, issues: [{ path, message }] }
  }
  const terms: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) continue
    if (!isTermName(name)) {
      issues.push(describeUnknown(name))
      continue
    }
    const { success, data, error } = termFields[name].safeParse(value)
    if (success) terms[name] = data
    else
      for (const { path: inner, message } of describeIssues({
        issues: error.issues.map((issue) => ({ ...issue, path: ['job', TERMS_FIELD, name, ...issue.path] })),
      }))
        issues.push({ path: inner, message })
  }
  // Each member was parsed by its own schema.
  return { terms: terms as JobTerms, issues }
}

const isTermName = (name: string): name is TermName => Object.hasOwn(termFields, name)

function describeUnknown(name: string): Issue {
  const meant = findNearest(name, termNames)
  const path = `job.${TERMS_FIELD}.${name}`
  const hint =
    meant === undefined ? `the board knows ${termNames.join(', ')}` : `did you mean ${JSON.stringify(meant)}?`
  return { path, message: `${path} has no effect: ${hint}` }
}

/** Reads the terms in the stored extra fields of a job, which are JSON text. Most jobs have none, and their text is not parsed. */
export const readStoredTerms = (extra: string): JobTerms =>
  extra.includes(`"${TERMS_FIELD}"`) ? readTerms(parseExtra(extra)[TERMS_FIELD]).terms : {}
