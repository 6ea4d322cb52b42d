import { Locale } from '@boardwalk/schema/company'
import { toLogoPath } from '../feature/company/service.ts'
import type { BoardSite, CompanySite } from './company-site.ts'
import { siteWords } from './words/site-words.ts'

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
