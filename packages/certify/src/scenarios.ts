import { answerCut, proxyPage, tomorrow } from './candidates/bad-answer.ts'
import { erasedPerson, statusChanged } from './candidates/changes.ts'
import { crashBetweenPages } from './candidates/crash-between-pages.ts'
import { cvPage, expiredCvLink, killedWhileFetchingCv } from './candidates/cvs.ts'
import { firstRun, lastDate, ownClock, sameSecond } from './candidates/dates.ts'
import { erasureConfirmed } from './candidates/erasure-confirmed.ts'
import { killedWhileStoring } from './candidates/killed-while-storing.ts'
import { jobWithoutId, movedId } from './candidates/moved-ids.ts'
import { noAnswer } from './candidates/no-answer.ts'
import { oddAnswers } from './candidates/odd-answers.ts'
import { pagesWhileChangesArrive } from './candidates/pages-while-changes-arrive.ts'
import { rateLimited } from './candidates/rate-limited.ts'
import { rolledKey } from './candidates/rolled-key.ts'
import { sharedAddress } from './candidates/shared-address.ts'
import { slowAnswer } from './candidates/slow-answer.ts'
import { answerLost, jobsNoAnswer, jobsOutage, jobsProxyPage, jobsTomorrow, manyJobs } from './jobs/bad-answer.ts'
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
  sharedAddress,
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
  noAnswer,
  tomorrow,
  oddAnswers,
  rolledKey,
  erasedPerson,
  erasureConfirmed,
  statusChanged,
  jobWithoutId,
  movedId,
  expiredCvLink,
  killedWhileFetchingCv,
  cvPage,
  jobsPublished,
  oddIds,
  jobClosedAndReopened,
  manyJobs,
  answerLost,
  jobsOutage,
  jobsProxyPage,
  jobsRateLimited,
  slowPush,
  jobsNoAnswer,
  refusedJob,
  jobsRolledKey,
  jobsTomorrow,
  editedByUser,
  idRemoved,
  idMoved,
]
