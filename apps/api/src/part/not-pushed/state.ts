import { definePartState } from '../../part-state.ts'
import { createPushStore, type UnchangedPush } from './push-store.ts'

/** Reads the stores and the recorder of this part. */
export const notPushed = definePartState(
  ({ createStore }) => ({ pushes: createStore(createPushStore) }),
  ({ pushes }, { createRecorder }) => ({
    /** Records pushes that changed nothing in their job. */
    pushRecorder: createRecorder<UnchangedPush>('pushes of jobs', (noted) => pushes.notePushes(noted)),
  }),
)
