import type { WithMailbox } from '../mailbox.ts'
import type { Applications } from '../store.ts'

/**
 * Makes a company's mailbox right again after the database was restored: its clock is past every date that was given
 * before, and what waits is delivered. Again does no harm.
 */
export async function recoverMailbox(
  deps: WithMailbox<'recover'> & Applications<'newestDate' | 'countAll'>,
  { companyId }: { companyId: string },
): Promise<{ applications: number; newest: Date | null; clock: Date }> {
  const stored = await deps.applications.newestDate(companyId)
  const { clock } = await deps.mailbox.recover(companyId, stored ?? new Date(0))
  const newest = (await deps.applications.newestDate(companyId)) ?? null
  return { applications: await deps.applications.countAll(companyId), newest, clock }
}
