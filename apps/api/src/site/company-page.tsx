import type { Nearest } from '@boardwalk/core/catalogue/nearest'
import type { JobSearchResult, PageStart } from '@boardwalk/core/catalogue/public'
import { isNarrowed, type SearchQuery } from '@boardwalk/core/catalogue/query'
import type { Locale } from '@boardwalk/schema/company'
import { toCoverPath, toLogoPath } from '../feature/picture/company-pictures.ts'
import { JobList } from './job-list.tsx'
import { Results, SearchForm, SearchHead } from './job-search.tsx'
import { Layout, renderDocument } from './layout.tsx'
import { NoMatch } from './no-match.tsx'
import { type CompanySite, renderSlot } from './page-site.ts'
import { writeSearch } from './search-query.ts'
import { companyPath, feedPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface CompanyPageProps {
  site: CompanySite
  search: SearchQuery
  /** Where the requested page of the list begins or ends. */
  start: PageStart
  result: JobSearchResult
  /** What is near to a search that finds nothing. */
  nearest: Nearest | undefined
  now: number
}

/** Renders a company's page: its description, and its published jobs that a search finds. */
export function renderCompanyPage({ site, search, start, result, nearest, now }: CompanyPageProps): string {
  const { locale, company, logo, cover } = site
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
          {...{ site, search, title, inLanguage, path }}
          description={summary}
          feedPath={feedPath(locale, company)}
        />
      }
      site={site}
      inLanguage={inLanguage}
    >
      {cover && <img className="cover" src={toCoverPath(company, cover)} alt="" width="1280" height="320" />}
      <div className="hero company-hero">
        {logo && <img src={toLogoPath(company, logo)} alt="" width="72" height="72" />}
        <div>
          <h1>
            <bdi>{company.name}</bdi>
          </h1>
          {company.website && (
            <p className="soft">
              {words.website}{' '}
              <a href={company.website} rel="noopener">
                <bdi>{new URL(company.website).hostname}</bdi>
              </a>
            </p>
          )}
        </div>
      </div>
      {/* The results of a search and later pages begin with the jobs. */}
      {company.description && result.isFirst && !isNarrowed(search) && (
        <About locale={locale} name={company.name} text={company.description} />
      )}
      {result.total === 0 && !isNarrowed(search) ? (
        <p className="card empty">{words.noJobs}</p>
      ) : (
        <>
          <SearchForm {...{ locale, path, search, result }} text={words.search.textAtCompany} />
          <Results locale={locale} path={path} search={search} result={result} label={title}>
            {nearest ? (
              <NoMatch {...{ locale, path, values: result.values, nearest, thumbnails: new Map(), now }} />
            ) : (
              <JobList site={site} jobs={result.jobs} now={now} />
            )}
          </Results>
          {renderSlot(site.slots, 'belowJobs', { site, title, path, search })}
        </>
      )}
    </Layout>,
  )
}

/** The characters of a text that is shown whole, and the lines. */
const WHOLE_CHARACTERS_MAX = 250
const WHOLE_LINES_MAX = 6

/** Divides a long text after a line, a sentence or a word, so that its beginning fits on a phone beside the first jobs. */
function divide(text: string): [beginning: string, rest: string] {
  const lines = text.split('\n')
  if (text.length <= WHOLE_CHARACTERS_MAX && lines.length <= WHOLE_LINES_MAX) return [text, '']
  const beginning = lines.slice(0, WHOLE_LINES_MAX).join('\n').slice(0, WHOLE_CHARACTERS_MAX)
  const [whole = beginning] = /^.*(?:[.!?؟…]\s|\n)/su.exec(beginning) ?? /^.*\s/su.exec(beginning) ?? []
  return [whole.trimEnd(), text.slice(whole.length).trimStart()]
}

/** The company's own text. The rest of a long one opens with a click. */
function About({ locale, name, text }: { locale: Locale; name: string; text: string }) {
  const words = siteWords[locale]
  const [beginning, rest] = divide(text)
  return (
    <section className="about">
      <h2 className="unseen">{words.about(name)}</h2>
      <p className="lines" dir="auto">
        {beginning}
      </p>
      {rest !== '' && (
        <details>
          <summary>{words.readOn}</summary>
          <p className="lines" dir="auto">
            {rest}
          </p>
        </details>
      )}
    </section>
  )
}
