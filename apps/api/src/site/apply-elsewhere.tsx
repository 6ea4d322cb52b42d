import type { Locale } from '@boardwalk/schema/company'
import type { CompanySite } from './page-site.ts'
import { siteWords } from './words/site-words.ts'

/* What a job shows in place of the form if its `applyUrl` names another page on which people apply. */

interface ElsewhereProps {
  site: CompanySite
  applyUrl: string
}

/** The link to the page on which people apply, and its host, so that they see where they go. */
export function ElsewhereLink({ locale, applyUrl }: { locale: Locale; applyUrl: string }) {
  return (
    <span className="elsewhere">
      <a className="button" href={applyUrl} rel="nofollow">
        {siteWords[locale].apply.heading}
      </a>
      <bdi className="hint" dir="ltr">
        {new URL(applyUrl).host}
      </bdi>
    </span>
  )
}

/** Says that people apply on another page, with the link to it. */
export function ElsewhereNote({ site: { locale, company }, applyUrl }: ElsewhereProps) {
  return (
    <>
      <p>{siteWords[locale].apply.elsewhere(company.name)}</p>
      <p>
        <ElsewhereLink locale={locale} applyUrl={applyUrl} />
      </p>
    </>
  )
}
