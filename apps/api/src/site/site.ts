import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../deps.ts'
import { type Company, getCompanyProfile, type Logo } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { type JobAddress, toJobUrl } from '../feature/job/url.ts'
import type { BoardIdentity } from '../process/settings.ts'

/*
 * The addresses of the public pages, and what a page knows of the site that it belongs to. Pages link to paths, so the links work under
 * any address of the server.
 */

/** The page of the whole board. */
export const boardPath = (locale: Locale): string => `/${locale}`

/** The directory of companies. */
export const directoryPath = (locale: Locale): string => `/${locale}/companies`

export const companyPath = (locale: Locale, company: Company): string => `/${locale}/companies/${company.slug}`

export const jobPath = (locale: Locale, company: Company, job: JobAddress): string => toJobUrl('', company, job, locale)

export const applyPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/apply`

/** The page that confirms an application to a job. */
export const confirmationPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/applied`

export const feedPath = (locale: Locale, company: Company): string => `${companyPath(locale, company)}/feed.xml`

export const jobsJsonPath = (locale: Locale, company: Company): string => `${companyPath(locale, company)}/jobs.json`

/** The language of a page of the whole board, the board, and the server's address. */
export interface BoardSite {
  locale: Locale
  board: BoardIdentity
  /** The server's public address, without a slash at its end. */
  publicUrl: string
}

/** The same for a company's page, and the company. */
export interface CompanySite extends BoardSite {
  company: Company
  logo: Logo | null
}

/** What any page knows of its site. Pages of the board and of errors have no company. */
export type PageSite = CompanySite | (BoardSite & { company?: undefined; logo?: undefined })

/** A job, and the site whose pages show it. */
export interface JobOnSite {
  site: CompanySite
  job: StoredJob
}

/** Finds the site of a user's company, in the given language or else the company's own. */
export async function findOwnSite(deps: Deps, actor: { companyId: string }, locale?: Locale): Promise<CompanySite> {
  const { logo, ...company } = await getCompanyProfile(deps, actor)
  const { board, publicUrl } = deps.settings
  return { locale: locale ?? company.locale, company, logo, board, publicUrl }
}
