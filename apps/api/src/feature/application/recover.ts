import type { Deps } from '../../deps.ts'

/**
 * Repairs a company's mailbox after the database was restored. It moves the clock past every date that was given before, and
 * delivers the applications that wait. It is safe to repeat.
 */
export async function recoverMailbox(
  deps: Deps,
  { companyId }: { companyId: string },
): Promise<{ applications: number; newest: Date | null; clock: Date }> {
  const stored = await deps.applications.findNewestDate(companyId)
  const { clock } = await deps.mailbox.recover(companyId, stored ?? new Date(0))
  const newest = (await deps.applications.findNewestDate(companyId)) ?? null
  return { applications: await deps.applications.countAll(companyId), newest, clock }
}
