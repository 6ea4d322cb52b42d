import { randomBytes } from 'node:crypto'
import { CV_TYPES } from '@boardwalk/schema/application'
import { createMemoryCompanyStore } from '../company/memory-store.ts'
import type { Company } from '../company/service.ts'
import { createMemoryCvStore, createMemoryCvUploadStore } from '../cv/memory-store.ts'
import type { Deps } from '../deps.ts'
import { createMailbox } from '../intake/mailbox.ts'
import {
  createMemoryApplicationStore,
  createMemoryHeldStore,
  createMemoryMailboxStore,
} from '../intake/memory-store.ts'
import { createReadPage } from '../intake/page.ts'
import { createMemoryJobStore } from '../job/store/memory.ts'
import { createMemoryApiKeyStore, type MemoryApiKey } from '../key/memory-store.ts'
import { createPartialDeps } from '../partial-deps.ts'
import { createBackground } from '../process/background.ts'
import { UNNAMED_BOARD } from '../process/settings.ts'

export interface BoardOptions {
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether requests may wait for candidates. A wait ends by a timer of the system's clock. */
  canWait: boolean
  /** Gets the public address of the board, without a slash at its end. It may change. */
  getOrigin: () => string
  /** Reads the OpenAPI document of the API. */
  readDocument: () => Promise<object>
}

/** The rows of the stores of companies and keys. */
export interface CompanyRows {
  companies: Map<string, Company>
  keys: Map<string, MemoryApiKey>
}

const ignore = () => {}
const ignoreAsync = async () => {}

/** Makes deps with stores in memory for the server's own functions. The rest does nothing: log, metrics, limits, mail and activity. */
export function createBoardDeps(
  { now, canWait, getOrigin }: Omit<BoardOptions, 'readDocument'>,
  rows: CompanyRows,
): Deps {
  const applications = createMemoryApplicationStore(new Map(), { now })
  const mailboxes = createMemoryMailboxStore()
  const jobs = createMemoryJobStore({ now })
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const metrics = {
    requestBegan: ignore,
    requestEnded: ignore,
    mailboxRead: ignore,
    mailboxesMeasured: ignore,
    acceptRetried: ignore,
    applicationsAccepted: ignore,
    waitersChanged: ignore,
    workKnown: ignore,
    workFailed: ignore,
  }
  const background = createBackground({ log, metrics })
  const mailbox = createMailbox({ mailboxes, applications, background, now, log, metrics })
  return createPartialDeps({
    now,
    soundNow: now,
    log,
    metrics,
    settings: {
      get publicUrl() {
        return getOrigin()
      },
      board: UNNAMED_BOARD,
      jobBoardId: 'boardwalk',
      keyPrefix: 'bwk',
      trustProxy: 0,
      keyRequestsPerMinute: 0,
      addressRequestsPerMinute: 0,
      sendsMail: false,
      cvTypes: CV_TYPES,
    },
    companies: createMemoryCompanyStore(rows.companies),
    apiKeys: createMemoryApiKeyStore(rows.keys),
    jobs,
    jobNames: jobs,
    applications,
    heldApplications: createMemoryHeldStore(),
    cvs: createMemoryCvStore(),
    cvUploads: createMemoryCvUploadStore(),
    readPollWatermark: mailbox.readWatermark,
    mailbox: canWait ? mailbox : { ...mailbox, enterWaiters: () => undefined },
    readPage: createReadPage({ applications }),
    cvSecrets: [randomBytes(32).toString('hex')],
    background,
    // One process that caches nothing has nothing to forget.
    waitUntilForgotten: ignoreAsync,
    limits: { countKeyRequest: ignoreAsync, countWrongKey: ignoreAsync },
    admission: { admit: ignoreAsync, watch: ignore, beginJson: () => ignore },
    auditEvents: { newId: () => '', insert: ignoreAsync },
    journal: { newId: () => '', append: ignoreAsync },
    recorder: { note: ignore },
    keyChangeRecorder: { note: ignore },
    listeners: [],
    holders: [],
    keyUses: { note: ignore },
  })
}
