import { createHash } from 'node:crypto'
import type { Locale } from '@boardwalk/schema/company'
import { contractTypes, workModes } from '@boardwalk/schema/words/job-labels'
import type { Request, Response } from 'express'
import type { Deps } from '../deps.ts'
import type { Company } from '../feature/company/service.ts'
import { type FeedPage, findFeedPage, readFeedPage } from '../feature/job/feed.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { escapeHtml } from '../feature/job/text/html.ts'
import { findJobLocale, toJobUrl } from '../feature/job/url.ts'
import { listCities, nameCountry } from './job-facts.tsx'
import { jobHtml } from './job-html.ts'
import { readQuery, readSearch, writePosition } from './search-query.ts'
import { PAUSE, sendDocument } from './send-document.ts'
import type { CompanySite } from './site.ts'

/*
 * Published jobs as JSON, in the shape of Greenhouse's public Job Board API, which career sites and job portals read:
 * https://developers.greenhouse.io/job-board.html#list-jobs
 */

/** One answer has at most this many jobs. A `Link` header leads to the next ones. */
const JOBS_AN_ANSWER = 1_000

/** Lets the scripts of other sites read an answer. It holds nothing that is not public, and no cookie changes it. */
function allowOtherSites(res: Response): void {
  res.set('access-control-allow-origin', '*').set('access-control-expose-headers', 'ETag, Link')
}

/** Answers what a browser asks before a script of another site sends its own `If-None-Match`. */
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
 * Sends the newest published jobs of a company, with labels in the language of the site, or of the whole board, each in its own.
 * A caller whose `If-None-Match` is still right gets 304, for which no text of a job is read.
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
  const part = await findFeedPage(deps, company, after, jobsMax)
  allowOtherSites(res)
  // A copy may be kept, and is used only if it is still right.
  const tag = hashPart(part, `${publicUrl} ${withContent}`)
  res.set('cache-control', 'no-cache').set('etag', `W/${tag}`)
  if (part.last !== undefined) {
    const next = new URLSearchParams({ ...(withContent && { content: 'true' }), after: writePosition(part.last) })
    res.set('link', `<${publicUrl}${path}?${next}>; rel="next"`)
  }
  if (hasTag(req, tag)) return void res.status(304).end()
  const batches = readFeedPage(deps, company, after, part)
  await sendDocument(
    deps,
    'application/json; charset=utf-8',
    writeJobs({ publicUrl, locale, withContent, total: part.total, batches }),
    req,
    res,
  )
}

/** Makes a tag of everything that the answer is made from. It is sent as a weak one: the answer may be compressed or not. */
function hashPart({ marks, companies, total }: FeedPage, kind: string): string {
  const hash = createHash('sha256').update(JSON.stringify([kind, total, marks, companies]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/**
 * Whether a caller has the answer with this tag. Express's `req.fresh` says no to a caller who also sends
 * `Cache-Control: no-cache`, and `fetch` of Node sends that whenever its user sets `If-None-Match`.
 */
function hasTag(req: Request, tag: string): boolean {
  const known = req.get('if-none-match')?.split(',') ?? []
  return known.some((one) => ['*', tag, `W/${tag}`].includes(one.trim()))
}

interface JobsJson {
  publicUrl: string
  locale: Locale | undefined
  withContent: boolean
  total: number
  batches: AsyncIterable<[Company, StoredJob][]>
}

async function* writeJobs({ total, batches, ...how }: JobsJson): AsyncGenerator<string> {
  let head = '{"jobs":['
  for await (const jobs of batches) {
    for (const entry of writeBatch(how, jobs)) {
      yield head + entry
      head = ','
    }
    yield PAUSE
  }
  yield `${head === ',' ? '' : head}],"meta":{"total":${total}}}\n`
}

/** Takes the jobs out of their list, so that nothing refers to them any more when they are written. */
function* writeBatch(
  { publicUrl, locale, withContent }: Omit<JobsJson, 'total' | 'batches'>,
  jobs: [Company, StoredJob][],
): Generator<string> {
  for (const [company, job] of jobs.splice(0)) {
    const language = findJobLocale(company, job)
    const labels = locale ?? language
    const entry = {
      ...toEntry(labels, job),
      absolute_url: toJobUrl(publicUrl, company, job),
      company_name: company.name,
      language,
    }
    yield JSON.stringify({ ...entry, ...(withContent && toContent(labels, job)) })
  }
}

function toEntry(locale: Locale, job: StoredJob) {
  const { fields } = job
  const cities = listCities(fields)
  const country = nameCountry(locale, fields)
  return {
    id: job.id,
    internal_job_id: job.id,
    title: fields.title,
    updated_at: writeTime(job.updatedAt),
    first_published: job.publishedAt && writeTime(job.publishedAt),
    requisition_id: job.externalId ?? String(job.id),
    location: { name: cities.length === 0 ? country : cities.map((city) => `${city}, ${country}`).join('; ') },
    metadata: toMetadata(locale, job),
  }
}

/** What `?content=true` adds. The board knows no departments. */
function toContent(locale: Locale, job: StoredJob) {
  const country = nameCountry(locale, job.fields)
  return {
    content: escapeHtml(jobHtml(locale, job)),
    departments: [],
    offices: listCities(job.fields).map((city) => ({
      id: numberText(city),
      name: city,
      location: `${city}, ${country}`,
      parent_id: null,
      child_ids: [],
    })),
  }
}

/** The fields that Greenhouse's format has no place for, as its custom fields. Their names are those that readers look for. */
function toMetadata(locale: Locale, { fields: { contractType, workMode } }: StoredJob) {
  const metadata = [
    { id: 1, name: 'Employment Type', value: contractType && contractTypes[contractType][locale] },
    { id: 2, name: 'Workplace Type', value: workMode && workModes[workMode][locale] },
  ].flatMap(({ value, ...rest }) => (value ? [{ ...rest, value, value_type: 'single_select' }] : []))
  return metadata.length === 0 ? null : metadata
}

/** Writes a time as Greenhouse does: without milliseconds, and with a zone in digits. */
const writeTime = (time: Date) => `${time.toISOString().slice(0, 19)}+00:00`

/** The number of an office. Equal names have equal numbers, in every answer. */
const numberText = (text: string) => createHash('sha256').update(text).digest().readUIntBE(0, 6)
