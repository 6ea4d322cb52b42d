import { type Company, getCompanyBySlug } from '../company/service.ts'
import { setSuspension } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { record, recordUrgently } from '../journal/service.ts'

/*
 * The operator suspends a company: people see neither its pages nor its jobs, and no job can be created or changed. The rows of its jobs
 * stay, so that everything comes back unchanged (docs/adr/0022-visibility.md).
 */

/**
 * Suspends a company. When this returns, every process obeys. It is safe to repeat. Throws `company_not_found`, and `not_in_journal` if
 * the company is suspended but a restored backup would bring it back.
 */
export async function suspendCompany(deps: Deps, { slug }: { slug: string }): Promise<Company> {
  const company = await getCompanyBySlug(deps, slug)
  const at = new Date(deps.now())
  const entry = { kind: 'company_suspended', companyId: company.id, targetId: company.id, at } as const
  await recordUrgently(deps, entry, () => applySuspension(deps, company, at))
  return company
}

/** Ends the suspension of a company, as `suspendCompany` begins it. Throws `company_not_found`, and `unavailable` before anything changes. */
export async function resumeCompany(deps: Deps, { slug }: { slug: string }): Promise<Company> {
  const company = await getCompanyBySlug(deps, slug)
  const { id } = company
  await record(deps, [{ kind: 'company_resumed', companyId: id, targetId: id, at: new Date(deps.now()) }])
  await applySuspension(deps, company, null)
  return company
}

async function applySuspension(deps: Deps, company: Company, suspendedAt: Date | null): Promise<void> {
  await setSuspension(deps, company, suspendedAt)
  // Every process obeys now, so a caller who hears of the jobs reads the new state on any of them.
  await deps.jobs.touchAll(company.id)
}
