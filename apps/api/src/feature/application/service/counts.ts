import type { ApplicationFilter } from '../application.ts'
import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'

/** How many people have applied to each of these jobs, those still in the mailbox too; a job without any is left out. */
export async function applicationCounts(
  deps: WithMailbox<'synchronise'> & Applications<'countByJob'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, number>> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countByJob(companyId, jobIds)
}

/** How many of the stored applications match. */
export function countApplications(deps: Applications<'count'>, filter: ApplicationFilter): Promise<number> {
  return deps.applications.count(filter)
}
