import type { UserActor } from '@boardwalk/core/activity/audit'
import { countApplicationsByDay, countApplicationsByJob } from '@boardwalk/core/intake/read'
import { getJobById } from '@boardwalk/core/job/read'
import type { Deps } from '../../deps.ts'
import { viewing } from './state.ts'

/* How often jobs were read, and what came of it, on the last 30 UTC days, today included. */

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const MOST_READ_MAX = 10

/** How often pages of jobs were read, and how many forms were begun and applications sent. */
interface Counts {
  views: number
  forms: number
  applications: number
}

/** The counts of a UTC day, such as `2026-03-31`. */
export type DayCounts = Counts & { day: string }

const findFirstDay = (deps: Deps): Date => new Date((Math.floor(deps.now() / DAY_MS) - DAYS + 1) * DAY_MS)

/** Counts each day, oldest first, of one job or of all jobs of the company. */
export async function countDays(deps: Deps, companyId: string, jobId?: number): Promise<DayCounts[]> {
  const since = findFirstDay(deps)
  const [visits, applications] = await Promise.all([
    viewing(deps).views.countByDay(companyId, since, jobId),
    countApplicationsByDay(deps, companyId, since, jobId),
  ])
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10)
    const { views, forms } = visits.get(day) ?? { views: 0, forms: 0 }
    return { day, views, forms, applications: applications.get(day) ?? 0 }
  })
}

/** Counts each day of one job. Throws `job_id_not_found`. */
export async function countJobDays(deps: Deps, { companyId }: UserActor, { jobId }: { jobId: number }) {
  await getJobById(deps, companyId, jobId)
  return { days: await countDays(deps, companyId, jobId) }
}

/** Lists the jobs that were read most, with their counts of all days together. */
export async function listMostRead(
  deps: Deps,
  companyId: string,
): Promise<(Counts & { jobId: number; title: string })[]> {
  const since = findFirstDay(deps)
  const read = await viewing(deps).views.findMostRead(companyId, since, MOST_READ_MAX)
  const ids = read.map(({ jobId }) => jobId)
  const [jobs, applications] = await Promise.all([
    deps.jobs.findByIds(companyId, ids),
    countApplicationsByJob(deps, companyId, ids, since),
  ])
  const titles = new Map(jobs.map(({ id, fields }) => [id, fields.title]))
  return read.flatMap(({ jobId, views, forms }) => {
    const title = titles.get(jobId)
    return title === undefined ? [] : [{ jobId, title, views, forms, applications: applications.get(jobId) ?? 0 }]
  })
}
