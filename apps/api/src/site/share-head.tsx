import { Locale } from '@boardwalk/schema/company'
import type { CompanySite } from './company-site.ts'
import { logoPath } from './paths.ts'
import { wordsOf } from './words/by-locale.ts'

interface ShareHeadProps {
  site: CompanySite
  title: string
  /** Plain text of a line or two. */
  description: string
  /** The path of the page in each language, without what only narrows it. */
  inLanguage: (locale: Locale) => string
}

/** What search engines and shared links know of a page: its one address, its other languages, a title and a summary. */
export function ShareHead({ site, title, description, inLanguage }: ShareHeadProps) {
  const { locale, company, logo, publicUrl } = site
  const address = (of: Locale) => `${publicUrl}${inLanguage(of)}`
  const properties = {
    'og:type': 'website',
    'og:site_name': company.name,
    'og:title': title,
    'og:description': description,
    'og:url': address(locale),
    'og:locale': wordsOf[locale].openGraphLocale,
    ...(logo && { 'og:image': `${publicUrl}${logoPath(company, logo)}` }),
  }
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address(locale)} />
      {Locale.options.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(company.locale)} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary" />
    </>
  )
}
