import { z } from 'zod'
import { Issue } from './error.ts'
import { countRemovedElements, findDoubleEscape, findEntity, findRemovedLinks, findTag, hasElement } from './html.ts'
import { DEFAULT_COUNTRY, findMeantField, HTML_FIELDS, type JobFields, type JobUpdate } from './job.ts'
import { type JobContent, readSalary } from './job-content.ts'
import { EXPERIENCE_YEARS_MAX } from './limits.ts'
import { findMarkdown } from './markdown.ts'
import { findCountryCode } from './place/country.ts'
import { describePlaces } from './place/job-places.ts'
import { parsePlaces } from './place/place.ts'
import { readQuestions } from './questions.ts'
import { findMisplacedTerm, readTerms, TERMS_FIELD } from './terms.ts'
import { formatValue } from './wording.ts'

/** What the board warns of, for the documents: the meaning of each code. */
export const jobWarningCodes = {
  unpublished: 'The job is unpublished, and stays so: the request has no `status`.',
  id_is_job_id: 'The new job’s external id is also the `jobId` of another of your jobs: the offer may be there twice.',
  id_like_another:
    'The new job’s external id differs from that of another of your jobs only in how it is written, such as by zeros at its start: the offer may be there twice. Found for ids of digits, with a percent sign or with letters such as `é`; in a batch also if capitals differ.',
  country_missing: `The job has no country, so the board shows the one that its city names, or \`${DEFAULT_COUNTRY}\`.`,
  country_differs: 'A city names another country than `country`. The board shows the one of the city.',
  city_not_shown:
    'A text that was sent as a city names none, such as “Remote”. It is stored, and the board shows no city for it.',
  country_unknown: 'The board does not know the country, so Google for Jobs does not show the job.',
  no_text: 'The job has no text, so Google for Jobs does not show it.',
  salary_not_shown: 'The request has a salary, and the job page does not show it: `displaySalary` is not `true`.',
  salary_zero: 'A salary of 0 is stored and counts as none: the board shows it nowhere.',
  experience_not_shown: `The job page does not show a maximum of ${EXPERIENCE_YEARS_MAX} years, which means “or more”.`,
  elements_removed: 'Elements such as images, videos and forms were removed from a field of HTML.',
  escaped_twice: 'A text looks escaped once too often: people read `&amp;` or `<p>` in it.',
  link_removed: 'The address of a link leads nowhere from the board, so that the text of the link alone stays.',
  markdown_shown:
    'A field of HTML has Markdown, which people read as it is. A field that has no HTML may have Markdown.',
  tags_shown: 'A field of plain text has tags, which people read as they are.',
  terms_ignored: 'A part of `boardwalk` has no effect: it is wrong, or it does not suit the job.',
  question_ignored: 'A question of `boardwalk.questions` is wrong, so the form does not ask it.',
  closed: 'The closing date of the job has passed, so people cannot see the job. Its `status` stays.',
  suspended: 'The operator of the board has suspended the job, so people cannot see it. Its `status` stays.',
  similar_field:
    'The name of an extra field is that of a term, or resembles a documented field. The extra field has no effect.',
} as const

export type JobWarningCode = keyof typeof jobWarningCodes

/** A warning: the board did as asked, and the caller may have wanted something else. */
export const JobWarning = z
  .object({
    code: z
      .string()
      .describe(
        'The kind of the warning, for programs. New kinds may be added at any time: show those that you do not know.',
      )
      .meta({ examples: Object.keys(jobWarningCodes) }),
    path: Issue.shape.path,
    message: z.string().describe('One sentence or two that say what the board did, and what to send instead.'),
  })
  .meta({ id: 'JobWarning' })
export type JobWarning = z.infer<typeof JobWarning>

/** What only the board knows of a sent job. */
export interface JobWarningContext {
  /** The job after the change. Without it, a job with a title counts as a new one, and one without as an update. */
  content?: JobContent | undefined
  /** Why Google for Jobs does not show the job after the change. */
  problems?: readonly ('country_unknown' | 'no_text')[]
  /** Another job of the company, whose job id is the external id that was sent. */
  namesake?: { jobId: number; title: string; externalId: string | null } | undefined
  /** The external id of another job of the company, which differs from the one that was sent only in how it is written. */
  alike?: { title: string; externalId: string } | undefined
  /** Why people cannot see the job after the change, although it is published. */
  withheld?: readonly ('closed' | 'suspended')[]
}

