import type { Closers } from '../closers.ts'
import type { Stage } from '../stage.ts'
import { measureAccept } from './accept.ts'
import { measureCompanyPage } from './company-page.ts'
import { drawFlames } from './flame.ts'
import { measureFlat } from './flat.ts'
import { measureMemory } from './memory.ts'
import { measureNeighbours } from './neighbours.ts'
import { measurePush } from './push.ts'
import { measureSdk } from './sdk.ts'
import { measureStart } from './start.ts'

/** The size of each goal's measurement. */
export interface GoalSizes {
  applications: number
  forms: number
  jobs: number
  minutes: number
  published: number
}

type Measure = (stage: Stage, closers: Closers, sizes: GoalSizes) => Promise<object>

/** The goals of Boardwalk alone, without a peer. */
export const goals: Record<string, Measure> = {
  flat: measureFlat,
  neighbours: measureNeighbours,
  accept: measureAccept,
  'company-page': measureCompanyPage,
  push: measurePush,
  sdk: measureSdk,
  start: measureStart,
  memory: measureMemory,
  flame: drawFlames,
}
