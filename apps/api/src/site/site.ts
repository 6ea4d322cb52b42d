import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../deps.ts'
import { type Company, getCompanyProfile, type Logo } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { type JobAddress, toJobUrl } from '../feature/job/url.ts'

/** The path of the page of the whole board. */
export const boardPath = (locale: Locale): string => `/${locale}`

/** The path of the directory of companies. */
export const directoryPath = (locale: Locale): string => `/${locale}/companies`

/** The path of a company's page. Pages link to paths, so that the links work under any address of the server. */
export const companyPath = (locale: Locale, company: Company): string => `/${locale}/companies/${company.slug}`

export const jobPath = (locale: Locale, company: Company, job: JobAddress): string => toJobUrl('', company, job, locale)

export const applyPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/apply`

/** The confirmation of an application to a job. */
export const appliedPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/applied`

export const feedPath = (locale: Locale, company: Company): string => `${companyPath(locale, company)}/feed.xml`

export const jobsJsonPath = (locale: Locale, company: Company): string => `${companyPath(locale, company)}/jobs.json`

/** A page's language and the server's public address. */
export interface BoardSite {
  locale: Locale
  /** The server's public address, without a slash at the end. */
  publicUrl: string
}

/** The same, and the company that the page belongs to. */
export interface CompanySite extends BoardSite {
  company: Company
  logo: Logo | null
}

/** Finds the site of a user's company, in the company's own language if none is named. */
export async function findOwnSite(deps: Deps, actor: { companyId: string }, locale?: Locale): Promise<CompanySite> {
  const { logo, ...company } = await getCompanyProfile(deps, actor)
  return { locale: locale ?? company.locale, company, logo, publicUrl: deps.settings.publicUrl }
}
