import type { Locale } from '@boardwalk/schema/company'
import type { DirectoryPage, DirectoryStart } from '../feature/job/search/directory.ts'
import { Layout, PageLinks, renderDocument, ShareHead } from './layout.tsx'
import { type BoardSite, companyPath, directoryPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface DirectoryPageProps {
  site: BoardSite
  /** Where the requested page begins or ends. */
  start: DirectoryStart
  page: DirectoryPage
}

/** Renders the directory: the companies that have published jobs, in the order of their names. */
export function renderDirectoryPage({ site, start, page }: DirectoryPageProps): string {
  const { locale } = site
  const { board, jobCount } = siteWords[locale]
  const isFirst = page.previous === undefined
  const inLanguage = (other: Locale) => `${directoryPath(other)}${isFirst ? '' : writeStart(start)}`
  const toPage = (other: DirectoryStart | undefined) => other && `${directoryPath(locale)}${writeStart(other)}`
  return renderDocument(
    <Layout
      site={site}
      title={board.companies}
      head={<ShareHead site={site} title={board.companies} description={board.companies} inLanguage={inLanguage} />}
      inLanguage={inLanguage}
    >
      <div className="hero">
        <h1>{board.companies}</h1>
      </div>
      {page.entries.length === 0 ? (
        <p className="card empty">{board.noCompanies}</p>
      ) : (
        <section className="results" aria-label={board.companies}>
          <ul className="jobs">
            {page.entries.map(({ company, jobCount: count }) => (
              <li key={company.id}>
                <h2>
                  <a href={companyPath(locale, company)}>
                    <bdi>{company.name}</bdi>
                  </a>
                </h2>
                <p className="soft">{jobCount(count)}</p>
              </li>
            ))}
          </ul>
          <PageLinks locale={locale} previous={toPage(page.previous)} next={toPage(page.next)} />
        </section>
      )}
    </Layout>,
  )
}

/** Writes where a page of the directory begins or ends as the query of an address. */
function writeStart({ after, before }: DirectoryStart): string {
  const query = new URLSearchParams()
  if (after !== undefined) query.set('after', after)
  if (before !== undefined) query.set('before', before)
  return query.size === 0 ? '' : `?${query}`
}
