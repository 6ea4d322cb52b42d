import type { Deps } from '../../deps.ts'
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
