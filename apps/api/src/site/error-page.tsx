import type { AppError } from '@boardwalk/core/error'
import { toReference } from '@boardwalk/schema/application'
import { Locale } from '@boardwalk/schema/company'
import type { Request } from 'express'
import type { Deps } from '../deps.ts'
import { findLocale } from '../http/built-pages.ts'
import { DEFAULT_LOCALE, Layout, renderDocument } from './layout.tsx'
import { PARAMETERS, TEXT_CHARACTERS_MAX } from './search-query.ts'
import { boardPath, findBoardSite } from './site.ts'
import type { Words } from './words/en.ts'
import { siteWords } from './words/site-words.ts'

type PageErrorCode = keyof Words['errors']

/** Matches the address of a company or of a job, and captures the path of the company. */
const COMPANY_ADDRESS = /^(\/[a-z]+\/companies\/[^/]+)(?:$|\/jobs\/)/

/** The errors of visitors who look for a page. Their pages lead on to the jobs. */
const OF_LOST_VISITORS: PageErrorCode[] = [
  'page_not_found',
  'company_withdrawn',
  'invalid_request',
  'method_not_allowed',
]

/** Renders the page of an error in the language of the address, or else in the one that the browser prefers. */
export function renderErrorPage(deps: Pick<Deps, 'settings' | 'siteSlots'>, error: AppError, req: Request): string {
  // When a request's time is up, a router may be working on it, which has cut the beginning off `req.path`.
  const [path = ''] = req.originalUrl.split('?', 1)
  const [, part = '', ...rest] = path.split('/')
  const { data: named } = Locale.safeParse(part)
  const locale = named ?? findLocale(req, DEFAULT_LOCALE)
  const { allJobs, board, errors, errorReference } = siteWords[locale]
  const code = findPageCode(errors, error)
  const { heading, text } = errors[code]
  // If the company is unknown or suspended, there is no link to it.
  const isGone = error.code === 'company_not_found' || error.code === 'company_withdrawn'
  const companyPath = isGone ? undefined : COMPANY_ADDRESS.exec(path)?.[1]
  return renderDocument(
    <Layout
      site={findBoardSite(deps, locale)}
      title={heading}
      inLanguage={named && ((other) => `/${[other, ...rest].join('/')}`)}
    >
      <section className="card note">
        <h1>{heading}</h1>
        <p>{text}</p>
        {OF_LOST_VISITORS.includes(code) && (
          <>
            <JobSearch locale={locale} />
            <ul className="ways">
              {companyPath && (
                <li>
                  <a href={companyPath}>{allJobs}</a>
                </li>
              )}
              <li>
                <a href={boardPath(locale)}>{board.link}</a>
              </li>
            </ul>
          </>
        )}
        <p className="soft">
          {errorReference} <code>{toReference(req.boardwalk.id)}</code>
        </p>
      </section>
    </Layout>,
  )
}

/** The field that searches the jobs of the whole board. */
function JobSearch({ locale }: { locale: Locale }) {
  const { search } = siteWords[locale]
  return (
    <search>
      <form method="get" action={boardPath(locale)} className="find">
        <div>
          <label htmlFor="q">{search.text}</label>
          <input type="search" id="q" name={PARAMETERS.words} maxLength={TEXT_CHARACTERS_MAX} dir="auto" />
        </div>
        <button type="submit">{search.send}</button>
      </form>
    </search>
  )
}

function findPageCode(errors: Words['errors'], { code, status }: AppError): PageErrorCode {
  if (code === 'company_not_found' || code === 'job_id_not_found') return 'page_not_found'
  // The cast holds because the page has a text for the code.
  if (code in errors) return code as PageErrorCode
  return status < 500 ? 'invalid_request' : 'internal'
}
