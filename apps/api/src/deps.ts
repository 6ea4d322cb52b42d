import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type Background, createBackground } from './background.ts'
import { createCausally } from './db/causal.ts'
import { limiters } from './db/limiter.ts'
import { createPersevere, DATABASE_WAIT_MS, persevering } from './db/persevere.ts'
import { createRecorder, type Recorder } from './feature/activity/recorder.ts'
import { requestStore } from './feature/activity/store.ts'
import { apiKeyStore } from './feature/api-key/store.ts'
import { createMailbox, type Mailbox } from './feature/application/mailbox.ts'
import { mailboxStore } from './feature/application/mailbox-store.ts'
import { applicationStore } from './feature/application/store.ts'
import { auditStore } from './feature/audit/store.ts'
import { createReadPage, type ReadPage } from './feature/candidate/page.ts'
import { companyStore } from './feature/company/store.ts'
import { cvStore } from './feature/cv/store.ts'
import { cvUploadStore } from './feature/cv/upload-store.ts'
import { createJobStore } from './feature/job/store/job-store.ts'
import { createLimits, type LimitSettings, type Limits } from './feature/limit/service.ts'
import { signInLimit } from './feature/session/limit-store.ts'
import { userStore } from './feature/user/store.ts'
import { createMetrics, type Metrics } from './metrics.ts'

export interface Settings extends LimitSettings {
  /** Where people reach the server, without a slash at the end. */
  publicUrl: string
  /** What a candidate's `jobBoardId` says. */
  jobBoardId: string
  keyPrefix: string
  /** How many proxies stand in front of the server, each adding the address that it saw. */
  trustProxy: number
  /** At most so many apply forms from one address in an hour, on each process. */
  applicationsPerHour: number
  /** At most so many requests are worked on at once, on each process; more are refused. */
  requestsAtOnce: number
  /** A call of the database is tried again for this long. Default: `DATABASE_WAIT_MS`. */
  databaseWaitMs?: number
}

/** All that is stored, by feature. Each call is made again while the database changes its primary. */
export function createStores(connection: Connection, persevere = createPersevere(DATABASE_WAIT_MS)) {
  const createLimiter = limiters(connection)
  const causally = createCausally(connection)
  const steady = <Store extends object>(store: Store) => persevering(store, persevere)
  return {
    createLimiter,
    companies: steady(companyStore(connection)),
    apiKeys: steady(apiKeyStore(connection)),
    jobs: steady(createJobStore(connection, persevere)),
    mailboxes: steady(mailboxStore(connection, causally)),
    applications: steady(applicationStore(connection, causally)),
    cvs: steady(cvStore(connection)),
    users: steady(userStore(connection)),
    signInLimit: steady(signInLimit(createLimiter)),
    auditEvents: steady(auditStore(connection)),
    requests: steady(requestStore(connection)),
    cvUploads: steady(cvUploadStore(connection)),
  }
}
type Stores = ReturnType<typeof createStores>

/** All that the services work with. Each takes the few it needs. */
export interface Deps extends Omit<Stores, 'mailboxes' | 'createLimiter'> {
  settings: Settings
  log: Logger
  /** Milliseconds since 1970. */
  now: () => number
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
  const { applications, requests } = stores
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
    mailbox: createMailbox({ mailboxes, applications, now, log, metrics, random: Math.random }),
  }
}
