import type { Deps } from '../deps.ts'
import type { Application } from './application.ts'
import type { HeldApplication } from './held-store.ts'

/** What a person sent to a company, oldest first. */
export interface PersonApplications {
  applications: Application[]
  heldBack: HeldApplication[]
}

/** Lists a person's applications to a company. The case of letters in the address does not matter. */
export async function listPersonApplications(
  deps: Deps,
  companyId: string,
  email: string,
): Promise<PersonApplications> {
  const found = await deps.applications.listByEmail(companyId, email)
  return {
    applications: found.sort((one, other) => one.date.getTime() - other.date.getTime()),
    heldBack: await deps.heldApplications.listByEmail(companyId, email),
  }
}

/**
 * Finds the company's other applications with the same e-mail address. Empty for an erased application, which has none.
 */
export async function findOthersOfPerson(
  deps: Deps,
  { id, companyId, email, erasedAt }: Application,
): Promise<Application[]> {
  if (erasedAt !== undefined) return []
  const all = await deps.applications.listByEmail(companyId, email)
  return all.filter((other) => other.id !== id)
}

/**
 * Lists the likely spellings of an e-mail address, for what is asked often or for many people: an index finds exact values. An erasure
 * and the page of one application find every spelling.
 */
export function spellEmail(email: string): string[] {
  const lower = email.toLowerCase()
  return [...new Set([email, lower, lower.charAt(0).toUpperCase() + lower.slice(1)])]
}

/** The most applications of a person that are counted. */
const COUNTED_MAX = 1_000

/** Counts the company's other applications with the e-mail address of one that is not erased, in its likely spellings. */
export async function countOthersOfPerson(deps: Deps, { id, companyId, email }: Application): Promise<number> {
  const spellings = spellEmail(email)
  const [accepted, held, itself] = await Promise.all([
    deps.applications.countByExactEmails(companyId, spellings, COUNTED_MAX),
    deps.heldApplications.countByExactEmails(companyId, spellings, COUNTED_MAX),
    deps.heldApplications.find(companyId, id),
  ])
  return accepted - 1 + held - (itself === undefined ? 0 : 1)
}

/** Lists the company's other applications with the same e-mail address that are held back. */
export async function listHeldOfPerson(
  deps: Deps,
  { id, companyId, email, erasedAt }: Application,
): Promise<HeldApplication[]> {
  if (erasedAt !== undefined) return []
  return (await deps.heldApplications.listByEmail(companyId, email)).filter((held) => held.id !== id)
}
