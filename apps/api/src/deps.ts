import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createCausally } from './db/causal.ts'
import type { Connection } from './db/connection.ts'
import { createLimiters } from './db/limiter.ts'
import { waitUntilForgotten } from './db/once.ts'
import { createRetry, DATABASE_WAIT_MS, retryEachCall } from './db/retry.ts'
import type { SigningSecrets } from './db/secret.ts'
import { createAuditStore } from './feature/activity/audit-store.ts'
import { createFormStore } from './feature/activity/form-store.ts'
import { createKeyChangeStore } from './feature/activity/key-change-store.ts'
import { createRecorder, type Recorder } from './feature/activity/recorder.ts'
import { createRequestStore } from './feature/activity/request-store.ts'
import type { ApiRequest, FormRecord, KeyChange } from './feature/activity/schema.ts'
import { createAlertStore } from './feature/alert/store.ts'
import { createApiKeyStore, type NotedUse } from './feature/api-key/store.ts'
import { createHeldStore } from './feature/application/held-store.ts'
import { createMailbox, type Mailbox } from './feature/application/mailbox.ts'
import { createMailboxStore } from './feature/application/mailbox-store.ts'
import { createNoteStore } from './feature/application/note-store.ts'
import { createReadPage, type ReadPage } from './feature/application/page.ts'
import { createApplicationStore } from './feature/application/store.ts'
import { createCompanyDataStore } from './feature/company/data-store.ts'
import { createRemovedCompanyStore } from './feature/company/removed-store.ts'
import { createCompanyStore } from './feature/company/store.ts'
import { createKeptCvLimit, type KeptCvLimit } from './feature/cv/limit-store.ts'
import { createCvStore, createCvUploadStore } from './feature/cv/store.ts'
import { createPushStore, type UnchangedPush } from './feature/job/push-store.ts'
import { createJobStore } from './feature/job/store/job-store.ts'
import { createJournalStore, type JournalStore } from './feature/journal/store.ts'
import { createMailLimit } from './feature/mail/limit-store.ts'
import { createMailStore } from './feature/mail/store.ts'
import { createPictures, type PictureProgram, type Pictures } from './feature/picture/process.ts'
import { createReportLimit } from './feature/report/limit-store.ts'
import { createReportStore } from './feature/report/store.ts'
import { createRetentionStore } from './feature/retention/store.ts'
import { createSearchNoticeStore } from './feature/search-engine/store.ts'
import { createSignInLimit } from './feature/user/limit-store.ts'
import { createSecondFactorStore } from './feature/user/second-factor-store.ts'
import { createSessionRecords } from './feature/user/session-store.ts'
import { createUserStore } from './feature/user/store.ts'
import { createFirstVisits, type IsFirstVisit } from './feature/view/first-visits.ts'
import { createViewStore, type Visit } from './feature/view/store.ts'
import { type Admission, createAdmission } from './http/admission.ts'
import { createLimits, type Limits } from './http/rate-limits.ts'
import { type Background, createBackground } from './process/background.ts'
import type { Clock, SoundClock } from './process/clock.ts'
import { createMetrics, type Metrics } from './process/metrics.ts'
import type { Settings } from './process/settings.ts'
import { createSpool, type Spool } from './site/spool.ts'

/** Makes the stores. Each of their calls is retried while the database changes its primary. */
export function createStores(connection: Connection, retry = createRetry(DATABASE_WAIT_MS)) {
  const createLimiter = createLimiters(connection)
  const causally = createCausally(connection)
  const companies = createCompanyStore(connection)
  const removedCompanies = createRemovedCompanyStore(connection)
  const withRetry = <Store extends object>(store: Store) => retryEachCall(store, retry)
  return {
    createLimiter,
    companies: withRetry(companies),
    companyData: withRetry(createCompanyDataStore(connection)),
    removedCompanies: withRetry(removedCompanies),
    apiKeys: withRetry(createApiKeyStore(connection)),
    jobs: withRetry(
      createJobStore(connection, retry, {
        findEmployers: companies.findIdsByNames,
        findShownOwners: async () => ({ exceptCompanyIds: await companies.findSuspendedIds() }),
      }),
    ),
    pushes: withRetry(createPushStore(connection)),
    mailboxes: withRetry(createMailboxStore(connection, causally, removedCompanies.has)),
    applications: withRetry(createApplicationStore(connection, causally)),
    heldApplications: withRetry(createHeldStore(connection)),
    notes: withRetry(createNoteStore(connection)),
    forms: withRetry(createFormStore(connection)),
    cvs: withRetry(createCvStore(connection)),
    users: withRetry(createUserStore(connection)),
    secondFactors: withRetry(createSecondFactorStore(connection)),
    sessions: withRetry(createSessionRecords(connection)),
    signInLimit: withRetry(createSignInLimit(createLimiter)),
    mails: withRetry(createMailStore(connection)),
    alerts: withRetry(createAlertStore(connection)),
    reports: withRetry(createReportStore(connection)),
    reportLimit: withRetry(createReportLimit(createLimiter)),
    mailLimit: withRetry(createMailLimit(createLimiter)),
    auditEvents: withRetry(createAuditStore(connection)),
    keyChanges: withRetry(createKeyChangeStore(connection)),
    retentions: withRetry(createRetentionStore(connection)),
    requests: withRetry(createRequestStore(connection)),
    searchNotices: withRetry(createSearchNoticeStore(connection)),
    cvUploads: withRetry(createCvUploadStore(connection)),
    views: withRetry(createViewStore(connection)),
  }
}
type Stores = ReturnType<typeof createStores>

