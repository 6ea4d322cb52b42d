import type { Connection } from '@boardwalk/core/db/connection'
import type { Retry } from '@boardwalk/core/db/retry'
import { createStores, type Deps } from '../deps.ts'
import type { Merge } from '../part.ts'
import type { PartState } from '../part-state.ts'
import { parts } from '../parts.ts'

type StoresOf<One> = One extends { state: PartState<infer Stores> } ? Stores : never

/** Opens the stores of the board and of all its parts, by their names. */
export function openAllStores(connection: Connection, retry?: Retry) {
  const { partStores, ...stores } = createStores(connection, parts, retry)
  const ofParts: Merge<StoresOf<(typeof parts)[number]>> = Object.assign({}, ...partStores.map(({ stores }) => stores))
  return { ...stores, ...ofParts }
}

/** Replaces some of what a part keeps in a process. */
export function replaceState<Stores extends object, Rest extends object>(
  deps: Deps,
  state: PartState<Stores, Rest>,
  replaced: Partial<Stores & Rest>,
): Deps {
  return { ...deps, partStates: new Map(deps.partStates).set(state, { ...state(deps), ...replaced }) }
}
