import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../deps.ts'
import { type Company, getCompanyProfile, type Logo } from '../feature/company/service.ts'

/** A page's language and the server's public address. */
export interface BoardSite {
  locale: Locale
  /** The server's public address, without a slash at the end. */
  publicUrl: string
}

/** The same, and the company that the page belongs to. */
export interface CompanySite extends BoardSite {
  company: Company
  logo: Logo | null
}

/** Finds the site of a user's company, in the company's own language if none is named. */
export async function findOwnSite(deps: Deps, actor: { companyId: string }, locale?: Locale): Promise<CompanySite> {
  const { logo, ...company } = await getCompanyProfile(deps, actor)
  return { locale: locale ?? company.locale, company, logo, publicUrl: deps.settings.publicUrl }
}
