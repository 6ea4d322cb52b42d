import type { Logger } from 'pino'
import { createAuditStore } from './activity/audit-store.ts'
import { createFormStore } from './activity/form-store.ts'
import { createKeyChangeStore } from './activity/key-change-store.ts'
import { createRecorder, type Recorder } from './activity/recorder.ts'
import { createRequestStore } from './activity/request-store.ts'
import type { ApiRequest, FormRecord, KeyChange } from './activity/schema.ts'
import { createLiveCatalogue, type LiveCatalogue } from './catalogue/follow.ts'
import { createMemoryCatalogue } from './catalogue/memory/memory-catalogue.ts'
import { createOpenSearchCatalogue } from './catalogue/opensearch/opensearch-catalogue.ts'
import { createCompanyDataStore } from './company/data-store.ts'
import { createRemovedCompanyStore } from './company/removed-store.ts'
import { createCompanyStore } from './company/store.ts'
import { createKeptCvLimit, type KeptCvLimit } from './cv/limit-store.ts'
import { createCvStore, createCvUploadStore } from './cv/store.ts'
import { createCausally } from './db/causal.ts'
import type { Connection } from './db/connection.ts'
import { createLimiters } from './db/limiter.ts'
import { waitUntilForgotten } from './db/once.ts'
import { createRetry, DATABASE_WAIT_MS, retryEachCall } from './db/retry.ts'
import type { SigningSecrets } from './db/secret.ts'
import { type Admission, createAdmission } from './http/admission.ts'
import { createLimits, type Limits } from './http/rate-limits.ts'
import type { JobNames } from './intake/application.ts'
import { createHeldStore } from './intake/held-store.ts'
import { createMailbox, type Mailbox } from './intake/mailbox.ts'
import { createMailboxStore } from './intake/mailbox-store.ts'
import { createReadPage, type ReadPage } from './intake/page.ts'
import { createApplicationStore } from './intake/store.ts'
import { createJobStore } from './job/store/job-store.ts'
import { createJournalStore, type JournalStore } from './journal/store.ts'
import { createApiKeyStore, type NotedUse } from './key/store.ts'
import { type Holder, type Listener, tell } from './listener.ts'
import { type Background, createBackground } from './process/background.ts'
import type { Clock, SoundClock } from './process/clock.ts'
import type { Metrics } from './process/metrics.ts'
import type { Settings } from './process/settings.ts'
import { createRetentionStore } from './retention/store.ts'

/** Makes the stores of the core. Each of their calls is retried while the database changes its primary. */
export function createCoreStores(connection: Connection, retry = createRetry(DATABASE_WAIT_MS)) {
  const causally = createCausally(connection)
  const companies = createCompanyStore(connection)
  const removedCompanies = createRemovedCompanyStore(connection)
  const withRetry = <Store extends object>(store: Store) => retryEachCall(store, retry)
  return {
    createLimiter: createLimiters(connection),
    companies: withRetry(companies),
    companyData: withRetry(createCompanyDataStore(connection)),
    removedCompanies: withRetry(removedCompanies),
    apiKeys: withRetry(createApiKeyStore(connection)),
    jobs: withRetry(createJobStore(connection, retry)),
    mailboxes: withRetry(createMailboxStore(connection, causally, removedCompanies.has)),
    applications: withRetry(createApplicationStore(connection, causally)),
    heldApplications: withRetry(createHeldStore(connection)),
    forms: withRetry(createFormStore(connection)),
    cvs: withRetry(createCvStore(connection)),
    cvUploads: withRetry(createCvUploadStore(connection)),
    auditEvents: withRetry(createAuditStore(connection)),
    keyChanges: withRetry(createKeyChangeStore(connection)),
    retentions: withRetry(createRetentionStore(connection)),
    requests: withRetry(createRequestStore(connection)),
  }
}
type CoreStores = ReturnType<typeof createCoreStores>

/** Makes the store of the journal, which has a database of its own. */
export const createJournal = (connection: Connection, retry = createRetry(DATABASE_WAIT_MS)): JournalStore =>
  retryEachCall(createJournalStore(connection), retry)

