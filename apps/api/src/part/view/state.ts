import { definePartState } from '../../part-state.ts'
import { createFirstVisits } from './first-visits.ts'
import { createViewStore, type Visit } from './store.ts'

/** Reads the store of this part, and what a process remembers of visits. */
export const viewing = definePartState(
  ({ createStore }) => ({ views: createStore(createViewStore) }),
  ({ views }, { createRecorder, now }) => ({
    /** Records how often jobs are read and forms begun. */
    viewRecorder: createRecorder<Visit>('views of jobs', (visits) => views.add(visits)),
    /** Whether an address has not yet read a job, or begun its form, in this hour. */
    isFirstVisit: createFirstVisits({ now }),
  }),
)
