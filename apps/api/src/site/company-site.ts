import type { Locale } from '@boardwalk/schema/company'
import type { Company, Logo } from '../feature/company/service.ts'

/** Whose pages are shown, in which language and at which address. */
export interface CompanySite {
  locale: Locale
  company: Company
  logo: Logo | null
  /** Where people reach the server, without a slash at the end. */
  publicUrl: string
}
