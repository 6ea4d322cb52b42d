import type { Locale } from '@boardwalk/schema/company'
import { DEFAULT_COUNTRY, type JobFields } from '@boardwalk/schema/job'
import type { StoredJob } from '../feature/job/store.ts'
import { wordsOf } from './words/by-locale.ts'
import type { Words } from './words.ts'

/** The longest experience that can be asked for; it means so many years and more. */
const EXPERIENCE_OPEN_END = 20

/** What can be said of a job in a few words, as terms and values. */
export function JobFacts({ locale, job: { fields, publishedAt } }: { locale: Locale; job: StoredJob }) {
  const words = wordsOf[locale]
  const { facts } = words
  const terms: [term: string, value: string | undefined, isWide?: 'wide'][] = [
    [facts.city, cities(fields)],
    [facts.country, country(words, fields)],
    [facts.contractType, named(words.contractTypes, fields.contractType)],
    [facts.workMode, named(words.workModes, fields.workMode)],
    [facts.educationLevel, named(words.educationLevels, fields.educationLevel)],
    [facts.experience, experience(words, fields)],
    [facts.languages, listed(words, fields.languages?.map((language) => words.languages[language]) ?? [])],
    [facts.salary, salary(words, fields), 'wide'],
    [facts.posted, publishedAt ? shownDate(words, publishedAt) : undefined, 'wide'],
  ]
  return (
    <dl className="facts">
      {terms.map(
        ([term, value, isWide]) =>
          value !== undefined && (
            <div key={term} className={isWide}>
              <dt>{term}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Where and how the work is done, in one line. */
export function shortFacts(locale: Locale, fields: JobFields): string[] {
  const words = wordsOf[locale]
  const facts = [
    cities(fields),
    named(words.contractTypes, fields.contractType),
    named(words.workModes, fields.workMode),
  ]
  return facts.filter((fact) => fact !== undefined)
}

/** A day as the readers of a language write it. */
export const shownDate = ({ intlLocale }: Words, date: Date): string =>
  new Intl.DateTimeFormat(intlLocale, { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** The texts of a field that holds one or several, without blank ones. */
export function textsOf(value: string | string[] | null | undefined): string[] {
  return [value ?? []].flat().filter((text) => text.trim() !== '')
}

const named = <Name extends string>(names: Record<Name, string>, value: Name | null | undefined) =>
  value ? names[value] : undefined

const listed = ({ intlLocale }: Words, items: string[]) =>
  items.length === 0 ? undefined : new Intl.ListFormat(intlLocale).format(items)

const cities = ({ city }: JobFields) => textsOf(city).join(', ') || undefined

function country({ morocco }: Words, fields: JobFields): string {
  const [name = DEFAULT_COUNTRY] = textsOf(fields.country)
  return name === DEFAULT_COUNTRY ? morocco : name
}

function experience(words: Words, { minExperience, maxExperience }: JobFields): string | undefined {
  const years = new Intl.NumberFormat(words.intlLocale, { style: 'unit', unit: 'year', unitDisplay: 'long' })
  return maxExperience === EXPERIENCE_OPEN_END
    ? words.atLeast(years.format(minExperience ?? 0))
    : range(words, years, minExperience ?? undefined, maxExperience ?? undefined)
}

function salary(words: Words, { displaySalary, minSalary, maxSalary }: JobFields): string | undefined {
  if (displaySalary !== true) return undefined
  const dirhams = new Intl.NumberFormat(words.intlLocale, {
    style: 'currency',
    currency: 'MAD',
    currencyDisplay: 'code',
    minimumFractionDigits: 0,
  })
  const amount = range(words, dirhams, minSalary ?? undefined, maxSalary ?? undefined)
  return amount === undefined ? undefined : words.netPerMonth(amount)
}

function range(words: Words, shown: Intl.NumberFormat, min: number | undefined, max: number | undefined) {
  if (min !== undefined && max !== undefined) return min === max ? shown.format(min) : shown.formatRange(min, max)
  if (min !== undefined) return words.atLeast(shown.format(min))
  if (max !== undefined) return words.atMost(shown.format(max))
  return undefined
}
