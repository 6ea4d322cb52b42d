import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type Background, createBackground } from './background.ts'
import { limiters } from './db/limiter.ts'
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
import { jobStore } from './feature/job/store.ts'
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
}

/** All that is stored, by feature. */
export function createStores(connection: Connection) {
  const createLimiter = limiters(connection)
  return {
    createLimiter,
    companies: companyStore(connection),
    apiKeys: apiKeyStore(connection),
    jobs: jobStore(connection),
    mailboxes: mailboxStore(connection),
    applications: applicationStore(connection),
    cvs: cvStore(connection),
    users: userStore(connection),
    signInLimit: signInLimit(createLimiter),
    auditEvents: auditStore(connection),
    requests: requestStore(connection),
    cvUploads: cvUploadStore(connection),
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
