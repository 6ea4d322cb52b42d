import type { JobFields } from '@boardwalk/schema/job'
import type { Deps } from '../deps.ts'
import type { Company } from '../feature/company/service.ts'
import { countryCode } from '../feature/job/country.ts'
import { escapeHtml } from '../feature/job/html.ts'
import { jobsOfBoard, jobsOfCompany } from '../feature/job/service/published.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { jobUrl } from '../feature/job/url.ts'
import type { CompanySite } from './company-site.ts'
import { textsOf } from './job-facts.tsx'
import { jobHtml } from './job-html.ts'
import { companyPath } from './paths.ts'
import { cdata } from './send-xml.ts'
import { wordsOf } from './words/by-locale.ts'

/*
 * Published jobs in the shape that Indeed reads, and others after it:
 * https://docs.indeed.com/sponsored-jobs-api/shared-resources/xml-job-feed-format
 */

const jobTypes: Record<NonNullable<JobFields['contractType']>, string | undefined> = {
  CDI: 'fulltime',
  CDD: 'temporary',
  VIE: 'temporary',
  Stage: 'internship',
  Alternance: 'internship',
  Freelance: 'contract',
  Autre: undefined,
}

const remoteTypes: Record<NonNullable<JobFields['workMode']>, string | undefined> = {
  REMOTE: 'Fully remote',
  HYBRID: 'Hybrid remote',
  ONSITE: undefined,
}

/** One company's jobs, in the language of the address. */
export function companyFeed(deps: Pick<Deps, 'jobs'>, site: CompanySite): AsyncGenerator<string> {
  const { company, locale, publicUrl } = site
  const publisher = { name: company.name, url: `${publicUrl}${companyPath(locale, company)}` }
  const jobs = jobsOfCompany(deps, { ...company, locale })
  return feed(publisher, publicUrl, jobs)
}

/** All companies' jobs, each in its company's own language. */
export function boardFeed(deps: Pick<Deps, 'jobs' | 'companies' | 'settings'>): AsyncGenerator<string> {
  const { publicUrl, jobBoardId } = deps.settings
  return feed({ name: jobBoardId, url: publicUrl }, publicUrl, jobsOfBoard(deps))
}

async function* feed(
  publisher: { name: string; url: string },
  publicUrl: string,
  jobs: AsyncIterable<[Company, StoredJob]>,
): AsyncGenerator<string> {
  let head = `<?xml version="1.0" encoding="utf-8"?>
<source>
<publisher>${cdata(publisher.name)}</publisher>
<publisherurl>${cdata(publisher.url)}</publisherurl>
`
  for await (const [company, job] of jobs) {
    yield `${head}${element(publicUrl, company, job)}`
    head = ''
  }
  yield `${head}</source>\n`
}

function element(publicUrl: string, company: Company, job: StoredJob): string {
  const { fields } = job
  const cities = textsOf(fields.city)
  const values: Record<string, string | undefined> = {
    title: fields.title,
    date: job.publishedAt?.toISOString(),
    lastactivitydate: job.updatedAt.toISOString(),
    referencenumber: String(job.id),
    requisitionid: job.externalId ?? undefined,
    url: jobUrl(publicUrl, company, job.slug),
    company: company.name,
    sourcename: company.name,
    city: cities[0],
    country: countryCode(fields.country) ?? fields.country ?? undefined,
    description: description(company, job, cities),
    salary: salary(fields),
    education: fields.educationLevel ?? undefined,
    jobtype: fields.contractType ? jobTypes[fields.contractType] : undefined,
    experience: fields.minExperience ? `${fields.minExperience}+ years` : undefined,
    remotetype: fields.workMode ? remoteTypes[fields.workMode] : undefined,
  }
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${cdata(value)}</${name}>\n`],
  )
  return `<job>\n${lines.join('')}</job>\n`
}

/** The feed knows one city a job; where there are several, the text names them. */
function description({ locale }: Company, job: StoredJob, cities: string[]): string {
  const html = jobHtml(locale, job)
  return cities.length > 1 ? `${html}<p>${escapeHtml(`${wordsOf[locale].facts.city}: ${cities.join(', ')}`)}</p>` : html
}

function salary({ displaySalary, minSalary, maxSalary }: JobFields): string | undefined {
  if (displaySalary !== true) return undefined
  const amounts = [...new Set([minSalary, maxSalary].filter((amount) => amount !== undefined && amount !== null))]
  return amounts.length === 0 ? undefined : `${amounts.join(' - ')} MAD per month`
}
