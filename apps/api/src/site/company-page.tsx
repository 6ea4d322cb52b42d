import type { Locale } from '@boardwalk/schema/company'
import { contractTypes, fieldLabels, languages, workModes } from '@boardwalk/schema/words/job-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import { toLogoPath } from '../feature/company/logo-path.ts'
import { JOB_FILTERS, type JobFilterName, type JobSearch } from '../feature/job/search.ts'
import type { JobSearchResult } from '../feature/job/service/published.ts'
import type { CompanySite } from './company-site.ts'
import { JobList } from './job-list.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { companyPath, feedPath } from './paths.ts'
import { isNarrowed, PARAMETERS, searchQuery, TEXT_CHARACTERS_MAX } from './search-query.ts'
import { ShareHead } from './share-head.tsx'
import { siteWords } from './words/site-words.ts'

interface CompanyPageProps {
  site: CompanySite
  search: JobSearch
  result: JobSearchResult
}

/** Renders a company's page: what the company says of itself, and the published jobs that a search finds. */
export function renderCompanyPage({ site, search, result }: CompanyPageProps): string {
  const { locale, company, logo, publicUrl } = site
  const words = siteWords[locale]
  const title = words.jobsAt(company.name)
  const summary = company.description?.replaceAll(/\s+/g, ' ').slice(0, 200) ?? title
  const inLanguage = (other: Locale) => companyPath(other, company)
  return renderDocument(
    <Layout
      locale={locale}
      title={title}
      head={
        <>
          <ShareHead site={site} title={title} description={summary} inLanguage={inLanguage} />
          <link
            rel="alternate"
            type="application/xml"
            title={title}
            href={`${publicUrl}${feedPath(locale, company)}`}
          />
        </>
      }
      // The logo is already above the title.
      site={{ ...site, logo: null }}
      inLanguage={(other) => `${companyPath(other, company)}${searchQuery(search, result.page)}`}
    >
      <div className="hero">
        {logo && <img src={toLogoPath(company, logo)} alt="" width="72" height="72" />}
        <h1>{title}</h1>
        {company.website && (
          <p className="soft">
            {words.website}{' '}
            <a href={company.website} rel="noopener">
              <bdi>{new URL(company.website).hostname}</bdi>
            </a>
          </p>
        )}
      </div>
      {company.description && (
        <section className="about">
          <h2>{words.about(company.name)}</h2>
          <p className="lines" dir="auto">
            {company.description}
          </p>
        </section>
      )}
      {result.total === 0 && !isNarrowed(search) ? (
        <p className="card empty">{words.noJobs}</p>
      ) : (
        <>
          <SearchForm site={site} search={search} result={result} />
          <Results site={site} search={search} result={result} />
        </>
      )}
    </Layout>,
  )
}

function SearchForm({ site: { locale, company }, search, result }: CompanyPageProps) {
  const words = siteWords[locale]
  const filters = JOB_FILTERS.filter((filter) => result.values[filter].length > 0 || search[filter] !== undefined)
  return (
    <search className="card search">
      <h2>{words.search.heading}</h2>
      <form method="get" action={companyPath(locale, company)}>
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
          {filters.map((filter) => (
            <Filter key={filter} locale={locale} filter={filter} search={search} result={result} />
          ))}
          <button type="submit">{words.search.send}</button>
        </div>
      </form>
    </search>
  )
}

interface FilterProps extends Omit<CompanyPageProps, 'site'> {
  locale: Locale
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

function Results({ site, search, result }: CompanyPageProps) {
  const { locale, company } = site
  const words = siteWords[locale]
  const clear = isNarrowed(search) && <a href={companyPath(locale, company)}>{words.search.clear}</a>
  return (
    <section className="results" aria-label={words.jobsAt(company.name)}>
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
        <JobList site={site} jobs={result.jobs} />
      )}
      <Pages site={site} search={search} result={result} />
    </section>
  )
}

function Pages({ site: { locale, company }, search, result }: CompanyPageProps) {
  const { pages } = siteWords[locale]
  const { page, lastPage: last, pageSize, total } = result
  if (last <= 1) return null
  const pageAddress = (other: number) => `${companyPath(locale, company)}${searchQuery(search, other)}`
  return (
    <nav className="pages" aria-label={pages.label}>
      {page > 1 && (
        <a href={pageAddress(page - 1)} rel="prev">
          {pages.previous}
        </a>
      )}
      <span aria-current="page">{pages.position(page, last)}</span>
      {page < last && (
        <a href={pageAddress(page + 1)} rel="next">
          {pages.next}
        </a>
      )}
      {page === last && total > last * pageSize && <p>{pages.olderJobs}</p>}
    </nav>
  )
}
