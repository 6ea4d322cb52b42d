import type { Recorder } from '@boardwalk/core/activity/recorder'
import type { Connection } from '@boardwalk/core/db/connection'
import type { CreateLimiter } from '@boardwalk/core/db/limiter'
import type { Clock } from '@boardwalk/core/process/clock'
import type { Metrics } from '@boardwalk/core/process/metrics'
import type { Settings } from '@boardwalk/core/process/settings'

/** What all parts keep, by the function that reads it. */
export type PartStates = ReadonlyMap<object, object>

/** What the operator has set for the parts, by the name of the part. */
export type PartValues = Readonly<Record<string, object>>

interface HasPartStates {
  partStates: PartStates
}

/** What a part keeps in a process. It is a function that reads it from the deps. */
export interface PartState<Stores extends object = object, Rest extends object = object, Own extends object = object> {
  (deps: HasPartStates): Stores & Rest
  openStores(tools: StoreTools): Stores
  /** Makes all that is kept, of what `openStores` returned. */
  create(stores: object, tools: ProcessTools<Own>): Stores & Rest
}

/** Makes stores. */
export interface StoreTools {
  /** Makes a store, each of whose calls is retried while the database changes its primary. */
  createStore<Store extends object>(create: (connection: Connection) => Store): Store
  createLimiter: CreateLimiter
}

/** Makes what a process keeps besides its stores. */
export interface ProcessTools<Own extends object = object> extends Clock {
  /** Makes a recorder, which a process that stops writes first. `what` says in the log what the rows are. */
  createRecorder<Row>(what: string, write: (rows: Row[]) => Promise<void>): Recorder<Row>
  settings: Settings
  /** What the `settings` of the part read. What is not set is absent. */
  own: Partial<Own>
  metrics: Metrics
}

/**
 * Defines what a part keeps: its stores, which are opened before the database is prepared, and what a process remembers. It returns
 * the function by which the functions of the part read both.
 */
export function definePartState<Stores extends object, Rest extends object = object, Own extends object = object>(
  openStores: (tools: StoreTools) => Stores,
  createRest: (stores: Stores, tools: ProcessTools<Own>) => Rest = () => Object.create(null),
): PartState<Stores, Rest, Own> {
  const state = ({ partStates }: HasPartStates): Stores & Rest => {
    const found = partStates.get(state)
    if (found === undefined) throw new Error('This board has not the part whose state is read')
    // The casts hold because deps.ts keeps under this function what `create` made of what `openStores` returned.
    return found as Stores & Rest
  }
  const create = (stores: object, tools: ProcessTools<Own>) => ({ ...stores, ...createRest(stores as Stores, tools) })
  return Object.assign(state, { openStores, create: create as PartState<Stores, Rest, Own>['create'] })
}
