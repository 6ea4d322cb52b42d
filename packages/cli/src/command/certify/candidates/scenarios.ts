import type { Scenario } from '../scenario.ts'
import { firstRun } from './first-run.ts'

export const candidateScenarios: readonly Scenario[] = [firstRun]
