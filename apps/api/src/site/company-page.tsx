import type { Locale } from '@boardwalk/schema/company'
import { toLogoPath } from '../feature/company/service.ts'
import type { JobSearchResult, PageStart } from '../feature/job/search/public.ts'
import type { SearchQuery } from '../feature/job/search/query.ts'
import { JobList } from './job-list.tsx'
import { Results, SearchForm, SearchHead } from './job-search.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { isNarrowed, writeSearch } from './search-query.ts'
import { type CompanySite, companyPath, feedPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface CompanyPageProps {
  site: CompanySite
  search: SearchQuery
  /** Where the requested page of the list begins or ends. */
  start: PageStart
  result: JobSearchResult
}

/** Renders a company's page: its published jobs that a search finds, and its description. */
export function renderCompanyPage({ site, search, start, result }: CompanyPageProps): string {
  const { locale, company, logo } = site
  const words = siteWords[locale]
  const title = words.jobsAt(company.name)
  const summary = company.description?.replaceAll(/\s+/g, ' ').slice(0, 200) ?? title
  const path = companyPath(locale, company)
  const inLanguage = (other: Locale) =>
    `${companyPath(other, company)}${writeSearch(search, result.isFirst ? {} : start)}`
  return renderDocument(
    <Layout
      title={title}
      head={
        <SearchHead
          {...{ site, search, title, inLanguage }}
          description={summary}
          feedPath={feedPath(locale, company)}
        />
      }
      site={site}
      isLogoBelow
      inLanguage={inLanguage}
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
      {result.total === 0 && !isNarrowed(search) ? (
        <p className="card empty">{words.noJobs}</p>
      ) : (
        <>
          <SearchForm locale={locale} path={path} search={search} result={result} />
          <Results locale={locale} path={path} search={search} result={result} label={title}>
            <JobList site={site} jobs={result.jobs} />
          </Results>
        </>
      )}
      {/* After the jobs, because a long text would push them off the screen of a phone. */}
      {company.description && (
        <section className="about">
          <h2>{words.about(company.name)}</h2>
          <p className="lines" dir="auto">
            {company.description}
          </p>
        </section>
      )}
    </Layout>,
  )
}
