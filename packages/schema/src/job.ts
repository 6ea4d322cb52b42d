import { z } from 'zod'
import { Language } from './company.ts'
import { withExtraFields } from './extra-fields.ts'
import { hasFewTags } from './html.ts'
import { RawNumber } from './json.ts'
import {
  EXPERIENCE_YEARS_MAX,
  HTML_CHARACTERS_MAX,
  HTML_SENT_TAGS_MAX,
  HTML_TAGS_MAX,
  limits,
  TEXT_CHARACTERS_MAX,
  TEXTS_MAX,
  TITLE_CHARACTERS_MAX,
} from './limits.ts'
import { TERMS_FIELD } from './terms.ts'
import {
  findNearest,
  formatValue,
  list,
  mustBe,
  nonBlankText,
  oneOf,
  shownText,
  visibleLine,
  wellFormedText,
} from './wording.ts'

const ID_CHARACTERS_MAX = 255
/** The rules of an external id as a pattern, for the OpenAPI document. */
export const ID_PATTERN = '^(?!\\.{1,2}$)(?![\\s\\uFEFF]*$)[^\\u0000-\\u001F\\u007F-\\u009F]+$'

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
    else if ([...value].length > ID_CHARACTERS_MAX) refuse(`must be at most ${ID_CHARACTERS_MAX} characters`)
  })
  .describe('The caller’s unique job identifier (the external id).')
  .meta({ minLength: 1, maxLength: ID_CHARACTERS_MAX, pattern: ID_PATTERN, examples: ['ATL-2026-0001'] })
export type ExternalId = z.infer<typeof ExternalId>

export const PublicationStatus = oneOf(['PUBLISHED', 'UNPUBLISHED']).meta({ id: 'JobStatus' })
export type PublicationStatus = z.infer<typeof PublicationStatus>

const titleExample = 'Développeuse ou développeur TypeScript'

export const JobTitle = visibleLine(TITLE_CHARACTERS_MAX)
  .describe(
    'Job title, plain text. The board makes one line of it: control characters and line separators become a blank. Of the characters that change the direction of text, isolates (U+2066 to U+2069) stay if each is closed, and others (U+202A to U+202E) are removed. Characters that show nothing, such as a soft hyphen, are removed too, except those that the writing of a language or an emoji needs.',
  )
  .meta({ examples: [titleExample] })

/** The title of a job in an answer. */
export const StoredTitle = nonBlankText(TITLE_CHARACTERS_MAX)
  .describe('Job title.')
  .meta({ examples: [titleExample] })

/** The country of a job without one. */
export const DEFAULT_COUNTRY = 'Maroc'

// The other limits are of what is stored (job-content.ts), because sanitising removes images and styles.
const Html = wellFormedText().refine((html) => hasFewTags(html, HTML_SENT_TAGS_MAX), {
  error: `must have at most ${HTML_SENT_TAGS_MAX} tags`,
})
export const Line = shownText(TEXT_CHARACTERS_MAX)
const LineOrLines = z.union([Line, list(Line, 'a list of texts', TEXTS_MAX)], mustBe('a text or a list of texts'))
const years = mustBe(`a number of years from 0 to ${EXPERIENCE_YEARS_MAX}`)
const Experience = z.number(years).min(0, years).max(EXPERIENCE_YEARS_MAX, years)
const Salary = z.number(mustBe('a number from 0')).min(0, mustBe('a number from 0'))

const htmlDescription = `HTML, sanitised by the board. What is stored has at most ${HTML_CHARACTERS_MAX} characters and ${HTML_TAGS_MAX} tags; what is sent has at most ${HTML_SENT_TAGS_MAX} tags. A text without any element of HTML is plain text and keeps its lines. The guide “Values, errors and limits” lists the elements that stay.`

const htmlFields = {
  description: Html.nullish()
    .describe(htmlDescription)
    .meta({ examples: ['<p>Au sein d’une équipe de <strong>six</strong>.</p>'] }),
  responsibilities: Html.nullish().describe(htmlDescription),
  qualifications: Html.nullish().describe(htmlDescription),
}

/** The fields of a job that hold HTML. Every other text is plain. */
// `htmlFields` has these keys and no others.
export const HTML_FIELDS = Object.keys(htmlFields) as (keyof typeof htmlFields)[]

