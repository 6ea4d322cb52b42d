import type { JobFields } from '@boardwalk/schema/job'
import type { Company } from '../feature/company/service.ts'
import { countryCode } from '../feature/job/country.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { jobsOfBoard, jobsOfCompany } from '../feature/job/service/published.ts'
import { jobUrl } from '../feature/job/url.ts'
import type { Needs } from '../needs.ts'
import type { WithSettings } from '../settings.ts'
import type { CompanySite } from './company-site.ts'
import { listTexts } from './job-facts.tsx'
import { jobHtml } from './job-html.ts'
import { companyPath } from './paths.ts'
import { cdata } from './send-xml.ts'

/*
 * Published jobs as an XML feed in Indeed's format, which other job portals read too:
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

/** The feed of one company's jobs, in the language of the address. */
export function companyFeed(deps: Needs<typeof jobsOfCompany>, site: CompanySite): AsyncGenerator<string> {
  const { company, locale, publicUrl } = site
  const publisher = { name: company.name, url: `${publicUrl}${companyPath(locale, company)}` }
  const jobs = jobsOfCompany(deps, { ...company, locale })
  return feed(publisher, publicUrl, jobs)
}

/** The feed of all companies' jobs, each in its company's own language. */
export function boardFeed(
  deps: Needs<typeof jobsOfBoard> & WithSettings<'publicUrl' | 'jobBoardId'>,
): AsyncGenerator<string> {
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
    yield `${head}${elements(publicUrl, company, job)}`
    head = ''
  }
  yield `${head}</source>\n`
}

/** A job in several cities is one entry per city, all with the same requisition id. The first has the job's own number. */
function elements(publicUrl: string, company: Company, job: StoredJob): string {
  const [first, ...others] = new Set(listTexts(job.fields.city))
  const entries = [
    element(publicUrl, company, job, String(job.id), first),
    // Numbered by position, so that an entry stays the same when the spelling of its city changes.
    ...others.map((city, index) => element(publicUrl, company, job, `${job.id}-${index + 2}`, city)),
  ]
  return entries.join('')
}

function element(publicUrl: string, company: Company, job: StoredJob, reference: string, city?: string): string {
  const { fields } = job
  const values: Record<string, string | undefined> = {
    title: fields.title,
    date: job.publishedAt?.toISOString(),
    lastactivitydate: job.updatedAt.toISOString(),
    referencenumber: reference,
    requisitionid: job.externalId ?? String(job.id),
    url: jobUrl(publicUrl, company, job.slug),
    company: company.name,
    sourcename: company.name,
    city,
    country: countryCode(fields.country) ?? fields.country ?? undefined,
    description: jobHtml(company.locale, job),
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

function salary({ displaySalary, minSalary, maxSalary }: JobFields): string | undefined {
  if (displaySalary !== true) return undefined
  const amounts = [...new Set([minSalary, maxSalary].filter((amount) => amount !== undefined && amount !== null))]
  return amounts.length === 0 ? undefined : `${amounts.join(' - ')} MAD per month`
}
