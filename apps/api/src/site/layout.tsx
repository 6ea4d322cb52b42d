import { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toLogoPath } from '../feature/company/service.ts'
import { CARRY_FIELD, FORM_ID } from './apply-form.tsx'
import type { CompanySite } from './company-site.ts'
import { boardPath, companyPath } from './paths.ts'
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
