import type { Locale } from '@boardwalk/schema/company'
import { siteWords } from './words/site-words.ts'

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
