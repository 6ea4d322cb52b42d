import type { Locale } from '@boardwalk/schema/company'
import { contractTypes, fieldLabels, languages, workModes } from '@boardwalk/schema/words/job-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import type { ReactNode } from 'react'
import type { JobSearchResult } from '../feature/job/search/public.ts'
import { JOB_FILTERS, type JobFilterName, type SearchQuery } from '../feature/job/search/query.ts'
import { PageLinks, ShareHead, type ShareHeadProps } from './layout.tsx'
import { isNarrowed, PARAMETERS, TEXT_CHARACTERS_MAX, writeSearch } from './search-query.ts'
import { rssPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/* The head, the search form and the results, for a company's page and the page of the whole board. */

interface JobSearchProps {
  locale: Locale
  /** The path of the page, without its query. */
  path: string
  search: SearchQuery
  result: JobSearchResult
}

interface SearchHeadProps extends ShareHeadProps {
  search: SearchQuery
  /** The path of the page, without its query. */
  path: string
  /** The path of the feed with all jobs of the page. */
  feedPath: string
}

/** The head of the page. Search engines ignore the results of a search and follow their links. */
export function SearchHead({ search, path, feedPath, ...props }: SearchHeadProps) {
  const { site, title } = props
  return (
    <>
      {isNarrowed(search) ? <meta name="robots" content="noindex, follow" /> : <ShareHead {...props} />}
      <link
        rel="alternate"
        type="application/rss+xml"
        title={title}
        href={`${site.publicUrl}${rssPath(path)}${writeSearch(search)}`}
      />
      <link rel="alternate" type="application/xml" title={title} href={`${site.publicUrl}${feedPath}`} />
    </>
  )
}

/** The form of a search. Each filter offers the values that the jobs have, with their counts. */
export function SearchForm({ locale, path, search, result }: JobSearchProps) {
  const words = siteWords[locale]
  const filters = JOB_FILTERS.filter((filter) => result.values[filter].length > 0 || search[filter] !== undefined)
  return (
    <search className="card search">
      <h2>{words.search.heading}</h2>
      <form method="get" action={path}>
        <div className="controls">
          <div>
            <label htmlFor="q">{words.search.text}</label>
            <input
              type="search"
              id="q"
              name={PARAMETERS.words}
              defaultValue={search.words.join(' ')}
              maxLength={TEXT_CHARACTERS_MAX}
              dir="auto"
            />
          </div>
          <button type="submit">{words.search.send}</button>
          {filters.length > 0 && (
            // On a wide screen, the stylesheet shows the filters without a click.
            <details open={filters.some((filter) => search[filter] !== undefined)}>
              <summary>{words.search.filters}</summary>
              <div className="controls">
                {filters.map((filter) => (
                  <Filter key={filter} locale={locale} filter={filter} search={search} result={result} />
                ))}
              </div>
            </details>
          )}
        </div>
      </form>
    </search>
  )
}

interface FilterProps extends Pick<JobSearchProps, 'locale' | 'search' | 'result'> {
  filter: JobFilterName
}

function Filter({ locale, filter, search, result }: FilterProps) {
  const words = siteWords[locale].search
  const chosen = search[filter]
  const values = result.values[filter].filter(({ value }) => value.trim() !== '')
  const isListed = chosen === undefined || values.some(({ value }) => value === chosen)
  const options = isListed ? values : [...values, { value: chosen, count: 0 }]
  return (
    <div>
      <label htmlFor={filter}>{filter === 'language' ? words.language : fieldLabels[filter][locale]}</label>
      <select id={filter} name={PARAMETERS[filter]} defaultValue={chosen ?? ''}>
        <option value="">{words.all[filter]}</option>
        {options.map(({ value, count }) => (
          <option key={value} value={value}>
            {`${nameValue(locale, filter, value)} (${count})`}
          </option>
        ))}
      </select>
    </div>
  )
}

const filterLabels: Record<Exclude<JobFilterName, 'city'>, Partial<Record<string, Translations>>> = {
  contractType: contractTypes,
  workMode: workModes,
  language: languages,
}

function nameValue(locale: Locale, filter: JobFilterName, value: string): string {
  if (filter === 'city') return `\u2068${value}\u2069`
  return filterLabels[filter][value]?.[locale] ?? value
}

interface ResultsProps extends JobSearchProps {
  /** The name of the list for screen readers. */
  label: string
  /** The list of the jobs on this page. */
  children: ReactNode
}

/** What a search finds: the number of jobs, one page of them, and links to the pages before and after it. */
export function Results({ locale, path, search, result, label, children }: ResultsProps) {
  const words = siteWords[locale]
  const clear = isNarrowed(search) && <a href={path}>{words.search.clear}</a>
  return (
    <section className="results" aria-label={label}>
      <div className="count">
        <h2>{words.jobCount(result.total)}</h2>
        {result.total > 0 && clear}
      </div>
      {result.total === 0 ? (
        <div className="card empty">
          <p>{words.search.noMatch}</p>
          <p className="soft">{words.search.noMatchHint}</p>
          <p>{clear}</p>
        </div>
      ) : (
        children
      )}
      <Pages locale={locale} path={path} search={search} result={result} />
    </section>
  )
}

function Pages({ locale, path, search, result: { jobs, isFirst, hasOlder } }: JobSearchProps) {
  const newer = isFirst ? undefined : `${path}${writeSearch(search, { before: jobs[0] })}`
  const older = hasOlder ? `${path}${writeSearch(search, { after: jobs.at(-1) })}` : undefined
  return <PageLinks locale={locale} previous={newer} next={older} />
}