/** The most warnings of one job. */
const WARNINGS_MAX = 20
/** The most extra fields that are checked for a misspelt name. A job may have thousands. */
const CHECKED_NAMES_MAX = 50

/** Finds the warnings about a job as it was sent, before its HTML was sanitised. */
export function findJobWarnings(sent: JobUpdate, context: JobWarningContext = {}): JobWarning[] {
  const all = [
    ...findHidden(sent, context),
    ...findWithheld(context),
    ...findNamesake(sent, context),
    ...findAlike(sent, context),
    ...findIgnoredTerms(sent, context),
    ...findNotShown(sent, context),
    ...findInTexts(sent),
    ...findSimilarFields(sent.extra),
  ]
  return all.slice(0, WARNINGS_MAX)
}

const warn = (code: JobWarningCode, path: string, message: string): JobWarning => ({ code, path, message })

function findHidden({ known }: JobUpdate, { content }: JobWarningContext): JobWarning[] {
  const isAsked = known.status !== undefined && known.status !== null
  if (isAsked || content?.status !== 'UNPUBLISHED') return []
  const message = 'the job is unpublished and stays so: people cannot see it. To publish it, send "status": "PUBLISHED"'
  return [warn('unpublished', 'job.status', message)]
}

function findWithheld({ withheld = [] }: JobWarningContext): JobWarning[] {
  return withheld.map((code) => warn(code, withheldWords[code].path, withheldWords[code].message))
}

const withheldWords = {
  closed: {
    path: `job.${TERMS_FIELD}.closesAt`,
    message: `applications for this job have closed, so people cannot see it. To open it again, send "${TERMS_FIELD}" with a later "closesAt", or without one`,
  },
  suspended: {
    path: 'job.status',
    message:
      'the operator of the board has suspended this job, so people cannot see it. Your changes are stored; ask the operator to resume it',
  },
}

function findIgnoredTerms({ known, extra }: JobUpdate, { content }: JobWarningContext): JobWarning[] {
  const { terms, issues } = readTerms(extra.get(TERMS_FIELD))
  const ignored = [
    ...issues.map(({ path, message }) => warn('terms_ignored', path, message)),
    ...findIgnoredQuestions(extra.get(TERMS_FIELD)),
  ]
  const { title, workMode } = content?.fields ?? known
  // Without the stored job, an update does not tell the work mode.
  const isKnown = content !== undefined || title !== undefined
  if (terms.countries === undefined || !isKnown || workMode === 'REMOTE') return ignored
  const path = `job.${TERMS_FIELD}.countries`
  const found = workMode ? formatValue(workMode) : 'none'
  const message = `${path} has no effect: it is for a job with "workMode": "REMOTE", and the work mode of this one is ${found}`
  return [...ignored, warn('terms_ignored', path, message)]
}

const findIgnoredQuestions = (boardwalk: unknown): JobWarning[] =>
  readQuestions(boardwalk, `job.${TERMS_FIELD}`).issues.map(({ path, message }) =>
    warn('question_ignored', path, message),
  )

function findNamesake({ known }: JobUpdate, { namesake }: JobWarningContext): JobWarning[] {
  if (namesake === undefined) return []
  const { jobId, title, externalId } = namesake
  const advice =
    externalId === null
      ? `link job ${jobId} to another id of yours with POST /job/link`
      : `change job ${jobId} by its own external id, ${formatValue(externalId)}`
  const message = `this external id is also the jobId of another of your jobs, ${formatValue(title)}. If both are the same offer, unpublish this one, and ${advice}`
  return [warn('id_is_job_id', known.id ? 'job.id' : 'externalJobId', message)]
}

function findAlike({ known }: JobUpdate, { alike }: JobWarningContext): JobWarning[] {
  if (alike === undefined) return []
  const other = formatValue(alike.externalId)
  const message = `this external id differs from ${other}, that of another of your jobs, ${formatValue(alike.title)}, only in how it is written. Ids are compared exactly. If both are the same offer, unpublish this one, and send ${other}`
  return [warn('id_like_another', known.id ? 'job.id' : 'externalJobId', message)]
}

