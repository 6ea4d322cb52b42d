import { actAsOperator, noteAudit } from '../activity/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { type Company, findCompaniesById, getCompanyBySlug } from './service.ts'

/* What a suspension of a company forbids. job/company-suspension.ts begins and ends one, and tells of the jobs. */

/** Suspends a company, or ends that with null, and notes it. When this returns, every process obeys. It is safe to repeat. */
export async function setSuspension(deps: Deps, company: Company, suspendedAt: Date | null): Promise<void> {
  const { id, name } = company
  await deps.companies.setSuspension(id, suspendedAt)
  // A repeated command changes nothing that users would want to know.
  if ((company.suspendedAt === null) !== (suspendedAt === null))
    await noteAudit(deps, actAsOperator(id), suspendedAt === null ? 'company_resumed' : 'company_suspended', name)
  await deps.waitUntilForgotten()
}

/** Finds the ids of the suspended companies, in a cache that is less than a second old. They are few. */
export const findSuspendedIds = (deps: Deps): Promise<readonly string[]> => deps.companies.findSuspendedIds()

/**
 * Throws `company_suspended` if a company may not create or change jobs. Pushes of all companies share one query a second, which finds the
 * few suspended ones.
 */
export async function requireNotSuspended(deps: Deps, { companyId }: { companyId: string }): Promise<void> {
  if ((await findSuspendedIds(deps)).includes(companyId)) throw new AppError('company_suspended')
}

/** Finds the company whose public page has a slug. Throws `company_not_found`, and `company_withdrawn` if it is suspended. */
export async function getShownCompany(deps: Deps, slug: string): Promise<Company> {
  const company = await getCompanyBySlug(deps, slug)
  if (company.suspendedAt !== null) throw new AppError('company_withdrawn')
  return company
}

/** Finds those of these companies that people may see, by id. */
export async function findShownCompanies(deps: Deps, companyIds: Iterable<string>): Promise<Map<string, Company>> {
  const found = await findCompaniesById(deps, companyIds)
  return new Map([...found].filter(([, { suspendedAt }]) => suspendedAt === null))
}
