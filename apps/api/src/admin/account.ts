import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { findCompaniesById, getCompanyBySlug } from '../feature/company/service.ts'
import { listAccounts } from '../feature/user/user.ts'

/**
 * Finds the account of an address that the operator means. The company may be left out if the address has a single
 * account. Throws `company_not_found` and `user_not_found`.
 */
export async function findAccount(
  deps: Deps,
  { email, company }: { email: string; company?: string | undefined },
): Promise<{ id: string; companyId: string }> {
  const wanted = company === undefined ? undefined : await getCompanyBySlug(deps, company)
  const accounts = await listAccounts(deps, email)
  const [account, ...others] = accounts.filter(({ companyId }) => wanted === undefined || companyId === wanted.id)
  if (account === undefined) throw new AppError('user_not_found', { who: email })
  if (others.length === 0) return account
  const companies = await findCompaniesById(
    deps,
    accounts.map(({ companyId }) => companyId),
  )
  const slugs = [...companies.values()].map(({ slug }) => slug).sort()
  throw new Error(`${email} has accounts in several companies; name one with --company: ${slugs.join(', ')}`)
}