/** Makes the store of the journal, which has a database of its own. */
export const createJournal = (connection: Connection, retry = createRetry(DATABASE_WAIT_MS)): JournalStore =>
  retryEachCall(createJournalStore(connection), retry)

/** Everything that a function of the server may need. Each takes it whole, as its first argument. */
export interface Deps extends Omit<Stores, 'mailboxes' | 'createLimiter'>, Clock, SoundClock {
  settings: Settings
  journal: JournalStore
  log: Logger
  background: Background
  mailbox: Mailbox
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
  /** Records pushes that changed nothing in their job. */
  pushRecorder: Recorder<UnchangedPush>
  /** Records how often jobs are read and forms begun. */
  viewRecorder: Recorder<Visit>
  /** Whether an address has not yet read a job, or begun its form, in this hour. */
  isFirstVisit: IsFirstVisit
  /** Records when keys were used. */
  keyUses: Recorder<NotedUse>
  /** The first signs links to CVs, all are accepted. */
  cvSecrets: SigningSecrets
  /** Decides which requests the process takes, and what it holds of their bodies and answers. */
  admission: Admission
  /** Waits until no process uses a value that it cached before this call (db/once.ts). */
  waitUntilForgotten: () => Promise<void>
  /** Draws pictures in another process. */
  pictures: Pictures
  /** Writes files to the disk while they arrive. */
  spool: Pick<Spool, 'write'>
}

/** The built program that draws pictures, beside the built server. */
const PICTURE_PROGRAM = fileURLToPath(new URL('./pictures.js', import.meta.url))

export function createDeps(
  { mailboxes, createLimiter, ...stores }: Stores,
  {
    settings,
    log,
    now,
    soundNow,
    cvSecrets,
    journal,
    metrics = createMetrics(),
    pictureProgram = { file: PICTURE_PROGRAM, execArgv: [] },
  }: Pick<Deps, 'settings' | 'log' | 'now' | 'soundNow' | 'cvSecrets' | 'journal'> &
    Partial<Pick<Deps, 'metrics'> & { pictureProgram: PictureProgram }>,
): Deps {
  const { apiKeys, applications, requests, forms, keyChanges, pushes, views } = stores
  const limits = createLimits(createLimiter, settings)
  const background = createBackground({ log, metrics })
  return {
    ...stores,
    settings,
    log,
    now,
    soundNow,
    cvSecrets,
    journal,
    metrics,
    limits,
    admission: createAdmission({ limits, settings, metrics }),
    spool: createSpool(settings.spoolFolder),
    pictures: createPictures({ program: pictureProgram, log }),
    keptCvLimit: createKeptCvLimit(createLimiter, settings.uploadLimits),
    background,
    waitUntilForgotten,
    recorder: createRecorder({ write: (rows) => requests.insertMany(rows), what: 'API requests', log, metrics }),
    formRecorder: createRecorder({ write: (rows) => forms.insertMany(rows), what: 'application forms', log, metrics }),
    keyChangeRecorder: createRecorder({
      write: (changes) => keyChanges.insertMany(changes),
      what: 'changes of jobs by keys',
      log,
      metrics,
    }),
    pushRecorder: createRecorder({ write: (noted) => pushes.notePushes(noted), what: 'pushes of jobs', log, metrics }),
    viewRecorder: createRecorder({ write: (visits) => views.add(visits), what: 'views of jobs', log, metrics }),
    isFirstVisit: createFirstVisits({ now }),
    keyUses: createRecorder({ write: (uses) => apiKeys.noteUses(uses), what: 'uses of keys', log, metrics }),
    readPage: createReadPage({ applications }),
    mailbox: createMailbox({ mailboxes, applications, background, now: soundNow, log, metrics }),
  }
}
