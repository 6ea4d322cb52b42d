import { fileURLToPath } from 'node:url'
import type { Company } from '@boardwalk/core/company/service'
import type { Connection } from '@boardwalk/core/db/connection'
import { createRetry, DATABASE_WAIT_MS, retryEachCall } from '@boardwalk/core/db/retry'
import { type Deps as CoreDeps, type CoreOptions, createCoreDeps, createCoreStores } from '@boardwalk/core/deps'
import { createMetrics } from '@boardwalk/core/process/metrics'
import { createNoteStore } from './feature/desk/note-store.ts'
import { createMailLimit } from './feature/mail/limit-store.ts'
import { createMailStore } from './feature/mail/store.ts'
import { createPictures, type PictureProgram, type Pictures } from './feature/picture/process.ts'
import { createSignInLimit } from './feature/user/limit-store.ts'
import { createSecondFactorStore } from './feature/user/second-factor-store.ts'
import { createSessionRecords } from './feature/user/session-store.ts'
import { createUserStore } from './feature/user/store.ts'
import type { PartState, PartStates, PartValues, StoreTools } from './part-state.ts'
import type { SiteSlots } from './site/page-site.ts'
import { createSpool, type Spool } from './site/spool.ts'

/** Makes the stores of the board and its parts. Each of their calls is retried while the database changes its primary. */
export function createStores(
  connection: Connection,
  parts: readonly { name: string; state?: PartState }[] = [],
  retry = createRetry(DATABASE_WAIT_MS),
) {
  const core = createCoreStores(connection, retry)
  const { createLimiter } = core
  const withRetry = <Store extends object>(store: Store) => retryEachCall(store, retry)
  const tools: StoreTools = { createStore: (create) => withRetry(create(connection)), createLimiter }
  return {
    ...core,
    partStores: parts.flatMap(({ name, state }) => (state ? [{ name, state, stores: state.openStores(tools) }] : [])),
    notes: withRetry(createNoteStore(connection)),
    users: withRetry(createUserStore(connection)),
    secondFactors: withRetry(createSecondFactorStore(connection)),
    sessions: withRetry(createSessionRecords(connection)),
    signInLimit: withRetry(createSignInLimit(createLimiter)),
    mails: withRetry(createMailStore(connection)),
    mailLimit: withRetry(createMailLimit(createLimiter)),
  }
}
type Stores = ReturnType<typeof createStores>

/** Everything that a function of the server may need. Each takes it whole, as its first argument. */
export interface Deps extends CoreDeps, Omit<Stores, 'mailboxes' | 'createLimiter' | 'partStores'> {
  /** What the parts keep. Each reads its own with the function of its `state.ts`. */
  partStates: PartStates
  /** What the parts add to the public pages. */
  siteSlots: readonly SiteSlots[]
  /** Each lists what a part has to say in the daily digest of a company. */
  digestLists: readonly ((company: Company) => Promise<string[]>)[]
  /** Draws pictures in another process. */
  pictures: Pictures
  /** Writes files to the disk while they arrive. */
  spool: Pick<Spool, 'write'>
}

/** The built program that draws pictures, beside the built server. */
const PICTURE_PROGRAM = fileURLToPath(new URL('./pictures.js', import.meta.url))

interface BoardOptions {
  pictureProgram: PictureProgram
  /** What the operator has set for the parts. */
  partSettings: PartValues
}

/** Makes deps that have no listeners: listeners.ts adds who listens. */
export function createDeps(
  stores: Stores,
  {
    metrics = createMetrics(),
    pictureProgram = { file: PICTURE_PROGRAM, execArgv: [] },
    partSettings = {},
    ...options
  }: Omit<CoreOptions, 'metrics'> & Partial<Pick<CoreDeps, 'metrics'> & BoardOptions>,
): Deps {
  const { settings, log, now } = options
  const { mailboxes, createLimiter, partStores, ...own } = stores
  const core = createCoreDeps(stores, { ...options, metrics })
  const tools = { createRecorder: core.createRecorder, settings, metrics, now }
  return {
    ...own,
    ...core,
    spool: createSpool(settings.spoolFolder),
    pictures: createPictures({ program: pictureProgram, log }),
    partStates: new Map(
      partStores.map(({ name, state, stores }) => {
        const own = partSettings[name] ?? {}
        return [state, state.create(stores, { ...tools, own })]
      }),
    ),
    siteSlots: [],
    digestLists: [],
  }
}
