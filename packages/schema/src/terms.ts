import { z } from 'zod'
import { CompanyCurrency } from './company.ts'
import { isCountryCode } from './country-code.ts'
import type { Issue } from './error.ts'
import { parseExtra } from './extra-fields.ts'
import { explainDate, parseInstant } from './iso-date.ts'
import { isObject } from './json.ts'
import { QUESTIONS_MEMBER, type Question, readQuestions, SentQuestions } from './questions.ts'
import { describeIssues, findNearest, formatValue, list, mustBe, oneOf, text } from './wording.ts'

/*
 * The terms of a job that the contract has no fields for. A caller sends them in one extra field, `boardwalk`. The contract accepts any
 * extra field and stores it as sent, so a mistake is never refused: the wrong part has no effect, and a warning names it.
 */

/** The name of the extra field. */
export const TERMS_FIELD = 'boardwalk'

export const PayPeriod = oneOf(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']).meta({ id: 'PayPeriod' })
export type PayPeriod = z.infer<typeof PayPeriod>

export const PayBasis = oneOf(['NET', 'GROSS']).meta({ id: 'PayBasis' })
export type PayBasis = z.infer<typeof PayBasis>

export const WorkHours = oneOf(['FULL_TIME', 'PART_TIME']).meta({ id: 'WorkHours' })
export type WorkHours = z.infer<typeof WorkHours>

const ADDRESS_CHARACTERS_MAX = 2000
const COUNTRIES_MAX = 50
const HTTPS_ADDRESS = /^https:\/\/[^\s\p{Cc}/\\@]+(?:[/?#][^\s\p{Cc}]*)?$/iu

const ClosesAt = z
  .string(mustBe('an ISO 8601 date or date-time'))
  // zod leaves out the examples of a schema that transforms, and keeps those of the text before that.
  .meta({ examples: ['2026-12-31'] })
  .transform((sent, ctx) => {
    const instantMs = parseInstant(sent, { dayEnd: true })
    if (instantMs !== undefined) return new Date(instantMs)
    const message = `must be an ISO 8601 date or date-time, such as 2026-12-31 or 2026-12-31T18:00:00+01:00, not ${formatValue(sent)}${explainDate(sent)}`
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })
  // The generator of the API's document needs the type of the result.
  .pipe(z.date())

const ApplyUrl = text(ADDRESS_CHARACTERS_MAX).refine(
  (address) => HTTPS_ADDRESS.test(address) && URL.canParse(address),
  // The message does not repeat the address, which may have a password.
  { error: 'must be an address that begins with https://, without blanks and without a password' },
)

const CountryCode = z
  .string(mustBe('the ISO 3166 code of a country, such as FR'))
  .refine(isCountryCode, mustBe('the ISO 3166 code of a country in two capital letters, such as FR'))
  .meta({ pattern: '^[A-Z]{2}$' })

/** The members of `boardwalk`. Each is checked by itself. `null` is the same as absent. */
export const termFields = {
  closesAt: ClosesAt.nullish().describe(
    'When applications close: an ISO 8601 date, which counts until its end in UTC, or a date-time, which is in UTC if it has no offset. From then on people cannot see the job; its `status` stays.',
  ),
  currency: CompanyCurrency.nullish()
    .describe('The currency of the salary, as an ISO 4217 code. Default: as for `minSalary`.')
    .meta({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
  period: PayPeriod.nullish()
    .describe('What the salary is paid for. Default: `MONTH`.')
    .meta({ examples: ['YEAR'] }),
  basis: PayBasis.nullish()
    .describe('Whether the salary is net or gross. Default: `NET`.')
    .meta({ examples: ['GROSS'] }),
  hours: WorkHours.nullish()
    .describe('Full time or part time. Without it, the board shows neither.')
    .meta({ examples: ['PART_TIME'] }),
  applyUrl: ApplyUrl.nullish()
    .describe(
      'The page on which people apply, an address that begins with `https://`. The job page links to it in place of the form.',
    )
    .meta({ format: 'uri', examples: ['https://careers.example.com/jobs/42/apply'] }),
  countries: list(CountryCode, 'a list of ISO 3166 codes of countries', COUNTRIES_MAX)
    .min(1, { error: 'must name at least one country, such as ["FR"], or be left out' })
    .nullish()
    .describe(
      'For a job with the work mode `REMOTE`: the countries from which people may work, as ISO 3166 codes of two letters. Default: the country of the job.',
    )
    .meta({ examples: [['FR', 'BE']] }),
}
type TermName = keyof typeof termFields
// `termFields` has these keys and no others.
export const termNames = Object.keys(termFields) as TermName[]

/** What a caller sends as `boardwalk`, for the documents. The board reads it with `readTerms`. */
export const SentTerms = z.looseObject({ ...termFields, [QUESTIONS_MEMBER]: SentQuestions }).meta({
  description:
    'Terms of a job that no other field has. The board stores them as sent. A mistake is not refused: the wrong part has no effect, and the answer warns of it with `terms_ignored`. An update replaces all of them, and `null` removes them.',
})
export type SentTerms = z.input<typeof SentTerms>

/** The terms of a job that are right. */
export type JobTerms = { -readonly [Name in TermName]?: NonNullable<z.output<(typeof termFields)[Name]>> }

/** The most mistakes that are named. An extra field may have thousands of members. */
const ISSUES_MAX = 20

/**
 * Reads the terms in the value of the field `boardwalk`. Each right member becomes a term. Each wrong member is an issue, with a path such as
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
    if (value === null || name === QUESTIONS_MEMBER) continue
    const found = isTermName(name) ? readTerm(name, value) : { issues: [describeUnknown(name)] }
    if ('issues' in found) issues.push(...found.issues.slice(0, ISSUES_MAX - issues.length))
    else terms[name] = found.value
  }
  // Each member was parsed by its own schema.
  return { terms: terms as JobTerms, issues }
}

function readTerm(name: TermName, value: unknown): { value: unknown } | { issues: Issue[] } {
  const { success, data, error } = termFields[name].safeParse(value)
  if (success) return { value: data }
  const path = ['job', TERMS_FIELD, name]
  return {
    issues: describeIssues({ issues: error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })) }),
  }
}

/** Finds the term that an extra field beside `boardwalk` was probably meant as: it has the name of a term, and a value that is right. */
export const findMisplacedTerm = (name: string, value: unknown): string | undefined =>
  isTermName(name) && 'value' in readTerm(name, value) ? name : undefined

/** Lists the questions of a job, from its extra fields. Most jobs have none, and their fields are not parsed. */
export const listQuestions = (extra: string): Question[] =>
  extra.includes(`"${QUESTIONS_MEMBER}"`) ? readQuestions(parseExtra(extra)[TERMS_FIELD]).questions : []

const isTermName = (name: string): name is TermName => Object.hasOwn(termFields, name)

const knownNames = [...termNames, QUESTIONS_MEMBER]
/** A longer name is not repeated in the path of an issue. */
const NAME_CHARACTERS_MAX = 100

function describeUnknown(name: string): Issue {
  const meant = findNearest(name, knownNames)
  const hint =
    meant === undefined ? `the board knows ${knownNames.join(', ')}` : `did you mean ${JSON.stringify(meant)}?`
  const path = `job.${TERMS_FIELD}`
  const message = `${path} has a member ${formatValue(name)} without effect: ${hint}`
  return { path: name.length > NAME_CHARACTERS_MAX ? path : `${path}.${name}`, message }
}

/** Reads the terms in the stored extra fields of a job, which are JSON text. Most jobs have none, and their text is not parsed. */
export const readStoredTerms = (extra: string): JobTerms =>
  extra.includes(`"${TERMS_FIELD}"`) ? readTerms(parseExtra(extra)[TERMS_FIELD]).terms : {}
