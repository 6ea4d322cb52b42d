import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { record } from '../journal/service.ts'
import { revokeAllKeys } from '../key/service.ts'
import type { Work } from '../process/schedule.ts'
import type { Company } from './store.ts'

const HOUR_MS = 60 * 60_000
/**
 * The waits before each sweep for late rows of a removed company. A request takes at most 25 s, but a process may be suspended in the
 * middle of one.
 */
const SWEEP_WAITS_MS = [60_000, HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS]
const CLAIM_MS = 5 * 60_000

/** A company, and the number of its rows in each collection of the database. */
export interface CompanyHoldings {
  company: Company
  rows: Map<string, number>
}

/**
 * Finds everything that `removeCompany` would delete. A company whose removal was interrupted is found too. Throws
 * `company_not_found`.
 */
export async function findHoldings(deps: Deps, slug: string): Promise<CompanyHoldings> {
  const company = await deps.companies.findAny(slug)
  if (company === undefined) throw new AppError('company_not_found', { slug })
  return { company, rows: await deps.companyData.count(company.id) }
}

/**
 * Deletes a company and everything that belongs to it, for good. It ends all access before it deletes, and deletes the
 * company's own row last: after a crash, the same call finishes the work. `sweepRemovedCompanies` deletes rows that other
 * processes write late. Throws `unavailable` before anything is changed.
 */
export async function removeCompany(deps: Deps, { companyId }: { companyId: string }): Promise<void> {
  const at = new Date(deps.now())
  await record(deps, [{ kind: 'company_removed', companyId, targetId: companyId, at }])
  await revokeAllKeys(deps, companyId)
  for (const holder of deps.holders) await holder.lockOut?.(companyId)
  // Another process may still have a key in its cache, and needs the company for it.
  await deps.waitUntilForgotten()
  await deps.companies.beginRemoval(companyId, at)
  await deps.removedCompanies.insert(companyId, new Date(at.getTime() + (SWEEP_WAITS_MS[0] ?? 0)))
  // Other processes may still show the company's pages and accept applications.
  await deps.waitUntilForgotten()
  await deps.companyData.remove(companyId)
  // Other processes write their records of refused requests up to a second later.
  await deps.waitUntilForgotten()
  await deps.waitUntilForgotten()
  await deleteCompany(deps, { companyId })
}

/** Deletes all rows of a company whose access has ended, also after a restore of the database. It is safe to repeat. */
export async function deleteCompany(deps: Deps, { companyId }: { companyId: string }): Promise<void> {
  await deps.companyData.remove(companyId)
  await deps.companies.remove(companyId)
}

/** Deletes rows that were written for companies after their removal. Processes share the work. */
export async function sweepRemovedCompanies(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const nowMs = deps.now()
    const claim = await deps.removedCompanies.claim(new Date(nowMs), new Date(nowMs + CLAIM_MS))
    if (claim === undefined) return
    const { companyId, attempts } = claim
    await deps.companyData.remove(companyId)
    const waitMs = SWEEP_WAITS_MS[attempts]
    if (waitMs === undefined) await deps.removedCompanies.remove(companyId)
    else await deps.removedCompanies.postpone(companyId, new Date(nowMs + waitMs))
  }
}

export const removedCompanySweep: Work<Deps> = {
  name: 'delete late rows of removed companies',
  everyMs: 30_000,
  run: sweepRemovedCompanies,
}
