import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type Background, createBackground } from './background.ts'
import type { Clock } from './clock.ts'
import { createCausally } from './db/causal.ts'
import { createLimiters } from './db/limiter.ts'
import { createRetry, DATABASE_WAIT_MS, retryEachCall } from './db/retry.ts'
import { createRecorder, type Recorder } from './feature/activity/recorder.ts'
import { createRequestStore } from './feature/activity/store.ts'
import { createAdministratorStore } from './feature/administrator/store.ts'
import { createApiKeyStore } from './feature/api-key/store.ts'
import { createMailbox, type Mailbox } from './feature/application/mailbox.ts'
import { createMailboxStore } from './feature/application/mailbox-store.ts'
import { createReadPage, type ReadPage } from './feature/application/page.ts'
import type { JobTitles } from './feature/application/service/review.ts'
import { createApplicationStore } from './feature/application/store.ts'
import { createAuditStore } from './feature/audit/store.ts'
import { createCompanyStore } from './feature/company/store.ts'
import { createCvStore } from './feature/cv/store.ts'
import { createCvUploadStore } from './feature/cv/upload-store.ts'
import { findTitles } from './feature/job/service/read.ts'
import { createJobStore } from './feature/job/store/job-store.ts'
import { createLimits, type Limits } from './feature/limit/service.ts'
import { createSignInLimit } from './feature/session/limit-store.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Makes the stores. Each of their calls is retried while the database changes its primary. */
export function createStores(connection: Connection, retry = createRetry(DATABASE_WAIT_MS)) {
  const createLimiter = createLimiters(connection)
  const causally = createCausally(connection)
  const steady = <Store extends object>(store: Store) => retryEachCall(store, retry)
  return {
    createLimiter,
    companies: steady(createCompanyStore(connection)),
    apiKeys: steady(createApiKeyStore(connection)),
    jobs: steady(createJobStore(connection, retry)),
    mailboxes: steady(createMailboxStore(connection, causally)),
    applications: steady(createApplicationStore(connection, causally)),
    cvs: steady(createCvStore(connection)),
    administrators: steady(createAdministratorStore(connection)),
    signInLimit: steady(createSignInLimit(createLimiter)),
    auditEvents: steady(createAuditStore(connection)),
    requests: steady(createRequestStore(connection)),
    cvUploads: steady(createCvUploadStore(connection)),
  }
}
type Stores = ReturnType<typeof createStores>

/** All that the services work with. Each names the few that it needs; only routers know the whole. */
export interface Deps extends Omit<Stores, 'mailboxes' | 'createLimiter'>, JobTitles, Clock {
  settings: Settings
  log: Logger
  background: Background
  mailbox: Mailbox
  /** Reads a page of applications for those who poll. */
  readPage: ReadPage
  limits: Limits
  metrics: Metrics
  /** Keeps the record of API requests. */
  recorder: Recorder
  /** Signs links to CVs. */
  cvSecret: string
}

export function createDeps(
  { mailboxes, createLimiter, ...stores }: Stores,
  {
    settings,
    log,
    now,
    cvSecret,
    metrics = createMetrics(),
  }: Pick<Deps, 'settings' | 'log' | 'now' | 'cvSecret'> & Partial<Pick<Deps, 'metrics'>>,
): Deps {
  const { applications, jobs, requests } = stores
  return {
    ...stores,
    settings,
    log,
    now,
    cvSecret,
    metrics,
    limits: createLimits(createLimiter, settings),
    background: createBackground(log),
    recorder: createRecorder({ requests, log }),
    readPage: createReadPage(applications),
    findJobTitles: (companyId, jobIds) => findTitles({ jobs }, companyId, jobIds),
    mailbox: createMailbox({ mailboxes, applications, now, log, metrics, random: Math.random }),
  }
}
