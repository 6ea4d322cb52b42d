import { definePartState } from '../../part-state.ts'
import { createAlertLimit } from './limit-store.ts'
import { createAlertStore } from './store.ts'

/** Reads the stores of this part. */
export const alerting = definePartState(({ createStore, createLimiter }) => ({
  alerts: createStore(createAlertStore),
  alertLimit: createStore(() => createAlertLimit(createLimiter)),
}))
