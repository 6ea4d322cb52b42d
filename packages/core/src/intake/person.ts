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

/** Lists the company's other applications with the same e-mail address that are held back. */
export async function listHeldOfPerson(
  deps: Deps,
  { id, companyId, email, erasedAt }: Application,
): Promise<HeldApplication[]> {
  if (erasedAt !== undefined) return []
  return (await deps.heldApplications.listByEmail(companyId, email)).filter((held) => held.id !== id)
}
