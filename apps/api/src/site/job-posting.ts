import type { StoredJob } from '@boardwalk/core/job/job'
import { describeTerms, type ShownTerms } from '@boardwalk/core/job/terms'
import { toJobUrl } from '@boardwalk/core/job/url'
import { findMarkupProblems } from '@boardwalk/core/job/warn'
import type { Locale } from '@boardwalk/schema/company'
import type { JobFields } from '@boardwalk/schema/job'
import { nameCity } from '@boardwalk/schema/place/city'
import { describePlaces } from '@boardwalk/schema/place/job-places'
import { toLogoPath } from '../feature/picture/company-pictures.ts'
import { renderJobHtml } from './job-html.ts'
import type { CompanySite } from './page-site.ts'

/** Names and not codes, because a code may also be that of a state: MA is Morocco and Massachusetts. */
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/**
 * Google's values: https://developers.google.com/search/docs/appearance/structured-data/job-posting. Google has none for a permanent
 * contract: FULL_TIME and PART_TIME are about hours, and `hours` of the terms has the same values. INTERN is any fixed-term training on
 * the job for students, as Google's Cloud Talent Solution defines it.
 */
const employmentTypes: Record<NonNullable<JobFields['contractType']>, string | undefined> = {
  CDI: undefined,
  CDD: 'TEMPORARY',
  VIE: 'TEMPORARY',
  Stage: 'INTERN',
  Alternance: 'INTERN',
  Freelance: 'CONTRACTOR',
  Autre: 'OTHER',
}

const credentials: Record<NonNullable<JobFields['educationLevel']>, string | undefined> = {
  'Non défini': undefined,
  'Niveau BAC': 'high school',
  BAC: 'high school',
  'BAC +1': 'high school',
  'BAC +1/2': 'associate degree',
  'BAC +3/4': 'bachelor degree',
  'BAC +5': 'postgraduate degree',
  'BAC +5 et plus': 'postgraduate degree',
}

/**
 * Describes a published job as schema.org's JobPosting, with nothing that its page does not show. Undefined if the country is
 * unknown or the job has no text, because Google needs both and forbids invented ones.
 */
export function describeJobPosting(
  { locale, company, logo, publicUrl }: CompanySite,
  job: StoredJob,
): object | undefined {
  const { fields, publishedAt } = job
  if (publishedAt === null || findMarkupProblems(fields).length > 0) return undefined
  const terms = describeTerms(company, job)
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: fields.title,
    description: renderJobHtml(locale, job),
    datePosted: publishedAt.toISOString(),
    ...(terms.closesAt && { validThrough: terms.closesAt.toISOString() }),
    identifier: { '@type': 'PropertyValue', name: company.name, value: job.externalId ?? String(job.id) },
    url: toJobUrl(publicUrl, company, job),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      ...(company.website && { sameAs: company.website }),
      ...(logo && { logo: `${publicUrl}${toLogoPath(company, logo)}` }),
    },
    ...describeLocation(locale, fields, terms),
    ...describeEmployment(terms),
    ...describeSalary(terms),
    ...describeExperience(fields),
    ...describeEducation(fields),
    directApply: terms.applyUrl === undefined,
  }
}

/** Prints JSON for a script element. Without "<", no text in it can end the script or begin a comment. */
export const toScriptText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Describes where the work is done: in the cities, in the country if no city is known, or from home. */
function describeLocation(locale: Locale, fields: JobFields, { applicants }: ShownTerms): object {
  const { cities, countries: own } = describePlaces(fields)
  const place = (addressCountry: string | undefined, addressLocality?: string, addressRegion?: string) => ({
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      ...(addressLocality && { addressLocality }),
      ...(addressRegion && { addressRegion }),
      addressCountry,
    },
  })
  const inCities = cities.map(({ city, region, country }) => place(country, nameCity(locale, city), region))
  const places = inCities.length > 0 ? inCities : own.map((code) => place(code))
  const jobLocation = places.length > 1 ? places : places[0]
  if (applicants === undefined) return { jobLocation }
  const countries = applicants.countries.map((code) => ({ '@type': 'Country', name: countryNames.of(code) }))
  return {
    // Without a city, the company may have no office.
    ...(cities.length > 0 && { jobLocation }),
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: countries.length > 1 ? countries : countries[0],
  }
}

/** Google takes several employment types as a list. */
function describeEmployment({ hours, contract }: ShownTerms): object {
  const types = [hours, contract && employmentTypes[contract]].filter((type) => type !== undefined)
  return types.length === 0 ? {} : { employmentType: types.length > 1 ? types : types[0] }
}

function describeSalary({ salary }: ShownTerms): object {
  if (salary?.statedCurrency === undefined) return {}
  const { min, max, statedCurrency: currency, period } = salary
  const amount = min === max ? { value: min } : { minValue: min, maxValue: max }
  const value = { '@type': 'QuantitativeValue', ...amount, unitText: period }
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value } }
}

function describeExperience({ minExperience }: JobFields): object {
  if (minExperience === undefined || minExperience === null) return {}
  const monthsOfExperience = Math.round(minExperience * 12)
  if (monthsOfExperience === 0) return { experienceRequirements: 'no requirements' }
  return { experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience } }
}

function describeEducation({ educationLevel }: JobFields): object {
  const credentialCategory = educationLevel ? credentials[educationLevel] : undefined
  if (credentialCategory === undefined) return {}
  return { educationRequirements: { '@type': 'EducationalOccupationalCredential', credentialCategory } }
}
