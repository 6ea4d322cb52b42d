import type { Scenario } from '../scenario.ts'
import { answerCut } from './answer-cut.ts'
import { erasedPerson, statusChanged } from './changes.ts'
import { crashBetweenPages } from './crash-between-pages.ts'
import { expiredCvLink, killedWhileFetchingCv } from './cvs.ts'
import { firstRun } from './first-run.ts'
import { killedWhileStoring } from './killed-while-storing.ts'
import { lastDate } from './last-date.ts'
import { jobWithoutId, movedId } from './moved-ids.ts'
import { ownClock } from './own-clock.ts'
import { pagesWhileChangesArrive } from './pages-while-changes-arrive.ts'
import { proxyPage } from './proxy-page.ts'
import { rateLimited } from './rate-limited.ts'
import { rolledKey } from './rolled-key.ts'
import { sameSecond } from './same-second.ts'
import { slowAnswer } from './slow-answer.ts'
import { tomorrow } from './tomorrow.ts'

export const candidateScenarios: readonly Scenario[] = [
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
]
