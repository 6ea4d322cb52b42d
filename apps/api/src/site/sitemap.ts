import { findPartStarts, readCompaniesWithJobs, readJobAddresses } from '@boardwalk/core/catalogue/feed'
import { AppError } from '@boardwalk/core/error'
import { toJobUrl } from '@boardwalk/core/job/url'
import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { escapeXml, sendXml } from './send-document.ts'
import { boardPath, companyPath, directoryPath } from './site.ts'

/** The most addresses of one file of a sitemap: https://www.sitemaps.org/protocol.html */
const ADDRESSES_MAX = 50_000

const BOARD_PATHS = [boardPath, directoryPath]

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Comes before every company id. The part of the sitemap after it also has the pages of the whole board. */
const FIRST_COMPANY = '0'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Serves the sitemap: one file with every public address, or an index of several files if one would be too long. */
export function createSitemapRoutes(deps: Deps, addressesMax = ADDRESSES_MAX): Router {
  // A single file has the board's pages and a part of the companies in every language, and a part of the jobs.
  const languages = Locale.options.length
  const partMax = Math.floor((addressesMax - BOARD_PATHS.length * languages) / (languages + 1))
  return Router({ caseSensitive: true })
    .get('/sitemap.xml', (req, res) => sendXml(deps, writeSitemap(deps, partMax), req, res))
    .get('/sitemap/companies/:after.xml', async (req, res) => {
      await sendXml(deps, writeFile(listCompanies(deps, req.params.after, partMax)), req, res)
    })
    .get('/sitemap/jobs/:after.xml', async (req, res) => {
      const { after } = req.params
      if (!/^\d{1,15}$/.test(after)) throw new AppError('page_not_found')
      await sendXml(deps, writeFile(listJobs(deps, Number(after), partMax)), req, res)
    })
}

async function* writeSitemap(deps: Deps, partMax: number): AsyncGenerator<string> {
  const { companies, jobs } = await findPartStarts(deps, partMax)
  if (companies.length === 1 && jobs.length === 1) yield* writeFile(listAll(deps, partMax))
  else
    yield* writeIndex(deps, [
      ...companies.map((after) => `companies/${after}`),
      ...jobs.map((after) => `jobs/${after}`),
    ])
}

async function* writeIndex({ settings: { publicUrl } }: Deps, parts: string[]): AsyncGenerator<string> {
  yield `${HEAD}<sitemapindex ${NAMESPACE}>\n`
  for (const part of parts) yield `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap/${part}.xml`)}</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

interface Address {
  url: string
  /** When the page changed last, if that is known. */
  changedAt?: Date
}

async function* writeFile(addresses: AsyncIterable<Address>): AsyncGenerator<string> {
  let head = `${HEAD}<urlset ${NAMESPACE}>\n`
  for await (const { url, changedAt } of addresses) {
    const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
    yield `${head}<url><loc>${escapeXml(url)}</loc>${lastmod}</url>\n`
    head = ''
  }
  yield `${head}</urlset>\n`
}

async function* listAll(deps: Deps, max: number): AsyncGenerator<Address> {
  yield* listCompanies(deps, FIRST_COMPANY, max)
  yield* listJobs(deps, 0, max)
}

/** Lists the addresses of companies. The pages of the whole board come before those of the first company. */
async function* listCompanies(deps: Deps, after: string, max: number): AsyncGenerator<Address> {
  if (after === FIRST_COMPANY)
    for (const path of BOARD_PATHS)
      for (const locale of Locale.options) yield { url: `${deps.settings.publicUrl}${path(locale)}` }
  for await (const company of readCompaniesWithJobs(deps, after, max))
    for (const locale of Locale.options) yield { url: `${deps.settings.publicUrl}${companyPath(locale, company)}` }
}

/** Lists the addresses of jobs. A job has one address, because its text is the same in all languages. */
async function* listJobs(deps: Deps, after: number, max: number): AsyncGenerator<Address> {
  for await (const [company, job] of readJobAddresses(deps, after, max))
    yield { url: toJobUrl(deps.settings.publicUrl, company, job), changedAt: job.updatedAt }
}

/** Prints robots.txt: crawlers may read all pages, but not the forms, the API, the back office or CVs. */
export const printRobots = ({ settings, siteSlots }: Pick<Deps, 'settings' | 'siteSlots'>): string => `User-agent: *
Disallow: /api/
Disallow: /backoffice
Disallow: /trpc/
Disallow: /cv/
Disallow: /*/apply$
${siteSlots.flatMap(({ closedToCrawlers = [] }) => closedToCrawlers.map((path) => `Disallow: ${path}\n`)).join('')}
Sitemap: ${settings.publicUrl}/sitemap.xml
`
