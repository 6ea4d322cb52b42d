import type { Jobs } from '../store/job-store.ts'

/** How many jobs of the company people can see, and how many they cannot. */
export async function jobCounts(
  { jobs }: Jobs<'countByStatus'>,
  companyId: string,
): Promise<{ live: number; draft: number }> {
  const [live, draft] = await Promise.all([
    jobs.countByStatus(companyId, 'PUBLISHED'),
    jobs.countByStatus(companyId, 'UNPUBLISHED'),
  ])
  return { live, draft }
}
