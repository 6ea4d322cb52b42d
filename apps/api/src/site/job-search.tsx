import type { JobSearchResult } from '@boardwalk/core/catalogue/public'
import { isNarrowed, type SearchQuery } from '@boardwalk/core/catalogue/query'
import { JOB_FILTERS, type JobFilterName } from '@boardwalk/core/job/filters'
import type { Locale } from '@boardwalk/schema/company'
import { nameCity } from '@boardwalk/schema/place/city'
import { contractTypes, fieldLabels, languages, workModes } from '@boardwalk/schema/words/job-labels'
import { isolate, type Translations } from '@boardwalk/schema/words/page-language'
import type { ReactNode } from 'react'
import { PageLinks, ShareHead, type ShareHeadProps } from './layout.tsx'
import { renderSlot } from './page-site.ts'
import { PARAMETERS, TEXT_CHARACTERS_MAX, writeSearch } from './search-query.ts'
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
      {renderSlot(site.slots, 'inHeadOfJobs', { site, title, path, search })}
      <link rel="alternate" type="application/xml" title={title} href={`${site.publicUrl}${feedPath}`} />
    </>
  )
}

interface SearchFormProps extends JobSearchProps {
  /** What the words of the search may be. */
  text?: string
}

/** The form of a search. Each filter offers the values that the jobs have, with their counts. */
export function SearchForm({ locale, path, search, result, text = siteWords[locale].search.text }: SearchFormProps) {
  const words = siteWords[locale].search
  const filters = JOB_FILTERS.filter((filter) => result.values[filter].length > 0 || search[filter] !== undefined)
  return (
    <search className="search">
      <h2 className="unseen">{words.heading}</h2>
      <form method="get" action={path}>
        <div className="entry">
          <label className="unseen" htmlFor="q">
            {text}
          </label>
          <input
            type="search"
            id="q"
            name={PARAMETERS.words}
            defaultValue={search.words.join(' ')}
            placeholder={words.example}
            maxLength={TEXT_CHARACTERS_MAX}
            dir="auto"
          />
          <button type="submit">{words.send}</button>
        </div>
        {filters.length > 0 && (
          // On a wide screen, the stylesheet shows the filters without a click. On a narrow one, the chosen ones are above the results.
          <details>
            <summary>{words.filters}</summary>
            <div className="filters">
              {filters.map((filter) => (
                <Filter key={filter} locale={locale} filter={filter} search={search} result={result} />
              ))}
            </div>
          </details>
        )}
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
      <label className="unseen" htmlFor={filter}>
        {filter === 'language' ? words.language : fieldLabels[filter][locale]}
      </label>
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

/** Names a value of a filter in the language of the page. */
export function nameValue(locale: Locale, filter: JobFilterName, value: string): string {
  if (filter === 'city') return isolate(nameCity(locale, value))
  return filterLabels[filter][value]?.[locale] ?? value
}

interface ResultsProps extends JobSearchProps {
  /** The name of the list for screen readers. */
  label: string
  /** The list of the jobs on this page, or what the page shows if no job matches. */
  children: ReactNode
}

/** What a search finds: the number of jobs, the chosen filters, one page of jobs, and links to the pages before and after it. */
export function Results({ locale, path, search, result, label, children }: ResultsProps) {
  return (
    <section className="results" aria-label={label}>
      <div className="count">
        <h2>{siteWords[locale].jobCount(result.total)}</h2>
        {isNarrowed(search) && <ChosenFilters locale={locale} path={path} search={search} />}
      </div>
      {children}
      <Pages locale={locale} path={path} search={search} result={result} />
    </section>
  )
}

/** The filters that are chosen. Each is a link to the search without it. */
function ChosenFilters({ locale, path, search }: Omit<JobSearchProps, 'result'>) {
  const words = siteWords[locale].search
  const chosen = JOB_FILTERS.flatMap((filter) => {
    const value = search[filter]
    return value === undefined ? [] : [{ filter, name: nameValue(locale, filter, value) }]
  })
  return (
    <ul className="chips">
      {chosen.map(({ filter, name }) => (
        <li key={filter}>
          <a href={`${path}${writeSearch({ ...search, [filter]: undefined })}`}>
            <span className="unseen">{words.remove} </span>
            {name}
          </a>
        </li>
      ))}
      <li>
        <a href={path}>{words.clear}</a>
      </li>
    </ul>
  )
}

function Pages({ locale, path, search, result }: JobSearchProps) {
  const { jobs, isFirst, hasOlder, page, pageCount } = result
  const words = siteWords[locale].pages
  return (
    <PageLinks
      locale={locale}
      previous={isFirst ? undefined : `${path}${writeSearch(search, { before: jobs[0] })}`}
      next={hasOlder ? `${path}${writeSearch(search, { after: jobs.at(-1) })}` : undefined}
      place={words.pageOf(page, pageCount)}
    />
  )
}
