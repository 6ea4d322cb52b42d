import type { BoardIdentity } from '@boardwalk/core/process/settings'
import { findInitial } from '@boardwalk/schema/brand'
import { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { RequestHandler } from 'express'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toLogoPath } from '../feature/picture/company-pictures.ts'
import { toMarkPath } from '../http/board-mark.ts'
import { compress } from '../http/compress.ts'
import { CARRY_FIELD, FORM_ID } from './apply-form.tsx'
import { Footer } from './footer.tsx'
import { type BoardSite, type PageSite, renderSlot, type SharedPage } from './page-site.ts'
import { boardPath } from './site.ts'
import { findStylesheet } from './stylesheet.ts'
import { siteWords } from './words/site-words.ts'

/*
 * What all pages of the public site share: headers, the frame with the languages, the elements that search engines read, and the links
 * from one page of a list to the next.
 */

/** The language for visitors who prefer none of the three. The pages of a company are in the company's own. */
export const DEFAULT_LOCALE: Locale = 'fr'

/** Forbids all scripts, so no text of a company or an applicant can run as one. The page of a job allows its own (script.ts). */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets the headers of every page, and compresses it. */
export const setPageHeaders: RequestHandler = (req, res, next) => {
  res.set('content-security-policy', PAGE_POLICY)
  // `compress` sets `no-store` too: a stored page would give one form id to two visitors, or hide that a job is published again.
  compress(req, res, next)
}

interface LayoutProps {
  site: PageSite
  /** The name of the board is added to it. */
  title: string
  /** The elements that search engines and shared links read. Without them, the page tells search engines to ignore it. */
  head?: ReactNode
  /** The address of this page in another language. */
  inLanguage?: (locale: Locale) => string
  /** The address to which the page's form is sent to show it in another language, with everything that the applicant typed. */
  sendTo?: (locale: Locale) => string
  children: ReactNode
}

/** The frame of every page: the head, a bar with the board and the languages, and the foot. A page of a company leads to the search. */
export function Layout({ site, title, head, inLanguage, sendTo, children }: LayoutProps) {
  const { locale, board, company, logo } = site
  const { address, colors } = findStylesheet(board.color)
  const others = Locale.options.filter((other) => other !== locale)
  return (
    <html lang={locale} dir={pageLanguages[locale].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={colors.light.accent} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colors.dark.tint} />
        <title>{board.name ? `${title} – ${board.name}` : title}</title>
        {head || <meta name="robots" content="noindex" />}
        <link rel="stylesheet" href={address} />
        <link rel="icon" href={company && logo ? toLogoPath(company, logo) : toMarkPath(board)} />
      </head>
      <body>
        <header className="bar">
          <a className="board" href={boardPath(locale)}>
            <BoardMark board={board} />
            <bdi>{board.name ?? siteWords[locale].board.title}</bdi>
          </a>
          {company && (
            // On a narrow screen the stylesheet shows the picture only.
            <a className="to-search" href={boardPath(locale)}>
              <span>{siteWords[locale].search.heading}</span>
            </a>
          )}
          {inLanguage && (
            <nav aria-label={siteWords[locale].otherLanguages}>
              {/* The Enter key presses the first button of a form. That must not be the button of a language. */}
              {sendTo && <button type="submit" form={FORM_ID} className="trap" tabIndex={-1} aria-hidden="true" />}
              <ul>
                {others.map((other) => {
                  const { name, dir } = pageLanguages[other]
                  return (
                    <li key={other}>
                      <a href={inLanguage(other)} hrefLang={other} lang={other} dir={dir}>
                        {name}
                      </a>
                      {sendTo && (
                        // The stylesheet shows this instead of the link when the applicant has typed something.
                        <button
                          {...{ form: FORM_ID, formAction: `${sendTo(other)}#apply`, lang: other, dir }}
                          {...{ className: 'carry', name: CARRY_FIELD, value: 'yes' }}
                        >
                          {name}
                        </button>
                      )}
                    </li>
                  )
                })}
              </ul>
            </nav>
          )}
        </header>
        <main>{children}</main>
        <Footer site={site} />
      </body>
    </html>
  )
}

/** The logo of the board, or else the initial of its name, which costs the page no request. Nothing for a board that has neither. */
function BoardMark({ board }: { board: BoardIdentity }) {
  if (board.logo) return <img src={toMarkPath(board)} alt="" width="32" height="32" loading="lazy" />
  if (!board.name) return null
  return (
    <span className="mark" aria-hidden="true">
      {findInitial(board.name)}
    </span>
  )
}

/** Renders a whole page to the text of an HTML document. */
export const renderDocument = (page: ReactElement): string => `<!doctype html>${renderToStaticMarkup(page)}`

interface PageLinksProps {
  locale: Locale
  /** The address of the page before this one, if there is one. */
  previous: string | undefined
  next: string | undefined
  /** The place of this page in the list, such as "Page 2 of 7". */
  place?: string | undefined
}

/** The links from one page of a list to the pages beside it. */
export function PageLinks({ locale, previous, next, place }: PageLinksProps) {
  const { pages } = siteWords[locale]
  if (previous === undefined && next === undefined) return null
  return (
    <nav className="pages" aria-label={pages.label}>
      {previous && (
        <a href={previous} rel="prev">
          {pages.previous}
        </a>
      )}
      {place && <span>{place}</span>}
      {next && (
        <a href={next} rel="next">
          {pages.next}
        </a>
      )}
    </nav>
  )
}

export interface ShareHeadProps extends SharedPage {
  /** Plain text of one or two lines. */
  description: string
  /** The path of the page in a language. */
  inLanguage: (locale: Locale) => string
  /** The language of the page that search engines should show. Given if the text is the same in all languages. */
  canonicalLocale?: Locale
}

/** The elements that search engines and shared links read: address, other languages, title, summary, and what parts add. */
export function ShareHead({ site, title, description, inLanguage, canonicalLocale, job }: ShareHeadProps) {
  const { locale, board, company, publicUrl } = site
  const address = (language: Locale) => `${publicUrl}${inLanguage(language)}`
  const canonical = address(canonicalLocale ?? locale)
  const properties = {
    'og:type': 'website',
    'og:site_name': board.name ?? company?.name ?? siteWords[locale].board.title,
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:locale': siteWords[locale].openGraphLocale,
  }
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {canonicalLocale === undefined && (
        // Google expects each page that is named here to be its own canonical page.
        <>
          {Locale.options.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address(company?.locale ?? DEFAULT_LOCALE)} />
        </>
      )}
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {renderSlot(site.slots, 'inHead', { site, title, job })}
    </>
  )
}

/** Renders a page of the board with one message. `isDone` says that what the visitor asked for was done. */
export function renderNote(site: BoardSite, heading: string, content: ReactNode, isDone = false): string {
  return renderDocument(
    <Layout site={site} title={heading}>
      <section className={isDone ? 'card note done' : 'card note'}>
        <h1>{heading}</h1>
        {content}
      </section>
    </Layout>,
  )
}
