import { Gauge } from 'prom-client'
import { definePartState } from '../../part-state.ts'
import { createReportLimit } from './limit-store.ts'
import { createReportStore } from './store.ts'

/** Reads the stores and the metric of this part. */
export const reporting = definePartState(
  ({ createStore, createLimiter }) => ({
    reports: createStore(createReportStore),
    reportLimit: createStore(() => createReportLimit(createLimiter)),
  }),
  (_stores, { metrics }) => ({
    openReports: new Gauge({
      name: 'boardwalk_reports_open',
      help: 'Reports of jobs by visitors that the operator has not closed. Measured twice a minute.',
      registers: [metrics.registry],
    }),
  }),
)
