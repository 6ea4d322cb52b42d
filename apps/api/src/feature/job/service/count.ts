import type { Jobs } from '../store/job-store.ts'

/** Counts the company's published jobs (`live`) and its unpublished jobs (`draft`). */
export async function countJobs(
  { jobs }: Jobs<'countByStatus'>,
  companyId: string,
): Promise<{ live: number; draft: number }> {
  const [live, draft] = await Promise.all([
    jobs.countByStatus(companyId, 'PUBLISHED'),
    jobs.countByStatus(companyId, 'UNPUBLISHED'),
  ])
  return { live, draft }
}
