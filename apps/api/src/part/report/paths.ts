import type { Company } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import type { Locale } from '@boardwalk/schema/company'
import { jobPath } from '../../site/site.ts'

/** The page whose form reports a job to the operator. */
export const reportPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/report`

/** The page that confirms a report. */
export const reportedPath = (locale: Locale, company: Company, job: StoredJob): string =>
  `${jobPath(locale, company, job)}/reported`
