import type { Deps } from '../../deps.ts'
import type { Administrator } from '../activity/audit.ts'
import { countErrorsLastDay } from '../activity/requests.ts'
import { listKeys } from '../api-key/service.ts'
import { countApplicationsByDay } from '../application/by-day.ts'
import { countHeld } from '../application/hold.ts'

const DAYS = 30

/** Reads the numbers of the back office's first page. Days are UTC days, oldest first, and today is the last. */
export async function summary(deps: Deps, { companyId }: Administrator) {
  const [jobsLive, jobsDraft, applications, heldBack, keys, errors] = await Promise.all([
    deps.jobs.countByStatus(companyId, 'PUBLISHED'),
    deps.jobs.countByStatus(companyId, 'UNPUBLISHED'),
    countApplicationsByDay(deps, companyId, DAYS),
    countHeld(deps, companyId),
    listKeys(deps, companyId),
    countErrorsLastDay(deps, companyId),
  ])
  return {
    jobsLive,
    jobsDraft,
    applicationsByDay: applications.byDay,
    applicationsTotal: applications.total,
    heldBack,
    keys: keys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name, last4, lastPushAt, lastPollAt }) => ({ id, name, last4, lastPushAt, lastPollAt })),
    errorsLastDay: errors,
  }
}
