import { createDirectory } from '@boardwalk/core/catalogue/directory'
import { findNearest } from '@boardwalk/core/catalogue/nearest'
import { type PageStart, searchBoard } from '@boardwalk/core/catalogue/public'
import { isNarrowed, type SearchQuery } from '@boardwalk/core/catalogue/query'
import { shareReads } from '@boardwalk/core/db/once'
import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { findLocale } from '../http/built-pages.ts'
import { allowOnly } from '../http/error-handler.ts'
import { readDirectoryStart, renderDirectoryPage } from './directory-page.tsx'
import { renderHomePage } from './home-page.tsx'
import { answerPreflight, sendJobsJson } from './jobs-json.ts'
import { DEFAULT_LOCALE } from './layout.tsx'
import { cleanAddress, JOBS_A_PAGE, readQuery, readSearch } from './search-query.ts'
import { boardPath, directoryPath, findBoardSite } from './site.ts'

/** Serves the pages of the whole board: the search over all companies, and the directory of companies. */
export function createBoardPages(deps: Deps): Router {
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
    const site = findBoardSite(deps, locale)
    // Requests at the same moment share one query and one rendering, as for the page of a company.
    const renderJobs = shareReads(async (search: SearchQuery, start: PageStart) => {
      const result = await searchBoard(deps, search, start, JOBS_A_PAGE)
      const isMatchless = result.total === 0 && isNarrowed(search)
      const nearest = isMatchless ? await findNearest(deps, undefined, search) : undefined
      const shown = [...result.entries, ...(nearest ? [...nearest.entries, ...nearest.employers] : [])]
      const thumbnails = await deps.companies.findThumbnails(shown.map(({ company }) => company.id))
      return renderHomePage({ site, search, start, result, nearest, thumbnails, now: deps.now() })
    })
    router
      .route(boardPath(locale))
      .get(cleanAddress, async (req, res) => {
        const { search, start } = readSearch(readQuery(req))
        res.type('html').send(await renderJobs(search, start))
      })
      .all(allowOnly('GET, HEAD'))

    router
      .route(directoryPath(locale))
      .get(cleanAddress, async (req, res) => {
        const start = readDirectoryStart(readQuery(req))
        const page = await findDirectoryPage(start)
        const thumbnails = await deps.companies.findThumbnails(page.entries.map(({ company }) => company.id))
        res.type('html').send(renderDirectoryPage({ site, start, page, thumbnails }))
      })
      .all(allowOnly('GET, HEAD'))
  }
  return router
}
