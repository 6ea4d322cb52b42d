import type { Locale } from '@boardwalk/schema/company'
import type { Company } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/store.ts'
import { jobUrl } from '../feature/job/url.ts'

/** The path of a company's page; pages link by path, so that they work under whichever address they were reached. */
export const companyPath = (locale: Locale, company: Company): string => `/${locale}/companies/${company.slug}`

export const jobPath = (locale: Locale, company: Company, job: StoredJob): string =>
  jobUrl('', company, job.slug, locale)

export const applyPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/apply`
