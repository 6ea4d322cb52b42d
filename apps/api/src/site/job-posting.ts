import type { JobFields } from '@boardwalk/schema/job'
import { toLogoPath } from '../feature/company/service.ts'
import { findCountryCode, findStatedCurrency } from '../feature/job/country.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { toJobUrl } from '../feature/job/url.ts'
import { findMarkupProblems } from '../feature/job/warn.ts'
import { listCities } from './job-facts.tsx'
import { jobHtml } from './job-html.ts'
import type { CompanySite } from './site.ts'

/** The code of a country could also be that of a state: MA is Morocco and Massachusetts. */
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/**
 * Google's values: https://developers.google.com/search/docs/appearance/structured-data/job-posting. Google has no word for a
 * permanent contract, and no contract says how many hours a week the work takes. By the definitions of Google's Cloud Talent
 * Solution, INTERN is any fixed-term training on the job for students.
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
 * unknown or the job has no text: Google needs both and forbids making them up.
 */
export function jobPosting({ locale, company, logo, publicUrl }: CompanySite, job: StoredJob): object | undefined {
  const { fields, publishedAt } = job
  const country = findCountryCode(fields.country)
  if (country === undefined || publishedAt === null || findMarkupProblems(fields).length > 0) return undefined
  const employmentType = fields.contractType ? employmentTypes[fields.contractType] : undefined
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: fields.title,
    description: jobHtml(locale, job),
    datePosted: publishedAt.toISOString(),
    identifier: { '@type': 'PropertyValue', name: company.name, value: job.externalId ?? String(job.id) },
    url: toJobUrl(publicUrl, company, job),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      ...(company.website && { sameAs: company.website }),
      ...(logo && { logo: `${publicUrl}${toLogoPath(company, logo)}` }),
    },
    ...location(fields, country),
    ...(employmentType && { employmentType }),
    ...baseSalary(fields, findStatedCurrency(company, fields)),
    ...experience(fields),
    ...education(fields),
    directApply: true,
  }
}

/** JSON for a script element: without "<", nothing in it can end the script or begin a comment. */
export const scriptText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Where people work: in the cities, in the country if none is known, or from home. */
function location(fields: JobFields, addressCountry: string): object {
  const place = (addressLocality?: string) => ({
    '@type': 'Place',
    address: { '@type': 'PostalAddress', ...(addressLocality && { addressLocality }), addressCountry },
  })
  const places = listCities(fields).map(place)
  const jobLocation = places.length > 1 ? places : (places[0] ?? place())
  if (fields.workMode !== 'REMOTE') return { jobLocation }
  return {
    // A company of which no city is known may have no office that people report to.
    ...(places.length > 0 && { jobLocation }),
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: countryNames.of(addressCountry) },
  }
}

function baseSalary({ displaySalary, minSalary, maxSalary }: JobFields, currency: string | undefined): object {
  if (displaySalary !== true || currency === undefined) return {}
  const [min, max] = [minSalary ?? undefined, maxSalary ?? undefined]
  if (min === undefined && max === undefined) return {}
  const amount = min === max ? { value: min } : { minValue: min, maxValue: max }
  const value = { '@type': 'QuantitativeValue', ...amount, unitText: 'MONTH' }
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value } }
}

function experience({ minExperience }: JobFields): object {
  if (minExperience === undefined || minExperience === null) return {}
  const monthsOfExperience = Math.round(minExperience * 12)
  if (monthsOfExperience === 0) return { experienceRequirements: 'no requirements' }
  return { experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience } }
}

function education({ educationLevel }: JobFields): object {
  const credentialCategory = educationLevel ? credentials[educationLevel] : undefined
  if (credentialCategory === undefined) return {}
  return { educationRequirements: { '@type': 'EducationalOccupationalCredential', credentialCategory } }
}
