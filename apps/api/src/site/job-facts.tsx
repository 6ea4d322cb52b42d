import type { Company } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import { describeTerms, type ShownSalary } from '@boardwalk/core/job/terms'
import type { Locale } from '@boardwalk/schema/company'
import type { JobFields } from '@boardwalk/schema/job'
import { EXPERIENCE_YEARS_MAX } from '@boardwalk/schema/limits'
import { nameJobCities, nameJobCountry } from '@boardwalk/schema/place/job-places'
import {
  contractTypes,
  educationLevels,
  fieldLabels,
  languages,
  payPeriods,
  termLabels,
  workHours,
  workModes,
} from '@boardwalk/schema/words/job-labels'
import { pageLanguages, type Translations } from '@boardwalk/schema/words/page-language'
import type { CompanySite } from './page-site.ts'
import { siteWords } from './words/site-words.ts'

export interface JobFactsProps {
  site: CompanySite
  job: Pick<StoredJob, 'fields' | 'terms' | 'publishedAt' | 'externalId'>
  /** The time, for "in 5 days". */
  now: number
}

/** The facts of a job, such as its contract and salary, as a list of names and values. */
export function JobFacts({ site: { locale, company }, job, now }: JobFactsProps) {
  const { fields, publishedAt, externalId } = job
  const { facts } = siteWords[locale]
  const { contract, hours, workMode, applicants, salary, closesAt } = describeTerms(company, job)
  const rows: [name: string, value: string | undefined, width?: 'wide'][] = [
    [fieldLabels.city[locale], joinCities(locale, fields)],
    [fieldLabels.country[locale], nameJobCountry(locale, fields)],
    [fieldLabels.contractType[locale], findLabel(contractTypes, contract, locale)],
    [termLabels.hours[locale], findLabel(workHours, hours, locale)],
    [fieldLabels.workMode[locale], findLabel(workModes, workMode, locale)],
    [facts.remoteFrom, applicants?.isStated ? joinCountries(locale, applicants.countries) : undefined],
    [fieldLabels.educationLevel[locale], findLabel(educationLevels, fields.educationLevel, locale)],
    [facts.experience, formatExperience(locale, fields)],
    [fieldLabels.languages[locale], joinLanguages(locale, fields)],
    [facts.salary, salary && formatSalary(locale, salary), 'wide'],
    [facts.posted, publishedAt ? formatDay(locale, publishedAt) : undefined],
    [facts.closes, closesAt && formatClosing(locale, closesAt, now), 'wide'],
    // People name it when they call, and adverts on paper have it.
    [facts.reference, externalId ?? undefined, 'wide'],
  ]
  return (
    <dl className="facts">
      {rows.map(
        ([name, value, width]) =>
          value !== undefined && (
            <div key={name} className={width}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** What a line of facts is made from. */
type JobSummed = Pick<StoredJob, 'fields' | 'terms'>

/** Lists the cities, contract, hours and salary of a job, for its card. The card shows the work mode as a badge. */
export function listCardFacts(locale: Locale, company: Company, job: JobSummed): string[] {
  const { contract, hours, salary } = describeTerms(company, job)
  const facts = [
    joinCities(locale, job.fields),
    findLabel(contractTypes, contract, locale),
    findLabel(workHours, hours, locale),
    salary && formatSalary(locale, salary),
  ]
  return facts.filter((fact) => fact !== undefined)
}

/** Lists the same facts and the work mode, for one line. */
export function listShortFacts(locale: Locale, company: Company, job: JobSummed): string[] {
  const workMode = findLabel(workModes, describeTerms(company, job).workMode, locale)
  return [...listCardFacts(locale, company, job), ...(workMode === undefined ? [] : [workMode])]
}

export const DAY_MS = 86_400_000

/** Formats how long ago a day was, such as "2 days ago". The days are those of UTC, as those of `formatDay`. */
export function formatAge(locale: Locale, date: Date, now: number): string {
  const format = new Intl.RelativeTimeFormat(pageLanguages[locale].intlLocale, { numeric: 'auto' })
  const days = Math.max(0, Math.floor(now / DAY_MS) - Math.floor(Number(date) / DAY_MS))
  if (days < 14) return format.format(-days, 'day')
  if (days < 60) return format.format(-Math.floor(days / 7), 'week')
  return days < 730 ? format.format(-Math.floor(days / 30), 'month') : format.format(-Math.floor(days / 365), 'year')
}

/** Formats a day as the language writes it. */
export const formatDay = (locale: Locale, date: Date): string =>
  new Intl.DateTimeFormat(pageLanguages[locale].intlLocale, { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** How many days before its end the page says how soon a job closes. */
const CLOSES_SOON_DAYS = 14

/**
 * Formats when applications close. A date that was sent without a time counts until its end in UTC, so the day says it all. Any other
 * instant has its time.
 */
function formatClosing(locale: Locale, closesAt: Date, now: number): string {
  const { intlLocale } = pageLanguages[locale]
  const isEndOfDay = closesAt.getTime() % DAY_MS === DAY_MS - 1
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC', ...(!isEndOfDay && time) } as const
  const end = new Intl.DateTimeFormat(intlLocale, day).format(closesAt)
  const days = Math.floor(closesAt.getTime() / DAY_MS) - Math.floor(now / DAY_MS)
  if (days < 0 || days > CLOSES_SOON_DAYS) return end
  return `${end} (${new Intl.RelativeTimeFormat(intlLocale, { numeric: 'auto' }).format(days, 'day')})`
}

/** Line ends besides the line feed. Word writes U+000B. */
const OTHER_LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Lists the texts of a field that holds one text or several, without blank ones. Their lines end with a line feed. */
export function listTexts(value: string | string[] | null | undefined): string[] {
  return [value ?? []]
    .flat()
    .filter((text) => text.trim() !== '')
    .map((text) => text.replaceAll(OTHER_LINE_END, '\n'))
}

const findLabel = <Value extends string>(
  labels: Record<Value, Translations>,
  value: Value | null | undefined,
  locale: Locale,
) => (value ? labels[value][locale] : undefined)

function joinLanguages(locale: Locale, fields: JobFields): string | undefined {
  const names = fields.languages?.map((language) => languages[language][locale]) ?? []
  return names.length === 0 ? undefined : new Intl.ListFormat(pageLanguages[locale].intlLocale).format(names)
}

function joinCountries(locale: Locale, codes: string[]): string {
  const { intlLocale } = pageLanguages[locale]
  const names = new Intl.DisplayNames(intlLocale, { type: 'region' })
  return new Intl.ListFormat(intlLocale).format(codes.map((code) => names.of(code) ?? code))
}

/** Names the cities as the language does, so two spellings of one city are one. */
const joinCities = (locale: Locale, fields: JobFields) =>
  nameJobCities(locale, fields).join(locale === 'ar' ? '، ' : ', ') || undefined

function formatExperience(locale: Locale, { minExperience, maxExperience }: JobFields): string | undefined {
  const years = new Intl.NumberFormat(pageLanguages[locale].intlLocale, {
    style: 'unit',
    unit: 'year',
    unitDisplay: 'long',
  })
  return maxExperience === EXPERIENCE_YEARS_MAX
    ? siteWords[locale].amounts.atLeast(years.format(minExperience ?? 0))
    : formatRange(locale, years, minExperience ?? undefined, maxExperience ?? undefined)
}

/** Formats a salary, such as "30 000–36 000 € brut par an". */
export function formatSalary(locale: Locale, { min, max, currency, basis, period }: ShownSalary): string | undefined {
  const { intlLocale } = pageLanguages[locale]
  const { currencyDisplay, payBases } = siteWords[locale].amounts
  // If the country is unknown, its currency is too, so the page shows the number alone.
  const style = currency && ({ style: 'currency', currency, currencyDisplay } as const)
  const format = new Intl.NumberFormat(intlLocale, { ...style, trailingZeroDisplay: 'stripIfInteger' })
  const unit = `${payBases[basis]} ${payPeriods[period][locale]}`
  return formatRange(locale, format, min, max, (amount) => `${amount} ${unit}`)
}

/** Formats the number alone, without its unit. */
function formatNumber(format: Intl.NumberFormat, value: number): string {
  const { locale, minimumFractionDigits = 0, maximumFractionDigits = 0, trailingZeroDisplay } = format.resolvedOptions()
  return new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits, trailingZeroDisplay }).format(
    value,
  )
}

/** Formats a range. `addUnit` adds what follows an amount, before "or more": "€14 net per hour or more". */
function formatRange(
  locale: Locale,
  format: Intl.NumberFormat,
  min: number | undefined,
  max: number | undefined,
  addUnit = (amount: string) => amount,
) {
  const { range, atLeast, atMost } = siteWords[locale].amounts
  if (min !== undefined && max !== undefined) {
    if (min === max) return addUnit(format.format(max))
    return addUnit(range ? range(formatNumber(format, min), format.format(max)) : format.formatRange(min, max))
  }
  if (min !== undefined) return atLeast(addUnit(format.format(min)))
  if (max !== undefined) return atMost(addUnit(format.format(max)))
  return undefined
}
