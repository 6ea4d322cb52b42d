import { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toLogoPath } from '../feature/company/service.ts'
import { CARRY_FIELD, FORM_ID } from './apply-form.tsx'
import { type BoardSite, boardPath, type CompanySite, companyPath } from './site.ts'
import { STYLESHEET_ADDRESS } from './stylesheet.ts'
import { siteWords } from './words/site-words.ts'

interface LayoutProps {
  locale: Locale
  title: string
  /** The elements that search engines and shared links read. Without them, search engines are told to ignore the page. */
  head?: ReactNode
  /** The company that the page belongs to. Pages of the board and of errors have none. */
  site?: CompanySite
  /** Whether the page itself shows the company's logo, so that the bar need not. */
  isLogoBelow?: boolean
  /** The address of this page in another language. */
  inLanguage?: (locale: Locale) => string
  /** Where the page's form goes to be shown in another language, with everything that was typed. */
  sendTo?: (locale: Locale) => string
  children: ReactNode
}

/** The frame of every page of the public site: the head, and a bar with the company, or else the board, and the languages. A company’s page links to the board in its foot. */
export function Layout({ locale, title, head, site, isLogoBelow = false, inLanguage, sendTo, children }: LayoutProps) {
  const others = Locale.options.filter((other) => other !== locale)
  return (
    <html lang={locale} dir={pageLanguages[locale].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {head || <meta name="robots" content="noindex" />}
        <link rel="stylesheet" href={STYLESHEET_ADDRESS} />
        <link rel="icon" href={site?.logo ? toLogoPath(site.company, site.logo) : 'data:,'} />
      </head>
      <body>
        <header className="bar">
          {site ? (
            <a className="company" href={companyPath(locale, site.company)}>
              {site.logo && !isLogoBelow && (
                <img src={toLogoPath(site.company, site.logo)} alt="" width="32" height="32" loading="lazy" />
              )}
              <bdi>{site.company.name}</bdi>
            </a>
          ) : (
            <a className="company" href={boardPath(locale)}>
              {siteWords[locale].board.title}
            </a>
          )}
          {inLanguage && (
            <nav aria-label={siteWords[locale].otherLanguages}>
              {/* Enter sends a form by its first button, which must not be one of a language. */}
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
                        // Replaces the link as soon as something was typed.
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
        {site && (
          <footer className="foot">
            <a href={boardPath(locale)}>{siteWords[locale].board.link}</a>
          </footer>
        )}
      </body>
    </html>
  )
}

/** Renders a whole page to the text of an HTML document. */
export const renderDocument = (page: ReactElement): string => `<!doctype html>${renderToStaticMarkup(page)}`

interface PageLinksProps {
  locale: Locale
  /** The address of the page before this one, if there is one. */
  previous: string | undefined
  next: string | undefined
}

/** The links from one page of a list to the pages beside it. */
export function PageLinks({ locale, previous, next }: PageLinksProps) {
  const { pages } = siteWords[locale]
  if (previous === undefined && next === undefined) return null
  return (
    <nav className="pages" aria-label={pages.label}>
      {previous && (
        <a href={previous} rel="prev">
          {pages.previous}
        </a>
      )}
      {next && (
        <a href={next} rel="next">
          {pages.next}
        </a>
      )}
    </nav>
  )
}

/** The language of those who prefer none of ours. A company has chosen another one, perhaps. */
export const DEFAULT_LOCALE: Locale = 'fr'

interface ShareHeadProps {
  /** Without a company if the page belongs to the whole board. */
  site: CompanySite | (BoardSite & { company?: undefined; logo?: undefined })
  title: string
  /** Plain text of one or two lines. */
  description: string
  /** The path of the page in a language. */
  inLanguage: (locale: Locale) => string
  /** The language of the one page that search engines shall show, if the texts of all others are the same. */
  canonicalLocale?: Locale
}

/** The elements that search engines and shared links read: address, other languages, title, summary and picture. */
export function ShareHead({ site, title, description, inLanguage, canonicalLocale }: ShareHeadProps) {
  const { locale, company, logo, publicUrl } = site
  const address = (language: Locale) => `${publicUrl}${inLanguage(language)}`
  const canonical = address(canonicalLocale ?? locale)
  const properties = {
    'og:type': 'website',
    'og:site_name': company?.name ?? siteWords[locale].board.title,
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:locale': siteWords[locale].openGraphLocale,
    ...(company && logo && { 'og:image': `${publicUrl}${toLogoPath(company, logo)}` }),
  }
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {canonicalLocale === undefined && (
        // Google wants each of these to be a canonical page itself.
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
      <meta name="twitter:card" content="summary" />
    </>
  )
}

/** The element for the results of a search. Search engines follow its links, and have the jobs of all searches already. */
export const IgnoredSearch = () => <meta name="robots" content="noindex, follow" />
