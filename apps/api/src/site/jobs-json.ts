import { createHash } from 'node:crypto'
import { type FeedPage, findFeedPage, readFeedPage } from '@boardwalk/core/catalogue/feed'
import type { Company } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import { describeTerms } from '@boardwalk/core/job/terms'
import { findJobLocale, toJobUrl } from '@boardwalk/core/job/url'
import { escapeHtml } from '@boardwalk/core/text/html'
import type { Locale } from '@boardwalk/schema/company'
import { nameCountryCode } from '@boardwalk/schema/place/country'
import { describePlaces, type JobCity, nameJobCity, nameJobCountry } from '@boardwalk/schema/place/job-places'
import { contractTypes, workHours, workModes } from '@boardwalk/schema/words/job-labels'
import type { Request, Response } from 'express'
import type { Deps } from '../deps.ts'
import { formatSalary } from './job-facts.tsx'
import { renderJobHtml } from './job-html.ts'
import type { CompanySite } from './page-site.ts'
import { readQuery, readSearch, writePosition } from './search-query.ts'
import { PAUSE, sendDocument } from './send-document.ts'

/*
 * Published jobs as JSON, in the shape of Greenhouse's public Job Board API, which career sites and job portals read:
 * https://developers.greenhouse.io/job-board.html#list-jobs
 */

/** The most jobs of one answer. A `Link` header has the address of the next ones. */
const JOBS_AN_ANSWER = 1_000

/** Lets scripts of other sites read the answer. It is public, and the same with and without cookies. */
function allowOtherSites(res: Response): void {
  res.set('access-control-allow-origin', '*').set('access-control-expose-headers', 'ETag, Link')
}

/** Answers the preflight request of a browser: a script of another site wants to send `If-None-Match`. */
export function answerPreflight(_req: Request, res: Response): void {
  allowOtherSites(res)
  res
    .set('access-control-allow-methods', 'GET, HEAD')
    .set('access-control-allow-headers', 'If-None-Match')
    .set('access-control-max-age', '86400')
    .status(204)
    .end()
}

/**
 * Sends the newest published jobs of a company, with labels in the language of the site. Without a site, it sends those of the whole
 * board, with the labels of each job in its language. A caller whose `If-None-Match` still matches gets 304, and the server reads no text
 * of a job for it.
 */
export async function sendJobsJson(
  deps: Deps,
  site: Pick<CompanySite, 'company' | 'locale'> | undefined,
  path: string,
  req: Request,
  res: Response,
  jobsMax = JOBS_AN_ANSWER,
): Promise<void> {
  const { publicUrl } = deps.settings
  const { company, locale } = site ?? {}
  const query = readQuery(req)
  const withContent = query.get('content') === 'true'
  const { after } = readSearch(query).start
  allowOtherSites(res)
  deps.admission.beginDocument(req, res)
  const page = await findFeedPage(deps, company, after, jobsMax)
  // `no-cache` lets a caller store the answer, and asks it to check the tag before each use.
  const tag = hashPage(page, `${publicUrl} ${withContent}`)
  res.set('cache-control', 'no-cache').set('etag', `W/${tag}`)
  if (page.last !== undefined) {
    const next = new URLSearchParams({ ...(withContent && { content: 'true' }), after: writePosition(page.last) })
    res.set('link', `<${publicUrl}${path}?${next}>; rel="next"`)
  }
  if (hasTag(req, tag)) return void res.status(304).end()
  const batches = readFeedPage(deps, page)
  await sendDocument(
    'application/json; charset=utf-8',
    writeJobs({ publicUrl, locale, withContent, total: page.total, batches }),
    req,
    res,
  )
}

