import type { Deps } from '../../../deps.ts'

/** How many people have applied to each of these jobs, those still in the mailbox too; a job without any is left out. */
export async function applicationCounts(
  deps: Pick<Deps, 'applications' | 'mailbox'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, number>> {
  await deps.mailbox.synchronise(companyId)
  return deps.applications.countByJob(companyId, jobIds)
}
