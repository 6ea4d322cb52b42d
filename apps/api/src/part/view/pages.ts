import { AppError } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { Locale } from '@boardwalk/schema/company'
import { isPublic } from '@boardwalk/schema/visibility'
import type { Request } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/error-handler.ts'
import { isSentByOwnPage } from '../../http/session.ts'
import type { JobOnSite, SiteSlots } from '../../site/page-site.ts'
import type { PublicSite } from '../../site/public-site.ts'
import { jobPath } from '../../site/site.ts'
import { noteVisit } from './visit.ts'

const readVisitor = (deps: Deps, req: Request) => ({
  address: findCaller(req, deps.settings.trustProxy),
  headers: req.headers,
})

/** Counts the people who read the page of a job, and lets its script tell that they began the form. */
export const createViewSlots = (deps: Deps): SiteSlots => ({
  jobPageOpened: (job, req) => noteVisit(deps, job, 'views', readVisitor(deps, req)),
  newFormAttributes: ({ site: { locale, company }, job }: JobOnSite) => ({
    'data-begun': `${jobPath(locale, company, job)}/begun`,
  }),
})

/** Adds the address that the page of a job tells that its form was begun. */
export function addViewPages({ router, deps, findJob }: PublicSite): void {
  for (const locale of Locale.options)
    router
      .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/begun`)
      .post(async (req, res) => {
        const { job } = await findJob(locale, req.params)
        if (!isSentByOwnPage(req, deps.settings.publicUrl)) throw new AppError('origin_refused')
        if (isPublic(job, deps.now())) noteVisit(deps, job, 'forms', readVisitor(deps, req))
        res.status(204).end()
      })
      .all(allowOnly('POST'))
}
