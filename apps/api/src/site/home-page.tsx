import type { Nearest } from '@boardwalk/core/catalogue/nearest'
import type { BoardSearchResult, PageStart } from '@boardwalk/core/catalogue/public'
import { isNarrowed, type SearchQuery } from '@boardwalk/core/catalogue/query'
import type { Locale } from '@boardwalk/schema/company'
import { BoardJobList } from './job-list.tsx'
import { Results, SearchForm, SearchHead } from './job-search.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { NoMatch } from './no-match.tsx'
import { type BoardSite, renderSlot } from './page-site.ts'
import { writeSearch } from './search-query.ts'
import { boardPath, directoryPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface HomePageProps {
  site: BoardSite
  search: SearchQuery
  /** Where the requested page of the list begins or ends. */
  start: PageStart
  result: BoardSearchResult
  /** What is near to a search that finds nothing. */
  nearest: Nearest | undefined
  /** The logos of the companies as `data:` addresses, by company id. */
  thumbnails: Map<string, string>
  now: number
}

/** Renders the page of the whole board: the published jobs that a search finds in all companies. */
export function renderHomePage(props: HomePageProps): string {
  const { site, search, start, result, nearest, thumbnails, now } = props
  const { locale } = site
  const words = siteWords[locale].board
  const path = boardPath(locale)
  const inLanguage = (other: Locale) => `${boardPath(other)}${writeSearch(search, result.isFirst ? {} : start)}`
  const isEmpty = result.total === 0 && !isNarrowed(search)
  return renderDocument(
    <Layout
      site={site}
      title={words.title}
      head={
        <SearchHead
          {...{ site, search, inLanguage, path, feedPath: '/feed.xml' }}
          title={words.title}
          description={words.description}
        />
      }
      inLanguage={inLanguage}
    >
      <div className="hero">
        <h1>{words.title}</h1>
        {!isEmpty && (
          <p>
            <a href={directoryPath(locale)}>{words.companies}</a>
          </p>
        )}
      </div>
      {isEmpty ? (
        <section className="card empty">
          <h2>{words.noJobsHeading}</h2>
          <p>{words.noJobs}</p>
        </section>
      ) : (
        <>
          <SearchForm locale={locale} path={path} search={search} result={result} />
          <Results locale={locale} path={path} search={search} result={result} label={words.title}>
            {nearest ? (
              <NoMatch {...{ locale, path, values: result.values, nearest, thumbnails, now }} />
            ) : (
              <BoardJobList {...{ locale, entries: result.entries, thumbnails, now }} />
            )}
          </Results>
          {renderSlot(site.slots, 'belowJobs', { site, title: words.title, path, search })}
        </>
      )}
    </Layout>,
  )
}
