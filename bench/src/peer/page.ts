import { randomUUID } from 'node:crypto'
import { DEFAULT_COUNTRY, type JobFields } from '@boardwalk/schema/job'
import { contractTypes, educationLevels, fieldLabels, workModes } from '@boardwalk/schema/words/job-labels'
import { environment } from './environment.ts'

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
const listTexts = (value: string | string[] | null | undefined): string[] => [value ?? []].flat()
// A formatter takes long to make, so it is made once.
const dirhams = new Intl.NumberFormat('fr', { style: 'currency', currency: 'MAD', maximumFractionDigits: 0 })
const date = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' })

/** Renders the public page of a job in French, with the form to apply for it. */
export function renderJobPage(job: PageJob, company: PageCompany): string {
  const { fields } = job
  const url = `${environment.publicUrl}/fr/companies/${company.slug}/jobs/${job.slug}`
  const [name, heading] = [escapeHtml(company.name), escapeHtml(fields.title)]
  const section = (word: keyof typeof fieldLabels, html: string | null | undefined) =>
    html ? `<section><h2>${fieldLabels[word].fr}</h2><div dir="auto">${html}</div></section>` : ''
  // Without "<", nothing in it can end the script.
  const posting = JSON.stringify(makePosting(job, company, url)).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${heading} – ${name}</title>\
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="canonical" href="${url}">\
<script type="application/ld+json">${posting}</script></head><body><header>${name}</header>\
<main><h1><bdi>${heading}</bdi></h1><dl>${renderFacts(job)}</dl>${section('description', fields.description)}\
${section('responsibilities', fields.responsibilities)}${section('qualifications', fields.qualifications)}\
${section('benefits', renderList(listTexts(fields.benefits)))}\
${section('recruitmentProcess', renderList(fields.recruitmentProcess ?? []))}${renderForm(url)}</main></body></html>`
}

const renderList = (texts: string[]): string =>
  texts.length > 0 ? `<ol>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ol>` : ''

function renderFacts({ fields, createdAt }: PageJob): string {
  const { contractType, workMode, educationLevel, minSalary, maxSalary } = fields
  const facts = [
    ...listTexts(fields.city),
    fields.country ?? DEFAULT_COUNTRY,
    contractType && contractTypes[contractType].fr,
    workMode && workModes[workMode].fr,
    educationLevel && educationLevels[educationLevel].fr,
    ...(fields.displaySalary ? [minSalary, maxSalary].map((salary) => salary != null && dirhams.format(salary)) : []),
    date.format(createdAt),
  ]
  return facts.map((fact) => (fact ? `<dd><bdi>${escapeHtml(fact)}</bdi></dd>` : '')).join('')
}

/** Describes a job to search engines: https://schema.org/JobPosting */
const makePosting = ({ jobId, fields, createdAt }: PageJob, company: PageCompany, url: string): object => ({
  '@context': 'https://schema.org/',
  '@type': 'JobPosting',
  title: fields.title,
  datePosted: createdAt,
  url,
  description:
    [fields.description, fields.responsibilities, fields.qualifications].join('') || escapeHtml(fields.title),
  identifier: {
    '@type': 'PropertyValue',
    name: company.name,
    value: String(jobId),
  },
  hiringOrganization: {
    '@type': 'Organization',
    name: company.name,
  },
  jobLocation: {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: listTexts(fields.city)[0],
    },
  },
  directApply: true,
})

const renderForm = (url: string): string => `<form method="post" action="${url}/apply" enctype="multipart/form-data">\
<input type="hidden" name="formId" value="${randomUUID()}"><label>Prénom <input name="firstName" required></label>\
<label>Nom <input name="lastName" required></label><label>E-mail <input name="email" type="email" required></label>\
<label>CV <input name="cv" type="file" accept="application/pdf,.pdf"></label>\
<button type="submit">Envoyer ma candidature</button></form>`
