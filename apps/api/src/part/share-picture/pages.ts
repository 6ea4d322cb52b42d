import { requirePublished } from '@boardwalk/core/intake/submit'
import { Locale } from '@boardwalk/schema/company'
import { allowOnly } from '../../http/error-handler.ts'
import type { PublicSite } from '../../site/public-site.ts'
import { boardPath, findBoardSite } from '../../site/site.ts'
import { createShareAnswer } from './share-picture.ts'

/** Adds the pictures of the board, of companies and of jobs, in each language. */
export function addSharePictures({ deps, router, findCompanySite, findJob }: PublicSite): void {
  const sendPicture = createShareAnswer(deps)
  for (const locale of Locale.options) {
    const site = findBoardSite(deps, locale)
    router
      .route(`${boardPath(locale)}/share.png`)
      .get((req, res) => sendPicture({ site }, req, res))
      .all(allowOnly('GET, HEAD'))

    router
      .route(`/${locale}/companies/:companySlug/share.png`)
      .get(async (req, res) => sendPicture({ site: await findCompanySite(locale, req.params) }, req, res))
      .all(allowOnly('GET, HEAD'))

    router
      .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/share.png`)
      .get(async (req, res) => {
        const page = await findJob(locale, req.params)
        requirePublished(deps, page.job)
        await sendPicture(page, req, res)
      })
      .all(allowOnly('GET, HEAD'))
  }
}
