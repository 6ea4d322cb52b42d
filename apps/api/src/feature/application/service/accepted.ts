import type { Application } from '../application.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'

/** An application if it has been accepted by now, one that still waits in the mailbox too. */
export async function acceptedApplication(
  deps: WithMailbox<'synchronise'> & Applications<'findByIds'>,
  { companyId, applicationId }: { companyId: string; applicationId: string },
): Promise<Application | undefined> {
  await deps.mailbox.synchronise(companyId)
  const [found] = await deps.applications.findByIds(companyId, [applicationId])
  return found
}
