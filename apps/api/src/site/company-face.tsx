import { findInitial } from '@boardwalk/schema/brand'
import type { CompanySite } from './page-site.ts'
import { companyPath } from './site.ts'

interface CompanyFaceProps {
  name: string
  /** The company's logo as a `data:` address, so that a list of logos costs no request. Undefined if it has none. */
  thumbnail: string | undefined
}

/** The small logo of a company in a list, or else the initial of its name. The name stands beside it. */
export function CompanyFace({ name, thumbnail }: CompanyFaceProps) {
  if (thumbnail !== undefined) return <img className="face" src={thumbnail} alt="" width="40" height="40" />
  return (
    <span className="face" aria-hidden="true">
      {findInitial(name)}
    </span>
  )
}

/** The company that a page belongs to: its small logo and its name, which lead to its page. */
export function Employer({ site: { locale, company, thumbnail } }: { site: CompanySite }) {
  return (
    <a className="employer" href={companyPath(locale, company)}>
      <CompanyFace name={company.name} thumbnail={thumbnail} />
      <bdi>{company.name}</bdi>
    </a>
  )
}
