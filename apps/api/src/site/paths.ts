import type { Locale } from '@boardwalk/schema/company'
import type { Company } from '../feature/company/service.ts'
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
