import type { Scenario } from '../scenario.ts'
import { answerLost } from './answer-lost.ts'
import { editedByUser } from './edited-by-user.ts'
import { idMoved, idRemoved } from './id-changed.ts'
import { jobClosedAndReopened } from './job-closed-and-reopened.ts'
import { jobsPublished } from './jobs-published.ts'
import { jobsRateLimited } from './jobs-rate-limited.ts'
import { jobsRolledKey } from './jobs-rolled-key.ts'
import { jobsTomorrow } from './jobs-tomorrow.ts'
import { manyJobs } from './many-jobs.ts'
import { oddIds } from './odd-ids.ts'
import { jobsOutage, jobsProxyPage } from './outage.ts'
import { refusedJob } from './refused-job.ts'
import { slowPush } from './slow-push.ts'

export const jobScenarios: readonly Scenario[] = [
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
