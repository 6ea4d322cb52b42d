import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type Background, createBackground } from './background.ts'
import { apiKeyStore } from './feature/api-key/store.ts'
import { createMailbox, type Mailbox } from './feature/application/mailbox.ts'
import { mailboxStore } from './feature/application/mailbox-store.ts'
import { applicationStore } from './feature/application/store.ts'
import { companyStore } from './feature/company/store.ts'
import { cvStore } from './feature/cv/store.ts'
import { jobStore } from './feature/job/store.ts'

export interface Settings {
  /** Where people reach the server, without a slash at the end. */
  publicUrl: string
  /** What a candidate's `jobBoardId` says. */
  jobBoardId: string
  keyPrefix: string
}

/** All that is stored, by feature. */
export function createStores(connection: Connection) {
  return {
    companies: companyStore(connection),
    apiKeys: apiKeyStore(connection),
    jobs: jobStore(connection),
    mailboxes: mailboxStore(connection),
    applications: applicationStore(connection),
    cvs: cvStore(connection),
  }
}
type Stores = ReturnType<typeof createStores>

/** All that the services work with. Each takes the few it needs. */
export interface Deps extends Omit<Stores, 'mailboxes'> {
  settings: Settings
  log: Logger
  /** Milliseconds since 1970. */
  now: () => number
  background: Background
  mailbox: Mailbox
  /** Signs links to CVs. */
  cvSecret: string
}

export function createDeps(
  { mailboxes, ...stores }: Stores,
  { settings, log, now, cvSecret }: Pick<Deps, 'settings' | 'log' | 'now' | 'cvSecret'>,
): Deps {
  const { applications } = stores
  return {
    ...stores,
    settings,
    log,
    now,
    cvSecret,
    background: createBackground(log),
    mailbox: createMailbox({ mailboxes, applications, now, log, random: Math.random }),
  }
}
