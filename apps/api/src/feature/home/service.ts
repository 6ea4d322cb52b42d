import type { Needs } from '../../needs.ts'
import { countErrorsLastDay } from '../activity/service.ts'
import { listKeys } from '../api-key/service.ts'
import { applicationsByDay } from '../application/service/by-day.ts'
import type { Administrator } from '../audit/service.ts'
import { jobCounts } from '../job/service/count.ts'

type SummaryDeps = Needs<typeof jobCounts> &
  Needs<typeof applicationsByDay> &
  Needs<typeof listKeys> &
  Needs<typeof countErrorsLastDay>

const DAYS = 30

/** What an administrator wants to know first. Days are UTC days, oldest first, and today is the last. */
export async function summary(deps: SummaryDeps, { companyId }: Administrator) {
  const [jobs, applications, keys, errors] = await Promise.all([
    jobCounts(deps, companyId),
    applicationsByDay(deps, companyId, DAYS),
    listKeys(deps, companyId),
    countErrorsLastDay(deps, companyId),
  ])
  return {
    jobsLive: jobs.live,
    jobsDraft: jobs.draft,
    applicationsByDay: applications.byDay,
    applicationsTotal: applications.total,
    keys: keys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, name, lastPushAt, lastPollAt }) => ({ id, name, lastPushAt, lastPollAt })),
    errorsLastDay: errors,
  }
}