/** Makes the tag of an answer from everything that the answer depends on. It is sent as a weak tag, because compression changes the bytes. */
function hashPage({ marks, companies, total }: FeedPage, variant: string): string {
  const hash = createHash('sha256').update(JSON.stringify([variant, total, marks, companies]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/**
 * Whether the caller has the answer with this tag. Express's `req.fresh` is false if the caller also sends `Cache-Control: no-cache`, which
 * Node's `fetch` adds to every request with `If-None-Match`.
 */
export function hasTag(req: Request, tag: string): boolean {
  const tags = req.get('if-none-match')?.split(',') ?? []
  return tags.some((one) => ['*', tag, `W/${tag}`].includes(one.trim()))
}

/** What the answer is written from. Without a locale, each job has labels in its own language. */
interface JobsJsonSource {
  publicUrl: string
  locale: Locale | undefined
  withContent: boolean
  total: number
  batches: AsyncIterable<[Company, StoredJob][]>
}

async function* writeJobs({ total, batches, ...options }: JobsJsonSource): AsyncGenerator<string> {
  let head = '{"jobs":['
  for await (const jobs of batches) {
    for (const entry of writeBatch(options, jobs)) {
      yield head + entry
      head = ','
    }
    yield PAUSE
  }
  yield `${head === ',' ? '' : head}],"meta":{"total":${total}}}\n`
}

/** Writes a batch. It removes the jobs from their list, so that the memory of each is free when it is written. */
function* writeBatch(
  { publicUrl, locale, withContent }: Omit<JobsJsonSource, 'total' | 'batches'>,
  jobs: [Company, StoredJob][],
): Generator<string> {
  for (const [company, job] of jobs.splice(0)) {
    const language = findJobLocale(company, job)
    const labels = locale ?? language
    const entry = {
      ...toEntry(labels, company, job),
      absolute_url: toJobUrl(publicUrl, company, job),
      company_name: company.name,
      language,
    }
    yield JSON.stringify({ ...entry, ...(withContent && toContent(labels, job)) })
  }
}

function toEntry(locale: Locale, company: Company, job: StoredJob) {
  const { fields } = job
  const { closesAt } = describeTerms(company, job)
  const locations = describePlaces(fields).cities.map((city) => nameLocation(locale, job, city))
  return {
    id: job.id,
    internal_job_id: job.id,
    title: fields.title,
    updated_at: writeTime(job.updatedAt),
    first_published: job.publishedAt && writeTime(job.publishedAt),
    requisition_id: job.externalId ?? String(job.id),
    location: { name: locations.join('; ') || nameJobCountry(locale, fields) || '' },
    application_deadline: closesAt ? writeTime(closesAt) : null,
    metadata: toMetadata(locale, company, job),
  }
}

/** Names a city with its country, such as "Rabat, Maroc". */
function nameLocation(locale: Locale, { fields }: StoredJob, city: JobCity): string {
  const country = city.country === undefined ? fields.country : nameCountryCode(locale, city.country)
  return [nameJobCity(locale, city), country].filter(Boolean).join(', ')
}

/** The members that `?content=true` adds. The board has no departments. */
function toContent(locale: Locale, job: StoredJob) {
  return {
    content: escapeHtml(renderJobHtml(locale, job)),
    departments: [],
    offices: describePlaces(job.fields).cities.map((city) => ({
      id: numberText(nameJobCity(locale, city)),
      name: nameJobCity(locale, city),
      location: nameLocation(locale, job, city),
      parent_id: null,
      child_ids: [],
    })),
  }
}

/** Fields for which Greenhouse's format has no member, as its custom fields, under the names that readers of the format look for. */
function toMetadata(locale: Locale, company: Company, job: StoredJob) {
  const { contract, hours, salary, workMode } = describeTerms(company, job)
  const metadata = [
    { id: 1, name: 'Employment Type', value: contract && contractTypes[contract][locale], value_type: 'single_select' },
    { id: 2, name: 'Workplace Type', value: workMode && workModes[workMode][locale], value_type: 'single_select' },
    { id: 3, name: 'Working Hours', value: hours && workHours[hours][locale], value_type: 'single_select' },
    // A text, because the format has no member for the period and for net or gross.
    {
      id: 4,
      name: 'Salary',
      value_type: 'short_text',
      value: salary?.statedCurrency ? formatSalary(locale, salary) : undefined,
    },
  ].flatMap(({ value, ...rest }) => (value ? [{ ...rest, value }] : []))
  return metadata.length === 0 ? null : metadata
}

/** Writes a time as Greenhouse does: without milliseconds, and with a numeric zone. */
const writeTime = (time: Date) => `${time.toISOString().slice(0, 19)}+00:00`

/** Makes the number of an office from its name, so that a name has the same number in every answer. */
const numberText = (text: string) => createHash('sha256').update(text).digest().readUIntBE(0, 6)
