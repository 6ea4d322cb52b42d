import { readPublicJobs } from '@boardwalk/core/catalogue/feed'
import type { Company } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import { describeTerms, type ShownSalary, type ShownTerms } from '@boardwalk/core/job/terms'
import { findJobLocale, toJobUrl } from '@boardwalk/core/job/url'
import type { Locale } from '@boardwalk/schema/company'
import type { JobFields } from '@boardwalk/schema/job'
import { describePlaces, type JobCity, nameJobCity } from '@boardwalk/schema/place/job-places'
import type { PayPeriod, WorkHours } from '@boardwalk/schema/terms'
import type { Deps } from '../deps.ts'
import { renderJobHtml } from './job-html.ts'
import type { CompanySite } from './page-site.ts'
import { PAUSE, toCdata } from './send-document.ts'
import { companyPath } from './site.ts'

/*
 * Published jobs as an XML feed in the form that Indeed documents. It was never submitted to Indeed:
 * https://docs.indeed.com/sponsored-jobs-api/shared-resources/xml-job-feed-format
 */

/** Indeed has examples of these words and no list. No example clearly means a permanent contract or an apprenticeship. */
const jobTypes: Record<NonNullable<JobFields['contractType']>, string | undefined> = {
  CDI: undefined,
  CDD: 'temporary',
  VIE: 'temporary',
  Stage: 'internship',
  Alternance: undefined,
  Freelance: 'contract',
  Autre: undefined,
}

const hoursTypes: Record<WorkHours, string> = { FULL_TIME: 'fulltime', PART_TIME: 'parttime' }

const payPeriods: Record<PayPeriod, string> = { HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' }

const remoteTypes: Record<NonNullable<JobFields['workMode']>, string | undefined> = {
  REMOTE: 'Fully remote',
  HYBRID: 'Hybrid remote',
  ONSITE: undefined,
}

/** Creates the feed of one company. The headings in its texts are in the language of the site. */
export function createCompanyFeed(deps: Deps, site: CompanySite): AsyncGenerator<string> {
  const { company, locale, publicUrl } = site
  const publisher = { name: company.name, url: `${publicUrl}${companyPath(locale, company)}` }
  return writeFeed(publisher, publicUrl, readPublicJobs(deps, company.id), locale)
}

/** Creates the feed of all companies. The headings in the text of a job are in the language of the job. */
export function createBoardFeed(deps: Deps): AsyncGenerator<string> {
  const { publicUrl, jobBoardId } = deps.settings
  return writeFeed({ name: jobBoardId, url: publicUrl }, publicUrl, readPublicJobs(deps))
}

async function* writeFeed(
  publisher: { name: string; url: string },
  publicUrl: string,
  batches: AsyncIterable<[Company, StoredJob][]>,
  locale?: Locale,
): AsyncGenerator<string> {
  let head = `<?xml version="1.0" encoding="utf-8"?>
<source>
<publisher>${toCdata(publisher.name)}</publisher>
<publisherurl>${toCdata(publisher.url)}</publisherurl>
`
  for await (const jobs of batches) {
    for (const entry of writeBatch(publicUrl, jobs, locale)) {
      yield head + entry
      head = ''
    }
    yield PAUSE
  }
  yield `${head}</source>\n`
}

/** Writes a batch. It removes the jobs from their list, so that the memory of each is free when it is written. */
function* writeBatch(publicUrl: string, jobs: [Company, StoredJob][], locale?: Locale): Generator<string> {
  for (const [company, job] of jobs.splice(0)) yield* writeEntries(publicUrl, company, job, locale)
}

/** Writes one entry for each city of a job, all with the same requisition id. The reference number of the first is the job id. */
function* writeEntries(
  publicUrl: string,
  company: Company,
  job: StoredJob,
  locale = findJobLocale(company, job),
): Generator<string> {
  const [first, ...others] = describePlaces(job.fields).cities
  const description = renderJobHtml(locale, job)
  const entry = (reference: string, city?: JobCity) =>
    writeEntry({ publicUrl, locale, company, job, description, reference, city })
  yield entry(String(job.id), first)
  // The other reference numbers have the position of the city, so they stay the same if the spelling of a city changes.
  for (const [index, city] of others.entries()) yield entry(`${job.id}-${index + 2}`, city)
}

interface FeedEntry {
  publicUrl: string
  locale: Locale
  company: Company
  job: StoredJob
  description: string
  reference: string
  city: JobCity | undefined
}

function writeEntry({ publicUrl, locale, company, job, description, reference, city }: FeedEntry): string {
  const { fields } = job
  const terms = describeTerms(company, job)
  const values: Record<string, string | undefined> = {
    title: fields.title,
    date: job.publishedAt?.toISOString(),
    lastactivitydate: job.updatedAt.toISOString(),
    referencenumber: reference,
    requisitionid: job.externalId ?? String(job.id),
    url: toJobUrl(publicUrl, company, job),
    company: company.name,
    sourcename: company.name,
    city: city && nameJobCity(locale, city),
    country: (city ? city.country : describePlaces(fields).countries[0]) ?? fields.country ?? undefined,
    description: description || undefined,
    salary: terms.salary && writeSalary(terms.salary),
    education: fields.educationLevel ?? undefined,
    jobtype: listJobTypes(terms).join(', ') || undefined,
    experience: fields.minExperience ? `${fields.minExperience}+ years` : undefined,
    remotetype: terms.workMode && remoteTypes[terms.workMode],
    expirationdate: terms.closesAt?.toISOString(),
  }
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${toCdata(value)}</${name}>\n`],
  )
  return `<job>\n${lines.join('')}</job>\n`
}

const listJobTypes = ({ hours, contract }: ShownTerms): string[] =>
  [hours && hoursTypes[hours], contract && jobTypes[contract]].filter((type) => type !== undefined)

/** Writes a salary as Indeed asks for it: plain numbers, and always the period. */
function writeSalary(salary: ShownSalary): string | undefined {
  const { min, max, statedCurrency, period, basis, isBasisStated } = salary
  if (statedCurrency === undefined) return undefined
  const amounts = [...new Set([min, max].filter((amount) => amount !== undefined))]
  const text = `${amounts.join(' - ')} ${statedCurrency} per ${payPeriods[period]}`
  return isBasisStated ? `${text}, ${basis.toLowerCase()}` : text
}
