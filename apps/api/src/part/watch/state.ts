import { LRUCache } from 'lru-cache'
import { definePartState } from '../../part-state.ts'
import type { AtsDay } from './schema.ts'
import { createWatchStore } from './store.ts'

/** Maximum entries of the cache of longest distances, one for each company and day. */
const REMEMBERED_DAYS = 50_000

/** Reads the store of this part, the recorder of distances, and those that this process has noted. */
export const watching = definePartState(
  ({ createStore }) => ({ watches: createStore(createWatchStore) }),
  ({ watches }, { createRecorder }) => ({
    distanceRecorder: createRecorder<AtsDay>('distances of polls and pushes', (noted) => watches.noteDistances(noted)),
    // Limited by size, because a limit of the number would reserve memory for all of them at once.
    longest: new LRUCache<string, number>({ maxSize: REMEMBERED_DAYS, sizeCalculation: () => 1 }),
  }),
)
