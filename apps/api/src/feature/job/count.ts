import type { Deps } from '../../deps.ts'

/** Counts the company's published jobs (`live`) and its unpublished jobs (`draft`). */
export async function countJobs({ jobs }: Deps, companyId: string): Promise<{ live: number; draft: number }> {
  const [live, draft] = await Promise.all([
    jobs.countByStatus(companyId, 'PUBLISHED'),
    jobs.countByStatus(companyId, 'UNPUBLISHED'),
  ])
  return { live, draft }
}
