import { Locale } from '@boardwalk/schema/company'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Company } from '../feature/company/service.ts'
import { companyPath } from './paths.ts'
import { STYLESHEET_PATH } from './stylesheet.ts'
import { wordsOf } from './words/by-locale.ts'

interface LayoutProps {
  locale: Locale
  title: string
  /** Whose page this is; none on an error page. */
  company?: Company
  /** Where the same page is in another language, if it is. */
  inLanguage?: (locale: Locale) => string
  children: ReactNode
}

/** What every page of the public site has around its content. */
export function Layout({ locale, title, company, inLanguage, children }: LayoutProps) {
  const { dir, otherLanguages } = wordsOf[locale]
  const others = Locale.options.filter((other) => other !== locale)
  return (
    <html lang={locale} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={STYLESHEET_PATH} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header>
          {company && (
            <a href={companyPath(locale, company)}>
              <bdi>{company.name}</bdi>
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
