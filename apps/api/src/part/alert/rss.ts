import { createHash } from 'node:crypto'
import { findNewJobs } from '@boardwalk/core/catalogue/new-jobs'
import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import type { Company } from '@boardwalk/core/company/service'
import { getShownCompany } from '@boardwalk/core/company/suspension'
import { shareReads } from '@boardwalk/core/db/once'
import type { StoredJob } from '@boardwalk/core/job/job'
import { toJobUrl } from '@boardwalk/core/job/url'
import { Locale } from '@boardwalk/schema/company'
import type { Request, Response } from 'express'
import { allowOnly } from '../../http/error-handler.ts'
import { listShortFacts } from '../../site/job-facts.tsx'
import { readPlainText, shorten } from '../../site/job-html.ts'
import { hasTag } from '../../site/jobs-json.ts'
import type { PublicSite } from '../../site/public-site.ts'
import { readQuery, readSearch, writeSearch } from '../../site/search-query.ts'
import { escapeXml } from '../../site/send-document.ts'
import { boardPath, companyPath } from '../../site/site.ts'
import { siteWords } from '../../site/words/site-words.ts'
import { describeSearch } from './describe.ts'
import { rssPath } from './paths.ts'

/* The newest jobs of a search as RSS 2.0 (https://www.rssboard.org/rss-specification), for people who read feeds. */

const JOBS_MAX = 50
const TEXT_CHARACTERS_MAX = 300

/** Adds a feed for the list of the board and of each company. It takes the same words and filters as the list. */
export function addRssPages({ router, deps }: PublicSite): void {
  // Readers of feeds ask at the full hour. Requests at the same moment share the queries.
  const write = shareReads(async (locale: Locale, companySlug: string | undefined, search: SearchQuery) => {
    const company = companySlug === undefined ? undefined : await getShownCompany(deps, companySlug)
    const jobs = await findNewJobs(deps, { companyId: company?.id, search, jobsMax: JOBS_MAX })
    return writeRss({ locale, publicUrl: deps.settings.publicUrl, company, search, jobs })
  })
  const send = async (locale: Locale, companySlug: string | undefined, req: Request, res: Response) => {
    const feed = await write(locale, companySlug, readSearch(readQuery(req)).search)
    const tag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
    // Weak, because compression changes the bytes. `no-cache` lets a reader store the feed, and asks it to check the tag.
    res.set('cache-control', 'no-cache').set('etag', `W/${tag}`)
    if (hasTag(req, tag)) return void res.status(304).end()
    res.type('application/rss+xml; charset=utf-8').send(feed)
  }
  for (const locale of Locale.options) {
    router
      .route(rssPath(boardPath(locale)))
      .get((req, res) => send(locale, undefined, req, res))
      .all(allowOnly('GET, HEAD'))
    router
      .route(`/${locale}/companies/:companySlug/jobs.rss`)
      .get((req, res) => send(locale, req.params.companySlug, req, res))
      .all(allowOnly('GET, HEAD'))
  }
}

interface RssFeed {
  locale: Locale
  publicUrl: string
  /** Undefined for the jobs of the whole board. */
  company: Company | undefined
  search: SearchQuery
  jobs: [Company, StoredJob][]
}

function writeRss({ locale, publicUrl, company, search, jobs }: RssFeed): string {
  const words = siteWords[locale]
  const list = company === undefined ? boardPath(locale) : companyPath(locale, company)
  const query = writeSearch(search)
  const found = describeSearch(locale, search, undefined)
  const about = company === undefined ? words.board.title : words.jobsAt(company.name)
  const [newest] = jobs
  const items = jobs.map(([employer, job]) => writeItem(locale, publicUrl, company === undefined, employer, job))
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${writeElement('title', found === '' ? about : `${about} · ${found}`)}
${writeElement('link', `${publicUrl}${list}${query}`)}
${writeElement('description', company === undefined ? words.board.description : about)}
${writeElement('language', locale)}
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${publicUrl}${rssPath(list)}${query}`).replaceAll('"', '&quot;')}"/>
${newest === undefined ? '' : `${writeDate('lastBuildDate', newest[1].publishedAt)}\n`}${items.join('')}</channel>
</rss>
`
}

/** Writes a job. Its id is the address that all languages share, so a reader of two feeds knows it again. */
function writeItem(locale: Locale, publicUrl: string, namesCompany: boolean, company: Company, job: StoredJob): string {
  const { title } = job.fields
  return `<item>
${writeElement('title', namesCompany ? `${title} – ${company.name}` : title)}
${writeElement('link', toJobUrl(publicUrl, company, job, locale))}
<guid isPermaLink="true">${escapeXml(toJobUrl(publicUrl, company, job))}</guid>
${writeDate('pubDate', job.publishedAt)}
${writeElement('description', summarise(locale, company, job))}
</item>
`
}

const writeElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** RSS has the dates of mails (RFC 822), which `toUTCString` writes. */
const writeDate = (name: string, date: Date | null): string => writeElement(name, date?.toUTCString() ?? '')

/** Sums up a job: company, facts, and the beginning of its text. */
function summarise(locale: Locale, company: Company, job: StoredJob): string {
  const facts = [...new Set([company.name, ...listShortFacts(locale, company, job)])].join(' · ')
  const beginning = shorten(readPlainText(job.fields), TEXT_CHARACTERS_MAX)
  // The description is read as HTML, so its text is escaped twice.
  return [facts, beginning]
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeXml(part)}</p>`)
    .join('')
}
