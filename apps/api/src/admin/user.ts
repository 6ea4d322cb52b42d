import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { findCompaniesById, getCompanyBySlug } from '../feature/company/service.ts'

/** More users than one address has. */
const USERS_MAX = 1_000

/**
 * Finds a user by address and company. The operator may leave the company out if only one company has such a user. Throws
 * `company_not_found` and `user_not_found`.
 */
export async function findUserByEmail(
  deps: Deps,
  { email, company }: { email: string; company?: string | undefined },
): Promise<{ id: string; companyId: string }> {
  const chosen = company === undefined ? undefined : await getCompanyBySlug(deps, company)
  const users = await deps.users.listByEmail(email, {}, USERS_MAX)
  const [user, ...others] = users.filter(({ companyId }) => chosen === undefined || companyId === chosen.id)
  if (user === undefined) throw new AppError('user_not_found', { who: email })
  if (others.length === 0) return user
  const companies = await findCompaniesById(
    deps,
    users.map(({ companyId }) => companyId),
  )
  const slugs = [...companies.values()].map(({ slug }) => slug).sort()
  throw new Error(`${email} has accounts in several companies; name one with --company: ${slugs.join(', ')}`)
}