/** Every optional field of a job except its status. `null` clears a field. For a new job, `null` is the same as absent. */
export const optionalFields = {
  ...htmlFields,
  benefits: LineOrLines.nullish()
    .describe('One text or several.')
    .meta({ examples: [['Assurance santé', 'Télétravail deux jours par semaine']] }),
  city: LineOrLines.nullish()
    .describe('One city or several.')
    .meta({ examples: [['Casablanca', 'Rabat']] }),
  country: Line.nullish()
    .describe(
      'The country of all cities that do not name theirs: its name in French, English or Arabic, or its ISO 3166 code (`MA`, `MAR`). Any other text is shown as it is, and search engines get no country. Default: `Maroc`.',
    )
    .meta({ examples: ['Maroc'] }),
  languages: list(Language, 'a list of fr, en, ar')
    .nullish()
    .describe('Required languages.')
    .meta({ examples: [['fr', 'en']] }),
  contractType: oneOf(['CDI', 'CDD', 'Stage', 'Alternance', 'Freelance', 'VIE', 'Autre'])
    .meta({ id: 'ContractType' })
    .nullish()
    .describe('Kind of contract.')
    .meta({ examples: ['CDI'] }),
  educationLevel: oneOf([
    'Non défini',
    'Niveau BAC',
    'BAC',
    'BAC +1',
    'BAC +1/2',
    'BAC +3/4',
    'BAC +5',
    'BAC +5 et plus',
  ])
    .meta({ id: 'EducationLevel' })
    .nullish()
    .describe('Level of education.')
    .meta({ examples: ['BAC +5'] }),
  workMode: oneOf(['REMOTE', 'HYBRID', 'ONSITE'])
    .meta({ id: 'WorkMode' })
    .nullish()
    .describe('Where the work is done.')
    .meta({ examples: ['HYBRID'] }),
  minSalary: Salary.nullish()
    .describe(
      'Minimum net monthly salary, in the currency of the job’s country, or in the one that the company has chosen in its profile. `boardwalk` can name another currency, period and basis. The board converts nothing.',
    )
    .meta({ examples: [18000] }),
  maxSalary: Salary.nullish()
    .describe('Maximum net monthly salary, in the same currency as the minimum.')
    .meta({ examples: [24000] }),
  displaySalary: z
    .boolean(mustBe('true or false'))
    .nullish()
    .describe('Whether the job page shows the salary range. Default: `false`.')
    .meta({ examples: [true] }),
  minExperience: Experience.nullish()
    .describe('Years of experience, 0 to 20.')
    .meta({ examples: [2] }),
  maxExperience: Experience.nullish()
    .describe('Years of experience, 0 to 20.')
    .meta({ examples: [5] }),
  recruitmentProcess: list(Line, 'a list of texts', TEXTS_MAX)
    .nullish()
    .describe('Ordered list of recruitment steps.')
    .meta({ examples: [['Entretien RH', 'Test technique']] }),
}

/** The names of the documented fields of a job that a caller sends. */
export const jobFieldNames: readonly string[] = ['id', 'title', ...Object.keys(optionalFields), 'status']

/** Feeds of other boards have a field `state`, a region. It resembles `status` only by chance. */
const SIMILAR_BY_CHANCE = ['state']

/** Finds the documented field of a job, or `boardwalk`, that was probably meant by another name, such as `boardwalk.closesAt`. */
export function findMeantField(name: string): string | undefined {
  if (name === TERMS_FIELD || SIMILAR_BY_CHANCE.includes(name)) return undefined
  return name.startsWith(`${TERMS_FIELD}.`) ? TERMS_FIELD : findNearest(name, [...jobFieldNames, TERMS_FIELD])
}

const status = PublicationStatus.nullish()

const beyond = `Any additional field is accepted and stored as sent, numbers with all their digits, up to ${limits.extraBytes / 1024} KiB of JSON in total. A minimum must not be greater than its maximum.`

/** A job to create. Additional fields are stored as sent. */
export const JobCreate = withExtraFields(
  z
    .looseObject(
      {
        id: ExternalId,
        title: JobTitle,
        ...optionalFields,
        status: status
          .describe('Default: `PUBLISHED`, which makes the job public at once.')
          .meta({ examples: ['PUBLISHED'] }),
      },
      mustBe('an object, as in {"job": {"id": "…", "title": "…"}}'),
    )
    .meta({
      id: 'JobCreate',
      description: `A job to create. For an optional field, \`null\` is the same as absent. ${beyond}`,
    }),
)
export type JobCreate = z.infer<typeof JobCreate>

/** A job that a user creates on the board. It has the same fields, but no external id. */
export const BoardJobCreate = withExtraFields(
  z.looseObject(
    {
      id: z.null({ error: 'must be left out: the external id is set once the job is there' }).optional(),
      title: JobTitle,
      ...optionalFields,
      status,
    },
    mustBe('an object'),
  ),
)
export type BoardJobCreate = z.infer<typeof BoardJobCreate>

/** The fields that an update may change. */
const changedFields = {
  title: JobTitle.optional(),
  ...optionalFields,
  status: status
    .describe('Default: unchanged, or `PUBLISHED` if this call creates the job.')
    .meta({ examples: ['UNPUBLISHED'] }),
}

const update = `An absent field keeps its value. \`null\` clears an optional field. ${beyond}`

/** The fields of a job to change. An absent field keeps its value. `null` clears an optional field. */
export const JobUpdate = withExtraFields(
  z
    .looseObject(
      {
        id: ExternalId.nullish().describe('May repeat the id of the path. Any other value is refused.'),
        ...changedFields,
      },
      mustBe('an object, as in {"job": {"title": "…"}}'),
    )
    .meta({ id: 'JobUpdate', description: `The fields of a job to change. ${update}` }),
)
export type JobUpdate = z.infer<typeof JobUpdate>

/** One job of a batch: its id and the fields of an update. */
export const JobUpsert = withExtraFields(
  z
    .looseObject({ id: ExternalId, ...changedFields }, mustBe('an object, as in {"job": {"title": "…"}}'))
    .describe(`The id of a job, and its fields to change. ${update}`),
)

/** The documented fields of a stored job, without its id and status. */
export type JobFields = Partial<Omit<JobCreate['known'], 'id' | 'status' | 'title'>> & { title: string }
