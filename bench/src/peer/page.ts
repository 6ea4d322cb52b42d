import { randomUUID } from 'node:crypto'
import { Locale } from '@boardwalk/schema/company'
import { DEFAULT_COUNTRY, type JobFields } from '@boardwalk/schema/job'
import { contractTypes, educationLevels, languages, workModes } from '@boardwalk/schema/words/job-labels'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { environment } from './environment.ts'
import { words } from './page-words.ts'

interface PageJob {
  jobId: number
  slug: string
  fields: JobFields
  createdAt: Date
}

interface PageCompany {
  slug: string
  name: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
/** Writes JSON for a script element: without "<", nothing in it can end the script. */
const writeScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
const listTexts = (value: string | string[] | null | undefined): string[] => [value ?? []].flat()

// A formatter takes long to make, so each is made once.
const forEachLocale = <Format>(make: (locale: Locale) => Format) => ({ fr: make('fr'), en: make('en'), ar: make('ar') })
const dates = forEachLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
const amounts = forEachLocale((locale) => new Intl.NumberFormat(locale))
const dirhams = forEachLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'MAD', maximumFractionDigits: 0 }),
)

/** Renders the public page of a job, with the form to apply for it. */
export function renderJobPage(job: PageJob, company: PageCompany, locale: Locale): string {
  const { publicUrl } = environment
  const { fields } = job
  const path = (of: Locale) => `/${of}/companies/${company.slug}/jobs/${job.slug}`
  const name = escapeHtml(company.name)
  const heading = escapeHtml(fields.title)
  const summary = escapeHtml([fields.title, company.name, ...listTexts(fields.city)].join(' · '))
  const section = (word: keyof typeof words, html: string | null | undefined) =>
    html ? `<section><h2>${words[word][locale]}</h2><div dir="auto">${html}</div></section>` : ''
  return `<!doctype html><html lang="${locale}" dir="${pageLanguages[locale].dir}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} – ${name}</title>\
<meta name="description" content="${summary}"><link rel="canonical" href="${publicUrl}${path(locale)}">\
${Locale.options.map((of) => `<link rel="alternate" hreflang="${of}" href="${publicUrl}${path(of)}">`).join('')}\
<meta property="og:title" content="${heading} – ${name}"><meta property="og:description" content="${summary}">\
<script type="application/ld+json">${writeScript(makePosting(job, company, publicUrl + path(locale)))}</script>\
</head><body><header><a href="/${locale}/companies/${company.slug}"><bdi>${name}</bdi></a><nav><ul>\
${Locale.options.map((of) => `<li><a href="${path(of)}" hreflang="${of}" lang="${of}">${pageLanguages[of].name}</a></li>`).join('')}\
</ul></nav></header><main><h1><bdi>${heading}</bdi></h1><aside><dl>${renderFacts(job, locale)}</dl></aside><article>\
${section('description', fields.description)}\
${section('responsibilities', fields.responsibilities)}\
${section('qualifications', fields.qualifications)}\
${section('benefits', renderList('ul', listTexts(fields.benefits)))}\
${section('recruitmentProcess', renderList('ol', fields.recruitmentProcess ?? []))}\
</article>${renderForm(path(locale), locale)}</main></body></html>`
}

const renderList = (tag: 'ul' | 'ol', texts: string[]): string =>
  texts.length > 0 ? `<${tag}>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</${tag}>` : ''

function renderFacts({ fields, createdAt }: PageJob, locale: Locale): string {
  const fact = (word: keyof typeof words, value: string | null | undefined): string =>
    value ? `<div><dt>${words[word][locale]}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>` : ''
  return `${fact('city', listTexts(fields.city).join(', '))}${fact('country', fields.country ?? DEFAULT_COUNTRY)}\
${fact('contractType', fields.contractType && contractTypes[fields.contractType][locale])}\
${fact('workMode', fields.workMode && workModes[fields.workMode][locale])}\
${fact('educationLevel', fields.educationLevel && educationLevels[fields.educationLevel][locale])}\
${fact('experience', formatRange(amounts[locale], fields.minExperience, fields.maxExperience))}\
${fact('languages', fields.languages?.map((language) => languages[language][locale]).join(', '))}\
${fact('salary', fields.displaySalary ? formatRange(dirhams[locale], fields.minSalary, fields.maxSalary) : '')}\
${fact('posted', dates[locale].format(createdAt))}`
}

function formatRange(
  format: Intl.NumberFormat,
  min: number | null | undefined,
  max: number | null | undefined,
): string {
  if (min != null && max != null) return format.formatRange(min, max)
  if (min != null) return `≥ ${format.format(min)}`
  return max != null ? `≤ ${format.format(max)}` : ''
}

/** Describes a job to search engines: https://schema.org/JobPosting */
function makePosting({ jobId, fields, createdAt }: PageJob, company: PageCompany, url: string): object {
  const { minSalary, maxSalary } = fields
  const html = [fields.description, fields.responsibilities, fields.qualifications].filter(Boolean).join('')
  const address = {
    addressLocality: listTexts(fields.city)[0],
    addressCountry: fields.country ?? DEFAULT_COUNTRY,
  }
  const value = { minValue: minSalary ?? undefined, maxValue: maxSalary ?? undefined, unitText: 'MONTH' }
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: fields.title,
    description: html || `<p>${escapeHtml(fields.title)}</p>`,
    datePosted: createdAt,
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(jobId) },
    url,
    hiringOrganization: { '@type': 'Organization', name: company.name },
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', ...address } },
    ...(fields.workMode === 'REMOTE' && { jobLocationType: 'TELECOMMUTE' }),
    ...(fields.displaySalary &&
      (minSalary != null || maxSalary != null) && {
        baseSalary: { '@type': 'MonetaryAmount', currency: 'MAD', value: { '@type': 'QuantitativeValue', ...value } },
      }),
    directApply: true,
  }
}

function renderForm(jobPath: string, locale: Locale): string {
  const input = (name: 'firstName' | 'lastName' | 'email' | 'phone' | 'linkedinUrl', type: string, required = '') =>
    `<label>${words[name][locale]} <input name="${name}" type="${type}"${required}></label>`
  return `<section id="apply"><h2>${words.apply[locale]}</h2>\
<form method="post" action="${jobPath}/apply" enctype="multipart/form-data">\
<input type="hidden" name="formId" value="${randomUUID()}">\
${input('firstName', 'text', ' required')}${input('lastName', 'text', ' required')}${input('email', 'email', ' required')}\
${input('phone', 'tel')}${input('linkedinUrl', 'url')}\
<label>${words.message[locale]} <textarea name="message"></textarea></label>\
<label>${words.cv[locale]} <input name="cv" type="file" accept="application/pdf,.pdf"></label>\
<label><input name="consent" type="checkbox" value="yes" required> ${words.consent[locale]}</label>\
<button type="submit">${words.send[locale]}</button></form></section>`
}
