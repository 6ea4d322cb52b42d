import { randomUUID } from 'node:crypto'
import type { JobFields } from './job-fields.ts'
import { type Locale, pageWords } from './page-words.ts'

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

const locales = Object.keys(pageWords) as Locale[]
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
/** JSON for a script element: without "<", nothing in it can end the script. */
const scriptText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
const textsOf = (value: string | string[] | null | undefined): string[] => [value ?? []].flat()

const dates = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
const amounts = byLocale((locale) => new Intl.NumberFormat(locale))
const dirhams = byLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'MAD', maximumFractionDigits: 0 }),
)

/** Formatters are dear to make, so each is made once. */
function byLocale<Format>(make: (locale: Locale) => Format): Record<Locale, Format> {
  return { fr: make('fr'), en: make('en'), ar: make('ar') }
}

/** The public page of a published job, with the form to apply for it. */
export function jobPage(job: PageJob, company: PageCompany, locale: Locale, publicUrl: string): string {
  const words = pageWords[locale]
  const { fields } = job
  const path = (of: Locale) => `/${of}/companies/${company.slug}/jobs/${job.slug}`
  const name = escapeHtml(company.name)
  const heading = escapeHtml(fields.title)
  const summary = escapeHtml([fields.title, company.name, ...textsOf(fields.city)].join(' · '))
  return `<!doctype html><html lang="${locale}" dir="${words.dir}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} – ${name}</title>\
<meta name="description" content="${summary}"><link rel="canonical" href="${publicUrl}${path(locale)}">\
${locales.map((of) => `<link rel="alternate" hreflang="${of}" href="${publicUrl}${path(of)}">`).join('')}\
<meta property="og:title" content="${heading} – ${name}"><meta property="og:description" content="${summary}">\
<script type="application/ld+json">${scriptText(posting(job, company, publicUrl + path(locale)))}</script>\
</head><body><header><a href="/${locale}/companies/${company.slug}"><bdi>${name}</bdi></a><nav><ul>\
${locales.map((of) => `<li><a href="${path(of)}" hreflang="${of}" lang="${of}">${pageWords[of].name}</a></li>`).join('')}\
</ul></nav></header><main><h1><bdi>${heading}</bdi></h1><aside><dl>${facts(job, locale)}</dl></aside><article>\
${section(words.sections.description, fields.description)}\
${section(words.sections.responsibilities, fields.responsibilities)}\
${section(words.sections.qualifications, fields.qualifications)}\
${section(words.sections.benefits, list('ul', textsOf(fields.benefits)))}\
${section(words.sections.recruitmentProcess, list('ol', fields.recruitmentProcess ?? []))}\
</article>${form(path(locale), locale)}</main></body></html>`
}

/** The three HTML fields come sanitised out of the database. */
const section = (heading: string, html: string | null | undefined): string =>
  html ? `<section><h2>${heading}</h2><div dir="auto">${html}</div></section>` : ''

const list = (tag: 'ul' | 'ol', texts: string[]): string =>
  texts.length > 0 ? `<${tag}>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</${tag}>` : ''

function facts({ fields, createdAt }: PageJob, locale: Locale): string {
  const { facts: terms, workModes } = pageWords[locale]
  const fact = (term: string, value: string | null | undefined): string =>
    value ? `<div><dt>${term}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>` : ''
  return `${fact(terms.city, textsOf(fields.city).join(', '))}${fact(terms.country, fields.country ?? 'Maroc')}\
${fact(terms.contractType, fields.contractType)}\
${fact(terms.workMode, fields.workMode && workModes[fields.workMode as keyof typeof workModes])}\
${fact(terms.educationLevel, fields.educationLevel)}\
${fact(terms.experience, range(amounts[locale], fields.minExperience, fields.maxExperience))}\
${fact(terms.languages, fields.languages?.join(', '))}\
${fact(terms.salary, fields.displaySalary ? range(dirhams[locale], fields.minSalary, fields.maxSalary) : '')}\
${fact(terms.posted, dates[locale].format(createdAt))}`
}

function range(format: Intl.NumberFormat, min: number | null | undefined, max: number | null | undefined): string {
  if (min != null && max != null) return format.formatRange(min, max)
  if (min != null) return `≥ ${format.format(min)}`
  return max != null ? `≤ ${format.format(max)}` : ''
}

/** What search engines read: https://schema.org/JobPosting */
function posting({ jobId, fields, createdAt }: PageJob, company: PageCompany, url: string): object {
  const { minSalary, maxSalary } = fields
  const html = [fields.description, fields.responsibilities, fields.qualifications].filter(Boolean).join('')
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: fields.title,
    description: html || `<p>${escapeHtml(fields.title)}</p>`,
    datePosted: createdAt,
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(jobId) },
    url,
    hiringOrganization: { '@type': 'Organization', name: company.name },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: textsOf(fields.city)[0],
        addressCountry: fields.country ?? 'Maroc',
      },
    },
    ...(fields.workMode === 'REMOTE' && { jobLocationType: 'TELECOMMUTE' }),
    ...(fields.displaySalary &&
      (minSalary != null || maxSalary != null) && {
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'MAD',
          value: {
            '@type': 'QuantitativeValue',
            minValue: minSalary ?? undefined,
            maxValue: maxSalary ?? undefined,
            unitText: 'MONTH',
          },
        },
      }),
    directApply: true,
  }
}

function form(jobPath: string, locale: Locale): string {
  const { apply } = pageWords[locale]
  const input = (name: 'firstName' | 'lastName' | 'email' | 'phone' | 'linkedinUrl', type: string, required = '') =>
    `<label>${apply[name]} <input name="${name}" type="${type}"${required}></label>`
  return `<section id="apply"><h2>${apply.heading}</h2>\
<form method="post" action="${jobPath}/apply" enctype="multipart/form-data">\
<input type="hidden" name="formId" value="${randomUUID()}">\
${input('firstName', 'text', ' required')}${input('lastName', 'text', ' required')}${input('email', 'email', ' required')}\
${input('phone', 'tel')}${input('linkedinUrl', 'url')}<label>${apply.message} <textarea name="message"></textarea></label>\
<label>${apply.cv} <input name="cv" type="file" accept="application/pdf,.pdf"></label>\
<label><input name="consent" type="checkbox" value="yes" required> ${apply.consent}</label>\
<button type="submit">${apply.send}</button></form></section>`
}