/** Everything that a function of the core may need. Each takes it whole, as its first argument. */
export interface Deps extends Omit<CoreStores, 'mailboxes' | 'createLimiter'>, Clock, SoundClock {
  settings: Settings
  journal: JournalStore
  log: Logger
  background: Background
  /** What the intake asks of jobs. */
  jobNames: JobNames
  mailbox: Mailbox
  /** What job seekers find: all public jobs. */
  catalogue: LiveCatalogue
  /** Reads the date up to which polls of a company have read, for the job that gets an external id. */
  readPollWatermark: (companyId: string) => Promise<Date>
  /** Reads a page of applications for a poll. */
  readPage: ReadPage
  limits: Limits
  keptCvLimit: KeptCvLimit
  metrics: Metrics
  /** Records API requests, which the back office shows as activity. */
  recorder: Recorder<ApiRequest>
  /** Records what became of each application form. */
  formRecorder: Recorder<FormRecord>
  /** Records what keys changed in jobs. */
  keyChangeRecorder: Recorder<KeyChange>
  /** Records when keys were used. */
  keyUses: Recorder<NotedUse>
  /** The first signs links to CVs, all are accepted. */
  cvSecrets: SigningSecrets
  /** Decides which requests the process takes, and what it holds of their bodies and answers. */
  admission: Admission
  /** Waits until no process uses a value that it cached before this call (db/once.ts). */
  waitUntilForgotten: () => Promise<void>
  /** What is written in batches, which a process that stops writes first. */
  recorders: readonly { flush(): Promise<void> }[]
  /** Makes a recorder, and adds it to `recorders`. `what` says in the log what the rows are. */
  createRecorder<Row>(what: string, write: (rows: Row[]) => Promise<void>): Recorder<Row>
  /** Who is told of what happened. Others add theirs (`push`). */
  listeners: Listener[]
  /** Who else holds data of applications, or gives access to a company. */
  holders: readonly Holder[]
}

/** What the core cannot make itself. */
export type CoreOptions = Pick<Deps, 'settings' | 'log' | 'now' | 'soundNow' | 'cvSecrets' | 'journal' | 'metrics'>

/** Makes deps with the listeners of the core, and no holders. Other listeners and the holders need the deps, so their owner adds them. */
export function createCoreDeps({ mailboxes, createLimiter, ...stores }: CoreStores, options: CoreOptions): Deps {
  const { settings, log, soundNow, metrics } = options
  const { apiKeys, applications, requests, forms, keyChanges } = stores
  const limits = createLimits(createLimiter, settings)
  const background = createBackground({ log, metrics })
  const recorders: { flush(): Promise<void> }[] = []
  const record = <Row>(what: string, write: (rows: Row[]) => Promise<void>) => {
    const recorder = createRecorder({ write, what, log, metrics })
    recorders.push(recorder)
    return recorder
  }
  const recorder = record('API requests', (rows: ApiRequest[]) => requests.insertMany(rows))
  const formRecorder = record('application forms', (rows: FormRecord[]) => forms.insertMany(rows))
  const keyChangeRecorder = record('changes of jobs by keys', (rows: KeyChange[]) => keyChanges.insertMany(rows))
  const keyUses = record('uses of keys', (uses: NotedUse[]) => apiKeys.noteUses(uses))
  const mailbox = createMailbox({ mailboxes, applications, background, now: soundNow, log, metrics })
  const catalogue = createLiveCatalogue({
    catalogue:
      settings.search === undefined ? createMemoryCatalogue(log) : createOpenSearchCatalogue(settings.search, log),
    jobs: stores.jobs,
    findRemovedCompanies: stores.removedCompanies.findIds,
  })
  const listeners: Listener[] = [{ name: 'note what the catalogue shows', on: { jobChanged: catalogue.note } }]
  stores.jobs.subscribe((change) => tell({ listeners, background }, 'jobChanged', change))
  return {
    ...stores,
    ...options,
    limits,
    background,
    waitUntilForgotten,
    admission: createAdmission({ limits, settings, metrics }),
    keptCvLimit: createKeptCvLimit(createLimiter, settings.uploadLimits),
    recorder,
    formRecorder,
    keyChangeRecorder,
    keyUses,
    recorders,
    createRecorder: record,
    readPage: createReadPage({ applications }),
    jobNames: stores.jobs,
    mailbox,
    catalogue,
    readPollWatermark: mailbox.readWatermark,
    listeners,
    holders: [],
  }
}
