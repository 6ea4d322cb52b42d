import type { Locale } from '@boardwalk/schema/company'
import type { PageStart, searchBoard } from '../feature/job/search/public.ts'
import type { SearchQuery } from '../feature/job/search/query.ts'
import { BoardJobList } from './job-list.tsx'
import { Results, SearchForm, SearchHead } from './job-search.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { isNarrowed, writeSearch } from './search-query.ts'
import { type BoardSite, boardPath, directoryPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface HomePageProps {
  site: BoardSite
  search: SearchQuery
  /** Where the requested page of the list begins or ends. */
  start: PageStart
  result: Awaited<ReturnType<typeof searchBoard>>
}

/** Renders the page of the whole board: the published jobs that a search finds in all companies. */
export function renderHomePage({ site, search, start, result }: HomePageProps): string {
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
          {...{ site, search, inLanguage, feedPath: '/feed.xml' }}
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
            <BoardJobList locale={locale} entries={result.entries} />
          </Results>
        </>
      )}
    </Layout>,
  )
}
