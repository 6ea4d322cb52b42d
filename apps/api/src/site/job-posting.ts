import type { JobFields } from '@boardwalk/schema/job'
import { toLogoPath } from '../feature/company/logo-path.ts'
import { findMarkupProblems } from '../feature/job/channels.ts'
import { findCountryCode } from '../feature/job/country.ts'
import { findCurrency } from '../feature/job/currency.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { toJobUrl } from '../feature/job/url.ts'
import type { CompanySite } from './company-site.ts'
import { listTexts } from './job-facts.tsx'
import { jobHtml } from './job-html.ts'

/** The code of a country could also be that of a state: MA is Morocco and Massachusetts. */
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Google's values: https://developers.google.com/search/docs/appearance/structured-data/job-posting */
const employmentTypes: Record<NonNullable<JobFields['contractType']>, string | string[]> = {
  CDI: 'FULL_TIME',
  CDD: ['TEMPORARY', 'FULL_TIME'],
  VIE: ['TEMPORARY', 'FULL_TIME'],
  Stage: 'INTERN',
  Alternance: ['INTERN', 'OTHER'],
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
 * Describes a published job as schema.org's JobPosting. Undefined if the country is unknown or the job has no text: Google
 * needs both and forbids making them up.
 */
export function jobPosting({ locale, company, logo, publicUrl }: CompanySite, job: StoredJob): object | undefined {
  const { fields } = job
  const country = findCountryCode(fields.country)
  if (country === undefined || findMarkupProblems(fields).length > 0) return undefined
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: fields.title,
    description: jobHtml(locale, job),
    ...(job.publishedAt && { datePosted: job.publishedAt.toISOString() }),
    identifier: { '@type': 'PropertyValue', name: company.name, value: job.externalId ?? String(job.id) },
    url: toJobUrl(publicUrl, company, job.slug, locale),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      ...(company.website && { sameAs: company.website }),
      ...(logo && { logo: `${publicUrl}${toLogoPath(company, logo)}` }),
    },
    jobLocation: places(fields, country),
    ...(fields.workMode === 'REMOTE' && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: countryNames.of(country) },
    }),
    ...(fields.contractType && { employmentType: employmentTypes[fields.contractType] }),
    ...baseSalary(fields, findCurrency(company, fields)),
    ...experience(fields),
    ...education(fields),
    directApply: true,
  }
}

/** JSON for a script element: without "<", nothing in it can end the script or begin a comment. */
export const scriptText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

function places({ city }: JobFields, addressCountry: string): object {
  const place = (addressLocality?: string) => ({
    '@type': 'Place',
    address: { '@type': 'PostalAddress', ...(addressLocality && { addressLocality }), addressCountry },
  })
  const [first, ...others] = listTexts(city).map(place)
  if (first === undefined) return place()
  return others.length === 0 ? first : [first, ...others]
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
  if (minExperience === 0) return { experienceRequirements: 'no requirements' }
  const monthsOfExperience = Math.round(minExperience * 12)
  return { experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience } }
}

function education({ educationLevel }: JobFields): object {
  const credentialCategory = educationLevel ? credentials[educationLevel] : undefined
  if (credentialCategory === undefined) return {}
  return { educationRequirements: { '@type': 'EducationalOccupationalCredential', credentialCategory } }
}
