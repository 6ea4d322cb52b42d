import type { Locale } from '@boardwalk/schema/company'
import { type Company, getCompanyProfile, type Logo } from '../feature/company/service.ts'
import type { Needs } from '../needs.ts'
import type { WithSettings } from '../settings.ts'

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

/** Finds the site of an administrator's company, in the company's own language if none is named. */
export async function findOwnSite(
  deps: Needs<typeof getCompanyProfile> & WithSettings<'publicUrl'>,
  actor: { companyId: string },
  locale?: Locale,
): Promise<CompanySite> {
  const { logo, ...company } = await getCompanyProfile(deps, actor)
  return { locale: locale ?? company.locale, company, logo, publicUrl: deps.settings.publicUrl }
}
