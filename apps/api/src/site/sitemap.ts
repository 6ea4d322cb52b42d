import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { findPartStarts, readCompaniesWithJobs, readJobAddresses } from '../feature/job/feed.ts'
import { toJobUrl } from '../feature/job/url.ts'
import { sendXml, xmlText } from './send-document.ts'
import { boardPath, companyPath, directoryPath } from './site.ts'

/** A sitemap may have this many addresses: https://www.sitemaps.org/protocol.html */
const ADDRESSES_MAX = 50_000

const BOARD_PATHS = [boardPath, directoryPath]

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** What the first part of the companies begins after. */
const FIRST_COMPANY = '0'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Serves the sitemap: one file with every public address, or several files if one would be too long. */
export function createSitemapRoutes(deps: Deps, addressesMax = ADDRESSES_MAX): Router {
  // One file must have room for the pages of the board and a part of the companies in every language, and a part of the jobs.
  const languages = Locale.options.length
  const partMax = Math.floor((addressesMax - BOARD_PATHS.length * languages) / (languages + 1))
  return Router({ caseSensitive: true })
    .get('/sitemap.xml', async (req, res) => {
      const starts = await findPartStarts(deps, partMax)
      const isOne = starts.companies.length === 1 && starts.jobs.length === 1
      const parts = [
        ...starts.companies.map((after) => `companies/${after}`),
        ...starts.jobs.map((after) => `jobs/${after}`),
      ]
      await sendXml(deps, isOne ? addresses(both(deps, partMax)) : index(deps, parts), req, res)
    })
    .get('/sitemap/companies/:after.xml', async (req, res) => {
      await sendXml(deps, addresses(companyAddresses(deps, req.params.after, partMax)), req, res)
    })
    .get('/sitemap/jobs/:after.xml', async (req, res) => {
      const { after } = req.params
      if (!/^\d{1,15}$/.test(after)) throw new AppError('page_not_found')
      await sendXml(deps, addresses(jobPages(deps, Number(after), partMax)), req, res)
    })
}

async function* index({ settings: { publicUrl } }: Deps, parts: string[]): AsyncGenerator<string> {
  yield `${HEAD}<sitemapindex ${NAMESPACE}>\n`
  for (const part of parts) yield `<sitemap><loc>${xmlText(`${publicUrl}/sitemap/${part}.xml`)}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

interface Address {
  url: string
  /** When the page changed last, if that is known. */
  changedAt?: Date
}

async function* addresses(pages: AsyncIterable<Address>): AsyncGenerator<string> {
  let head = `${HEAD}<urlset ${NAMESPACE}>\n`
  for await (const { url, changedAt } of pages) {
    const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
    yield `${head}<url><loc>${xmlText(url)}</loc>${lastmod}</url>\n`
    head = ''
  }
  yield `${head}</urlset>\n`
}

async function* both(deps: Deps, max: number): AsyncGenerator<Address> {
  yield* companyAddresses(deps, FIRST_COMPANY, max)
  yield* jobPages(deps, 0, max)
}

/** The addresses of companies. Those of the whole board come before the first company. */
async function* companyAddresses(deps: Deps, after: string, max: number): AsyncGenerator<Address> {
  if (after === FIRST_COMPANY)
    for (const path of BOARD_PATHS)
      for (const locale of Locale.options) yield { url: `${deps.settings.publicUrl}${path(locale)}` }
  for await (const company of readCompaniesWithJobs(deps, after, max))
    for (const locale of Locale.options) yield { url: `${deps.settings.publicUrl}${companyPath(locale, company)}` }
}

/** The addresses of jobs. A job has one: its text is the same on its pages in the other languages. */
async function* jobPages(deps: Deps, after: number, max: number): AsyncGenerator<Address> {
  for await (const [company, job] of readJobAddresses(deps, after, max))
    yield { url: toJobUrl(deps.settings.publicUrl, company, job), changedAt: job.updatedAt }
}

/** Tells crawlers what they may read: all pages, but no applications, API or back office. */
export const robots = (publicUrl: string): string => `User-agent: *
Disallow: /api/
Disallow: /backoffice
Disallow: /trpc/
Disallow: /cv/
Disallow: /*/apply$

Sitemap: ${publicUrl}/sitemap.xml
`
