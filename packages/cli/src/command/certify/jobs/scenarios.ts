import type { Scenario } from '../scenario.ts'
import { answerLost } from './answer-lost.ts'

export const jobScenarios: readonly Scenario[] = [answerLost]
