import type { DirectoryPage, DirectoryStart } from '@boardwalk/core/catalogue/directory'
import type { Locale } from '@boardwalk/schema/company'
import { CompanyFace } from './company-face.tsx'
import { Layout, PageLinks, renderDocument, ShareHead } from './layout.tsx'
import type { BoardSite } from './page-site.ts'
import { PARAMETERS, readText, TEXT_CHARACTERS_MAX } from './search-query.ts'
import { companyPath, directoryPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

interface DirectoryPageProps {
  site: BoardSite
  /** Where the requested page begins or ends. */
  start: DirectoryStart
  page: DirectoryPage
  /** The logos of the companies as `data:` addresses, by company id. */
  thumbnails: Map<string, string>
}

/** Renders the directory: the companies that have published jobs, in the order of their names. */
export function renderDirectoryPage({ site, start, page, thumbnails }: DirectoryPageProps): string {
  const { locale } = site
  const { board, directory, jobCount } = siteWords[locale]
  const isFirst = page.previous === undefined
  const inLanguage = (other: Locale) => `${directoryPath(other)}${writeStart(isFirst ? { name: start.name } : start)}`
  const toPage = (other: DirectoryStart | undefined) => other && `${directoryPath(locale)}${writeStart(other)}`
  return renderDocument(
    <Layout
      site={site}
      title={board.companies}
      head={
        start.name === undefined ? (
          <ShareHead site={site} title={board.companies} description={board.companies} inLanguage={inLanguage} />
        ) : (
          <meta name="robots" content="noindex, follow" />
        )
      }
      inLanguage={inLanguage}
    >
      <div className="hero">
        <h1>{board.companies}</h1>
      </div>
      {(page.entries.length > 0 || start.name !== undefined) && <NameSearch locale={locale} name={start.name} />}
      {page.entries.length === 0 ? (
        <div className="card empty">
          <p>{start.name === undefined ? board.noCompanies : directory.noMatch}</p>
          {start.name !== undefined && (
            <p>
              <a href={directoryPath(locale)}>{directory.clear}</a>
            </p>
          )}
        </div>
      ) : (
        <section className="results" aria-label={board.companies}>
          <ul className="jobs companies">
            {page.entries.map(({ company, jobCount: count }) => (
              <li key={company.id}>
                <CompanyFace name={company.name} thumbnail={thumbnails.get(company.id)} />
                <div>
                  <h2>
                    <a href={companyPath(locale, company)}>
                      <bdi>{company.name}</bdi>
                    </a>
                  </h2>
                  <p className="soft">{jobCount(count)}</p>
                </div>
              </li>
            ))}
          </ul>
          <PageLinks locale={locale} previous={toPage(page.previous)} next={toPage(page.next)} />
        </section>
      )}
    </Layout>,
  )
}

/** The field that finds companies by their names. */
function NameSearch({ locale, name }: { locale: Locale; name: string | undefined }) {
  const { directory, search } = siteWords[locale]
  return (
    <search className="search">
      <form method="get" action={directoryPath(locale)}>
        <div className="entry">
          <label className="unseen" htmlFor="q">
            {directory.text}
          </label>
          <input
            type="search"
            id="q"
            name={PARAMETERS.words}
            defaultValue={name}
            placeholder={directory.text}
            maxLength={TEXT_CHARACTERS_MAX}
            dir="auto"
          />
          <button type="submit">{search.send}</button>
        </div>
      </form>
    </search>
  )
}

/** Reads which page of the directory the query of an address asks for. */
export function readDirectoryStart(query: URLSearchParams): DirectoryStart {
  const name = readText(query.get(PARAMETERS.words))
  return {
    name: name === '' ? undefined : name,
    after: query.get(PARAMETERS.after) ?? undefined,
    before: query.get(PARAMETERS.before) ?? undefined,
  }
}

/** Writes where a page of the directory begins or ends as the query of an address. */
function writeStart({ name, after, before }: DirectoryStart): string {
  const query = new URLSearchParams()
  if (name !== undefined) query.set(PARAMETERS.words, name)
  if (after !== undefined) query.set(PARAMETERS.after, after)
  if (before !== undefined) query.set(PARAMETERS.before, before)
  return query.size === 0 ? '' : `?${query}`
}
