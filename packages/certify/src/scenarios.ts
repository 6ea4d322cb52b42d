import { candidateScenarios } from './candidates/scenarios.ts'
import { jobScenarios } from './jobs/scenarios.ts'
import type { Scenario } from './scenario.ts'

/** All scenarios, in the order in which they are played. */
export const scenarios: readonly Scenario[] = [...candidateScenarios, ...jobScenarios]
