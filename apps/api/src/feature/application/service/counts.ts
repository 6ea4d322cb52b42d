import type { ApplicationFilter } from '../application.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'

/**
 * Counts the applications of each of these jobs, also those that wait in the mailbox. A job without any has no entry.
 */
export async function countApplicationsByJob(
  deps: WithMailbox<'synchronise'> & Applications<'countByJob'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, number>> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countByJob(companyId, jobIds)
}

/** Counts the stored applications that match. */
export function countApplications(deps: Applications<'count'>, filter: ApplicationFilter): Promise<number> {
  return deps.applications.count(filter)
}