/** Finds what the public page and other job sites will not show as the caller may expect. */
function findNotShown({ known }: JobUpdate, { content, problems = [] }: JobWarningContext): JobWarning[] {
  const { status, ...fields } = content === undefined ? known : { ...content.fields, status: content.status }
  const isUpdate = fields.title === undefined
  if (status === 'UNPUBLISHED') return []
  return [
    ...(isUpdate ? [] : findCountryMissing(fields)),
    ...findInCities(known, fields),
    ...problems.map((problem) => problemWarnings[problem](fields)),
    ...findSalaryZero(known),
    ...(isUpdate ? [] : findSalaryHidden(known, fields)),
    ...findExperienceHidden(known),
  ]
}

function findCountryMissing(fields: Partial<JobFields>): JobWarning[] {
  if (fields.country?.trim()) return []
  const { countries, isCountrySent } = describePlaces(fields)
  const shown = isCountrySent ? describeNamed(countries) : describeDefault
  return [
    warn(
      'country_missing',
      'job.country',
      `the job has no country, so ${shown}. Send "country", such as "Maroc" or "FR"`,
    ),
  ]
}

const describeDefault = `the board shows ${DEFAULT_COUNTRY}, and salaries in its currency unless your company has chosen another`

const describeNamed = (countries: string[]): string =>
  countries.length === 0
    ? 'the board shows none: its city names one that is not certain'
    : `the board shows the one that its city names (${countries.join(', ')})`

/** Finds cities that name no city, or another country than that of the job. */
function findInCities(sent: Partial<JobFields>, { country }: Partial<JobFields>): JobWarning[] {
  const { city } = sent
  const texts = typeof city === 'string' ? [['job.city', city] as const] : listItems('job.city', city ?? [])
  const code = country?.trim() ? findCountryCode(country) : undefined
  return texts.flatMap(([path, text]) => {
    const places = parsePlaces(text)
    const other = places.find((place) => place.country && code !== undefined && place.country !== code)
    if (other !== undefined) {
      const message = `${path} ${formatValue(text)} is in ${other.country}, and "country" is ${formatValue(country)}: the board shows the country of the city. Send the name of the city alone, or another "country"`
      return [warn('country_differs', path, message)]
    }
    if (places.length === 0 || places.some((place) => place.city !== undefined)) return []
    const mode = places.flatMap(({ workMode }) => workMode ?? [])[0]
    const advice = mode === undefined ? 'Send only names of cities' : `Send "workMode": "${mode}" instead`
    return [
      warn(
        'city_not_shown',
        path,
        `${path} ${formatValue(text)} names no city, so the board shows none for it. ${advice}`,
      ),
    ]
  })
}

const listItems = (path: string, texts: string[]) => texts.map((text, index) => [`${path}.${index}`, text] as const)

const problemWarnings = {
  country_unknown: ({ country }: Partial<JobFields>) =>
    warn(
      'country_unknown',
      'job.country',
      `Google for Jobs will not show this job: its country is not known. Write the name of the country in French, English or Arabic, or its ISO code, ${country?.trim() ? `instead of ${formatValue(country)}` : 'as "country"'}`,
    ),
  no_text: () =>
    warn(
      'no_text',
      'job.description',
      'Google for Jobs will not show this job: it has no text. Other channels show its title and facts only. Send a description, responsibilities or qualifications',
    ),
}

const SALARIES = ['minSalary', 'maxSalary'] as const

function findSalaryZero(sent: Partial<JobFields>): JobWarning[] {
  return SALARIES.filter((name) => sent[name] === 0).map((name) => {
    const message = `job.${name} of 0 counts as no salary, and the board shows it nowhere. Send the amount, or null if there is none`
    return warn('salary_zero', `job.${name}`, message)
  })
}

function findSalaryHidden(sent: Partial<JobFields>, { displaySalary }: Partial<JobFields>): JobWarning[] {
  const isSent = SALARIES.some((name) => readSalary(sent[name]) !== undefined)
  if (!isSent || displaySalary === true) return []
  const message =
    'the job page does not show the salary, because displaySalary is not true. Send "displaySalary": true to show it'
  return [warn('salary_not_shown', 'job.displaySalary', message)]
}

function findExperienceHidden({ maxExperience }: Partial<JobFields>): JobWarning[] {
  if (maxExperience !== EXPERIENCE_YEARS_MAX) return []
  const message = `the job page does not show a maximum of ${EXPERIENCE_YEARS_MAX} years: it shows "at least" and the minimum`
  return [warn('experience_not_shown', 'job.maxExperience', message)]
}

