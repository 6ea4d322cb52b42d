import type { Deps } from '../../deps.ts'
import type { Application } from './store.ts'

/** Before the date of any application. */
const BEFORE_ALL_MS = -1

/** An application if it has been accepted by now, one that still waits in the mailbox too. */
export async function acceptedApplication(
  deps: Pick<Deps, 'mailbox' | 'applications'>,
  { companyId, applicationId }: { companyId: string; applicationId: string },
): Promise<Application | undefined> {
  await deps.mailbox.synchronise(companyId, BEFORE_ALL_MS)
  const [found] = await deps.applications.findByIds(companyId, [applicationId])
  return found
}
