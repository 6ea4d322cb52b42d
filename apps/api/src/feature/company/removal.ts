import { waitUntilForgotten } from '../../db/cache.ts'
import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { lockOutAdministrators } from '../administrator/service.ts'
import { revokeAllKeys } from '../api-key/service.ts'
import { record } from '../journal/service.ts'
import type { CompanyDataStore } from './data-store.ts'
import type { Company, CompanyStore } from './store.ts'

type CompanyData<Call extends keyof CompanyDataStore> = { companyData: Pick<CompanyDataStore, Call> }
type Companies<Call extends keyof CompanyStore> = { companies: Pick<CompanyStore, Call> }

/** A company, and how many rows each collection of the database has of it. */
export interface CompanyHoldings {
  company: Company
  rows: Map<string, number>
}

/**
 * Finds everything that `removeCompany` would delete. A company whose removal was interrupted is found too. Throws
 * `company_not_found`.
 */
export async function findHoldings(
  deps: Companies<'findAny'> & CompanyData<'count'>,
  slug: string,
): Promise<CompanyHoldings> {
  const company = await deps.companies.findAny(slug)
  if (company === undefined) throw new AppError('company_not_found', { slug })
  return { company, rows: await deps.companyData.count(company.id) }
}

/**
 * Deletes a company and everything that belongs to it, for good. Nobody gets in any more before anything is deleted, and
 * the company's own row is deleted last: after a crash, the same call finishes the work. Throws `journal_away` before
 * anything is changed.
 */
export async function removeCompany(
  deps: Companies<'beginRemoval'> &
    Needs<typeof record> &
    Needs<typeof revokeAllKeys> &
    Needs<typeof lockOutAdministrators> &
    Needs<typeof deleteCompany>,
  { companyId }: { companyId: string },
): Promise<void> {
  const at = new Date(deps.now())
  await record(deps, [{ kind: 'company_removed', companyId, targetId: companyId, at }])
  await revokeAllKeys(deps, companyId)
  await lockOutAdministrators(deps, companyId)
  // A process that still knows a key must find the company too.
  await waitUntilForgotten()
  await deps.companies.beginRemoval(companyId, at)
  // Until then other processes showed its pages and accepted applications.
  await waitUntilForgotten()
  await deps.companyData.remove(companyId)
  // A process that still knew a key has recorded the requests that it refused, a second later.
  await waitUntilForgotten()
  await waitUntilForgotten()
  await deleteCompany(deps, { companyId })
}

/** Deletes all rows of a company to which nobody has access, also after a restore of the database. Repeats safely. */
export async function deleteCompany(
  deps: Companies<'remove'> & CompanyData<'remove'>,
  { companyId }: { companyId: string },
): Promise<void> {
  await deps.companyData.remove(companyId)
  await deps.companies.remove(companyId)
}
