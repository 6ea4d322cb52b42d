import type { Deps } from '../../deps.ts'
import type { Application } from './application.ts'

/** Finds an application that has been accepted, also one that still waits in the mailbox. Undefined if there is none. */
export async function findAcceptedApplication(
  deps: Deps,
  { companyId, applicationId }: { companyId: string; applicationId: string },
): Promise<Application | undefined> {
  await deps.mailbox.synchronise(companyId)
  const [found] = await deps.applications.findByIds(companyId, [applicationId])
  return found
}
