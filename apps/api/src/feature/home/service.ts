import type { Deps } from '../../deps.ts'
import type { UserActor } from '../activity/audit.ts'
import { countErrorsLastDay } from '../activity/requests.ts'
import { listKeys } from '../api-key/service.ts'
import { countApplicationsByDay } from '../application/by-day.ts'
import { countHeld } from '../application/hold.ts'
import { countJobs } from '../job/count.ts'

const DAYS = 30

/** Reads the numbers of the back office's first page. Days are UTC days, oldest first, and today is the last. */
export async function summary(deps: Deps, { companyId }: UserActor) {
  const [jobs, applications, heldBack, keys, errors] = await Promise.all([
    countJobs(deps, companyId),
    countApplicationsByDay(deps, companyId, DAYS),
    countHeld(deps, companyId),
    listKeys(deps, companyId),
    countErrorsLastDay(deps, companyId),
  ])
  return {
    jobsLive: jobs.live,
    jobsDraft: jobs.draft,
    applicationsByDay: applications.byDay,
    applicationsTotal: applications.total,
    heldBack,
    keys: keys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name, last4, lastPushAt, lastPollAt }) => ({ id, name, last4, lastPushAt, lastPollAt })),
    errorsLastDay: errors,
  }
}
