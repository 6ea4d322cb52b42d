import { randomBytes } from 'node:crypto'
import type { Scope } from '@boardwalk/schema/api-key'
import type { Deps } from '../deps.ts'
import { hashKey } from '../feature/api-key/service.ts'
import type { ApiKey } from '../feature/api-key/store.ts'
import { createMailbox } from '../feature/application/mailbox.ts'
import {
  createMemoryApplicationStore,
  createMemoryHeldStore,
  createMemoryMailboxStore,
} from '../feature/application/memory-store.ts'
import { createReadPage } from '../feature/application/page.ts'
import type { Company } from '../feature/company/service.ts'
import { createMemoryCvStore, createMemoryCvUploadStore } from '../feature/cv/memory-store.ts'
import { createMemoryJobStore } from '../feature/job/store/memory.ts'
import { createBackground } from '../process/background.ts'
import { createPartialDeps } from './partial-deps.ts'

export interface BoardOptions {
  /** The one key that the board accepts. */
  apiKey: string
  scopes: Scope[]
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether requests may wait for candidates. A wait ends by a timer of the system's clock. */
  canWait: boolean
  /** Gets the public address of the board, without a slash at its end. It may change. */
  getOrigin: () => string
}

/** The company of every sandbox. */
export const company: Company = {
  id: 'cmp_testtesttesttesttest',
  name: 'Test Company',
  slug: 'test-company',
  locale: 'fr',
  description: null,
  website: null,
  privacy: null,
  currency: null,
}

const ignore = () => {}
const ignoreAsync = async () => {}

/** Makes deps with stores in memory for the server's own functions. The rest does nothing: log, metrics, limits, mail and activity. */
export function createBoardDeps({ apiKey, scopes, now, canWait, getOrigin }: BoardOptions): Deps {
  const applications = createMemoryApplicationStore(new Map(), { now })
  const mailboxes = createMemoryMailboxStore()
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const metrics = {
    ...{ requestBegan: ignore, requestEnded: ignore, mailboxSeen: ignore, mailboxesMeasured: ignore },
    ...{ acceptRetried: ignore, applicationsAccepted: ignore, waitersChanged: ignore },
    ...{ workKnown: ignore, workFailed: ignore },
  }
  const background = createBackground({ log, metrics })
  const mailbox = createMailbox({ mailboxes, applications, background, now, log, metrics })
  const key: ApiKey = {
    ...{ id: 'key_testtesttesttesttest', companyId: company.id, name: 'test', scopes, prefix: 'bwk', last4: 'test' },
    ...{ createdBy: 'operator', createdAt: new Date(now()), lastUsedAt: null, lastPushAt: null, lastPollAt: null },
    ...{ revokedAt: null, revokesAt: null, replaces: null },
  }
  return createPartialDeps({
    now,
    soundNow: now,
    log,
    metrics,
    settings: {
      get publicUrl() {
        return getOrigin()
      },
      jobBoardId: 'boardwalk',
      trustProxy: 0,
      sendsMail: false,
    },
    companies: {
      find: async (companyId) => (companyId === company.id ? company : undefined),
      recallSlug: () => company.slug,
    },
    apiKeys: {
      find: async () => key,
      findByHash: async (hash) => (hash === hashKey(apiKey) ? key : undefined),
    },
    jobs: createMemoryJobStore(),
    applications,
    heldApplications: createMemoryHeldStore(),
    users: { list: async () => [] },
    cvs: createMemoryCvStore(),
    cvUploads: createMemoryCvUploadStore(),
    mailbox: canWait ? mailbox : { ...mailbox, enterWaiters: () => undefined },
    readPage: createReadPage({ applications }),
    cvSecrets: [randomBytes(32).toString('hex')],
    background,
    limits: { countKeyRequest: ignoreAsync, countWrongKey: ignoreAsync },
    admission: { admit: ignoreAsync, watch: ignore },
    auditEvents: { newId: () => '', insert: ignoreAsync },
    mails: { insert: ignoreAsync, cancel: ignoreAsync },
    mailLimit: { takeConfirmation: async () => undefined },
    journal: { newId: () => '', append: ignoreAsync },
    recorder: { note: ignore },
    keyUses: { note: ignore },
  })
}
