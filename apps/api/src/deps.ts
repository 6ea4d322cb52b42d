import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type Background, createBackground } from './background.ts'
import { createCausally } from './db/causal.ts'
import { createLimiters } from './db/limiter.ts'
import { createPersevere, DATABASE_WAIT_MS, persevering } from './db/persevere.ts'
import { createRecorder, type Recorder } from './feature/activity/recorder.ts'
import { createRequestStore } from './feature/activity/store.ts'
import { createApiKeyStore } from './feature/api-key/store.ts'
import { createMailbox, type Mailbox } from './feature/application/mailbox.ts'
import { createMailboxStore } from './feature/application/mailbox-store.ts'
import { createApplicationStore } from './feature/application/store.ts'
import { createAuditStore } from './feature/audit/store.ts'
import { createReadPage, type ReadPage } from './feature/candidate/page.ts'
import { createCompanyStore } from './feature/company/store.ts'
import { createCvStore } from './feature/cv/store.ts'
import { createCvUploadStore } from './feature/cv/upload-store.ts'
import { createJobStore } from './feature/job/store/job-store.ts'
import { createLimits, type LimitSettings, type Limits } from './feature/limit/service.ts'
import { createSignInLimit } from './feature/session/limit-store.ts'
import { createUserStore } from './feature/user/store.ts'
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
  const createLimiter = createLimiters(connection)
  const causally = createCausally(connection)
  const steady = <Store extends object>(store: Store) => persevering(store, persevere)
  return {
    createLimiter,
    companies: steady(createCompanyStore(connection)),
    apiKeys: steady(createApiKeyStore(connection)),
    jobs: steady(createJobStore(connection, persevere)),
    mailboxes: steady(createMailboxStore(connection, causally)),
    applications: steady(createApplicationStore(connection, causally)),
    cvs: steady(createCvStore(connection)),
    users: steady(createUserStore(connection)),
    signInLimit: steady(createSignInLimit(createLimiter)),
    auditEvents: steady(createAuditStore(connection)),
    requests: steady(createRequestStore(connection)),
    cvUploads: steady(createCvUploadStore(connection)),
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
