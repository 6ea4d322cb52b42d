import { searchJobs } from '@boardwalk/core/catalogue/public'
import { everyJob } from '@boardwalk/core/catalogue/query'
import { findSimilarJobs, type SimilarJob } from '@boardwalk/core/catalogue/similar'
import { getShownCompany } from '@boardwalk/core/company/suspension'
import { AppError } from '@boardwalk/core/error'
import type { Withdrawal } from '@boardwalk/core/intake/submit'
import type { StoredJob } from '@boardwalk/core/job/job'
import { getJobBySlug } from '@boardwalk/core/job/read'
import { readJobId } from '@boardwalk/core/job/url'
import type { Locale } from '@boardwalk/schema/company'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../deps.ts'
import { renderWithdrawnPage } from './job-page.tsx'
import type { CompanySite, JobOnSite } from './page-site.ts'
import { findSite } from './site.ts'

/** The jobs that the page of an unpublished job lists. */
const OTHER_JOBS_MAX = 5

/** The public site, as its pages are added to it. Addresses have a `companySlug` and a `jobSlug`. */
export interface PublicSite {
  deps: Deps
  router: Router
  /** Finds the company of an address. Throws `company_not_found`, and `company_withdrawn` if it is suspended. */
  findCompanySite(locale: Locale, params: { companySlug: string }): Promise<CompanySite>
  /** Finds the job of an address, which may be unpublished. */
  findJob(locale: Locale, params: { companySlug: string; jobSlug: string }): Promise<JobOnSite>
  /** Finds the job of an address, and up to three public jobs that are similar. One query reads them all. */
  findJobPage(
    locale: Locale,
    params: { companySlug: string; jobSlug: string },
  ): Promise<{ page: JobOnSite; similar: SimilarJob[] }>
  /** Answers for a job that people cannot see: a browser gets a page that lists other jobs of the company, a program an error. */
  sendWithdrawn(page: JobOnSite, reason: Withdrawal, req: Request, res: Response): Promise<void>
}

export function createPublicSite(deps: Deps): PublicSite {
  const findCompanySite: PublicSite['findCompanySite'] = async (locale, { companySlug }) =>
    findSite(deps, await getShownCompany(deps, companySlug), locale)
  /** Finds no job while lists are away. */
  const findOthers = async ({ company }: CompanySite): Promise<StoredJob[]> => {
    try {
      return (await searchJobs(deps, company, everyJob, {}, OTHER_JOBS_MAX)).jobs
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') return []
      throw error
    }
  }
  return {
    deps,
    router: Router({ caseSensitive: true }),
    findCompanySite,
    async findJob(locale, params) {
      const site = await findCompanySite(locale, params)
      return { site, job: await getJobBySlug(deps, site.company, params.jobSlug) }
    },
    async findJobPage(locale, params) {
      const site = await findCompanySite(locale, params)
      // Asked for at the same moment, so that they are read together.
      const [job, similar] = await Promise.all([
        getJobBySlug(deps, site.company, params.jobSlug),
        findSimilarJobs(deps, readJobId(params.jobSlug)),
      ])
      return { page: { site, job }, similar }
    },
    async sendWithdrawn({ site }, reason, req, res) {
      const error = new AppError(reason)
      if (req.accepts(['html', 'json']) === 'json') throw error
      const others = await findOthers(site)
      res.status(error.status).type('html').send(renderWithdrawnPage({ site, reason, others }))
    },
  }
}
