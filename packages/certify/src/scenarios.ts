import { answerCut, proxyPage, tomorrow } from './candidates/bad-answer.ts'
import { erasedPerson, statusChanged } from './candidates/changes.ts'
import { crashBetweenPages } from './candidates/crash-between-pages.ts'
import { expiredCvLink, killedWhileFetchingCv } from './candidates/cvs.ts'
import { firstRun, lastDate, ownClock, sameSecond } from './candidates/dates.ts'
import { killedWhileStoring } from './candidates/killed-while-storing.ts'
import { jobWithoutId, movedId } from './candidates/moved-ids.ts'
import { pagesWhileChangesArrive } from './candidates/pages-while-changes-arrive.ts'
import { rateLimited } from './candidates/rate-limited.ts'
import { rolledKey } from './candidates/rolled-key.ts'
import { slowAnswer } from './candidates/slow-answer.ts'
import { answerLost, jobsOutage, jobsProxyPage, jobsTomorrow, manyJobs } from './jobs/bad-answer.ts'
import { editedByUser } from './jobs/edited-by-user.ts'
import { idMoved, idRemoved } from './jobs/id-changed.ts'
import { jobClosedAndReopened } from './jobs/job-closed-and-reopened.ts'
import { jobsPublished } from './jobs/jobs-published.ts'
import { jobsRateLimited } from './jobs/jobs-rate-limited.ts'
import { jobsRolledKey } from './jobs/jobs-rolled-key.ts'
import { oddIds } from './jobs/odd-ids.ts'
import { refusedJob } from './jobs/refused-job.ts'
import { slowPush } from './jobs/slow-push.ts'
import type { Scenario } from './scenario.ts'

/** All scenarios, in the order in which they are played. */
export const scenarios: readonly Scenario[] = [
  firstRun,
  lastDate,
  sameSecond,
  ownClock,
  pagesWhileChangesArrive,
  crashBetweenPages,
  killedWhileStoring,
  answerCut,
  rateLimited,
  proxyPage,
  slowAnswer,
  tomorrow,
  rolledKey,
  erasedPerson,
  statusChanged,
  jobWithoutId,
  movedId,
  expiredCvLink,
  killedWhileFetchingCv,
  jobsPublished,
  oddIds,
  jobClosedAndReopened,
  manyJobs,
  answerLost,
  jobsOutage,
  jobsProxyPage,
  jobsRateLimited,
  slowPush,
  refusedJob,
  jobsRolledKey,
  jobsTomorrow,
  editedByUser,
  idRemoved,
  idMoved,
]
