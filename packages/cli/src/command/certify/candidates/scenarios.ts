import type { Scenario } from '../scenario.ts'
import { answerCut } from './answer-cut.ts'
import { crashBetweenPages } from './crash-between-pages.ts'
import { firstRun } from './first-run.ts'
import { killedWhileStoring } from './killed-while-storing.ts'
import { lastDate } from './last-date.ts'
import { ownClock } from './own-clock.ts'
import { pagesWhileChangesArrive } from './pages-while-changes-arrive.ts'
import { proxyPage } from './proxy-page.ts'
import { rateLimited } from './rate-limited.ts'
import { sameSecond } from './same-second.ts'
import { slowAnswer } from './slow-answer.ts'

export const candidateScenarios: readonly Scenario[] = [
  firstRun,
  ...[lastDate, sameSecond, ownClock, pagesWhileChangesArrive],
  ...[crashBetweenPages, killedWhileStoring],
  ...[answerCut, rateLimited, proxyPage, slowAnswer],
]
