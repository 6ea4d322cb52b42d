import { Locale } from '@boardwalk/schema/company'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { CompanySite } from './company-site.ts'
import { companyPath, logoPath } from './paths.ts'
import { STYLESHEET_ADDRESS } from './stylesheet.ts'
import { wordsOf } from './words/by-locale.ts'

interface LayoutProps {
  locale: Locale
  title: string
  /** What search engines and shared links know of the page; none on a page that is nobody's to find. */
  head?: ReactNode
  /** Whose page this is; none on an error page. */
  site?: CompanySite
  /** Where the same page is in another language, if it is. */
  inLanguage?: (locale: Locale) => string
  children: ReactNode
}

/** What every page of the public site has around its content. */
export function Layout({ locale, title, head, site, inLanguage, children }: LayoutProps) {
  const { dir, otherLanguages } = wordsOf[locale]
  const others = Locale.options.filter((other) => other !== locale)
  return (
    <html lang={locale} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {head || <meta name="robots" content="noindex" />}
        <link rel="stylesheet" href={STYLESHEET_ADDRESS} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header className="bar">
          {site && (
            <a className="company" href={companyPath(locale, site.company)}>
              {site.logo && (
                <img src={logoPath(site.company, site.logo)} alt="" width="32" height="32" loading="lazy" />
              )}
              <bdi>{site.company.name}</bdi>
            </a>
          )}
          {inLanguage && (
            <nav aria-label={otherLanguages}>
              <ul>
                {others.map((other) => (
                  <li key={other}>
                    <a href={inLanguage(other)} hrefLang={other} lang={other} dir={wordsOf[other].dir}>
                      {wordsOf[other].languageName}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

/** A whole page as the text of a document. */
export const documentOf = (page: ReactElement): string => `<!doctype html>${renderToStaticMarkup(page)}`