function findInTexts({ known }: JobUpdate): JobWarning[] {
  const { title, city, country, benefits, recruitmentProcess } = known
  const plain = Object.entries({ title, city, country, benefits, recruitmentProcess })
  return [
    ...HTML_FIELDS.flatMap((name) => findInHtml(`job.${name}`, known[name] ?? '')),
    ...plain.flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.flatMap((text, index) => findInText(`job.${name}.${index}`, text))
        : findInText(`job.${name}`, value ?? ''),
    ),
  ]
}

function findInHtml(path: string, html: string): JobWarning[] {
  const removed = countRemovedElements(html)
  return [
    ...(removed === undefined ? [] : [warn('elements_removed', path, `${removed} removed from ${path}`)]),
    ...findLinks(path, html),
    ...findDoubleEscapes(path, html),
    ...findMarkdownSign(path, html),
  ]
}

function findLinks(path: string, html: string): JobWarning[] {
  const [first, ...others] = findRemovedLinks(html)
  if (first === undefined) return []
  const what = `the link to ${formatValue(first)}${others.length === 0 ? ' was' : ` and ${others.length} more were`} removed from ${path}`
  const message = `${what}, because it leads nowhere from this board; the text stays. Send whole addresses, such as "https://example.com/jobs"`
  return [warn('link_removed', path, message)]
}

function findDoubleEscapes(path: string, html: string): JobWarning[] {
  const suspect = findDoubleEscape(html)
  if (suspect === undefined) return []
  const message = `${path} looks escaped twice: people read ${formatValue(suspect.mended)} for ${formatValue(suspect.found)}. Send ${formatValue(suspect.mended)} instead`
  return [warn('escaped_twice', path, message)]
}

function findMarkdownSign(path: string, html: string): JobWarning[] {
  const found = findMarkdown(html)
  // A field without HTML is read as Markdown.
  if (found === undefined || !hasElement(html)) return []
  const message = `${path} has Markdown among its HTML, so people read ${formatValue(found)} as it is. Send HTML alone or Markdown alone`
  return [warn('markdown_shown', path, message)]
}

function findInText(path: string, text: string): JobWarning[] {
  const entity = findEntity(text)
  const tag = entity === undefined ? findTag(text) : undefined
  const found = entity?.found ?? tag?.found
  if (found === undefined) return []
  const advice =
    entity === undefined ? adviseTexts(path, tag?.texts ?? []) : `Send ${formatValue(entity.mended)} instead`
  const message = `${path} is plain text, so people read ${formatValue(found)} as it is. ${advice}`
  return [warn(entity === undefined ? 'tags_shown' : 'escaped_twice', path, message)]
}

/** Says what to send in place of a plain text with tags. Fields that may have several texts take each line or item as one. */
function adviseTexts(path: string, texts: readonly string[]): string {
  const [first, second] = texts
  if (first === undefined) return 'Send the text without it'
  if (second === undefined) return `Send ${formatValue(first)} instead`
  if (!/^job\.(?:benefits|city|recruitmentProcess)\b/.test(path)) return `Send ${formatValue(texts.join(' '))} instead`
  const more = texts.length > 2 ? `, and ${texts.length - 2} more` : ''
  return `Send a list of texts without tags instead: ${formatValue(first)}, ${formatValue(second)}${more}`
}

/** Finds the extra fields that have no effect because of their name: that of a term, or nearly that of a documented field. */
export function findSimilarFields(extra: Iterable<readonly [name: string, value: unknown]>): JobWarning[] {
  return [...extra].slice(0, CHECKED_NAMES_MAX).flatMap(([name, value]) => {
    // `null` stores nothing: it removes an extra field.
    const meant = value === null ? undefined : describeMeant(name, value)
    if (meant === undefined) return []
    const message = `${JSON.stringify(name)} is stored as an extra field and has no effect; did you mean ${meant}?`
    return [warn('similar_field', `job.${name}`, message)]
  })
}

function describeMeant(name: string, value: unknown): string | undefined {
  const field = findMeantField(name)
  if (field !== undefined) return JSON.stringify(field)
  const term = findMisplacedTerm(name, value)
  return term && `the member ${JSON.stringify(term)} of "${TERMS_FIELD}"`
}
