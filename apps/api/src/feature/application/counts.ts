import type { Deps } from '../../deps.ts'
import type { ApplicationFilter } from './application.ts'

/**
 * Counts the applications of each of these jobs, also those that wait in the mailbox. A job without any has no entry.
 */
export async function countApplicationsByJob(
  deps: Deps,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, number>> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countByJob(companyId, jobIds)
}

/** Counts the stored applications that match. */
export function countApplications(deps: Deps, filter: ApplicationFilter): Promise<number> {
  return deps.applications.count(filter)
}
