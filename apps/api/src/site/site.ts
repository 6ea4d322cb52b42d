import { type Company, findPictures, getCompany } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import { type JobAddress, toJobUrl } from '@boardwalk/core/job/url'
import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../deps.ts'
import type { BoardSite, CompanySite } from './page-site.ts'

/* The addresses of the public pages, and the sites that they belong to. Pages link to paths, so the links work under any address of the server. */

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

/** The site of the pages of the whole board in a language. */
export function findBoardSite(
  { settings, siteSlots }: Pick<Deps, 'settings' | 'siteSlots'>,
  locale: Locale,
): BoardSite {
  const { board, publicUrl, cvTypes } = settings
  return { locale, board, publicUrl, cvTypes, slots: siteSlots }
}

/** Finds the site of a user's company, in the given language or else the company's own. */
export async function findOwnSite(deps: Deps, actor: { companyId: string }, locale?: Locale): Promise<CompanySite> {
  return findSite(deps, await getCompany(deps, actor.companyId), locale)
}

/** Finds the site of a company, in the given language or else the company's own. */
export async function findSite(deps: Deps, company: Company, locale = company.locale): Promise<CompanySite> {
  const [pictures, thumbnails] = await Promise.all([
    findPictures(deps, company.id),
    deps.companies.findThumbnails([company.id]),
  ])
  return { ...findBoardSite(deps, locale), company, ...pictures, thumbnail: thumbnails.get(company.id) }
}
