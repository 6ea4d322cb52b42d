import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import { shareReads } from '../db/once.ts'
import type { Deps } from '../deps.ts'
import { createDirectory } from '../feature/job/search/directory.ts'
import { type PageStart, searchBoard } from '../feature/job/search/public.ts'
import type { SearchQuery } from '../feature/job/search/query.ts'
import { findLocale } from '../http/built-pages.ts'
import { allowOnly } from '../http/error-handler.ts'
import { renderDirectoryPage } from './directory-page.tsx'
import { renderHomePage } from './home-page.tsx'
import { answerPreflight, sendJobsJson } from './jobs-json.ts'
import { DEFAULT_LOCALE } from './layout.tsx'
import { JOBS_A_PAGE, readQuery, readSearch } from './search-query.ts'
import { boardPath, directoryPath } from './site.ts'

/** Serves the pages of the whole board: the search over all companies, and the directory of companies. */
export function createBoardPages(deps: Deps): Router {
  const { board, publicUrl } = deps.settings
  const findDirectoryPage = createDirectory(deps)
  const router = Router({ caseSensitive: true })
  router
    .route('/')
    .get((req, res) => {
      res
        .vary('accept-language')
        .vary('cookie')
        .redirect(302, boardPath(findLocale(req, DEFAULT_LOCALE)))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route('/jobs.json')
    .get((req, res) => sendJobsJson(deps, undefined, '/jobs.json', req, res))
    .options(answerPreflight)
    .all(allowOnly('GET, HEAD, OPTIONS'))

  for (const locale of Locale.options) {
    const site = { locale, board, publicUrl }
    // Requests at the same moment share one query and one rendering, as for the page of a company.
    const renderJobs = shareReads(async (search: SearchQuery, start: PageStart) => {
      const result = await searchBoard(deps, search, start, JOBS_A_PAGE)
      return renderHomePage({ site, search, start, result })
    })
    router
      .route(boardPath(locale))
      .get(async (req, res) => {
        const { search, start } = readSearch(readQuery(req))
        res.type('html').send(await renderJobs(search, start))
      })
      .all(allowOnly('GET, HEAD'))

    router
      .route(directoryPath(locale))
      .get(async (req, res) => {
        const query = readQuery(req)
        const start = { after: query.get('after') ?? undefined, before: query.get('before') ?? undefined }
        res.type('html').send(renderDirectoryPage({ site, start, page: await findDirectoryPage(start) }))
      })
      .all(allowOnly('GET, HEAD'))
  }
  return router
}
