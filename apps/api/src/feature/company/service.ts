import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import type { Company } from './store.ts'

export type { Company }

/** Makes a company. Throws `company_exists` where the slug is taken. */
export async function createCompany(
  deps: Pick<Deps, 'companies' | 'now'>,
  input: { name: string; slug: string; locale: Locale },
): Promise<Company> {
  const company = { id: `cmp_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`, ...input }
  if (!(await deps.companies.insert(company, new Date(deps.now())))) {
    throw new AppError('company_exists', { slug: input.slug })
  }
  return company
}

/** Whether the board has no company yet. */
export function hasNoCompany(deps: Pick<Deps, 'companies'>): Promise<boolean> {
  return deps.companies.isEmpty()
}

/** The company that a key or a job names; a missing one is a fault of ours, never of the caller's. */
export async function companyOf(deps: Pick<Deps, 'companies'>, companyId: string): Promise<Company> {
  const company = await deps.companies.find(companyId)
  if (company === undefined) throw new Error(`company ${companyId} is named in the database but is not there`)
  return company
}

/** The company whose pages stand under a slug. Throws `company_not_found`. */
export async function companyBySlug(deps: Pick<Deps, 'companies'>, slug: string): Promise<Company> {
  const company = await deps.companies.findBySlug(slug)
  if (company === undefined) throw new AppError('company_not_found', { slug })
  return company
}
