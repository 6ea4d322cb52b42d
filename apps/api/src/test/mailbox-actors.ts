import type { Deps } from '../deps.ts'
import type { AuditStore } from '../feature/activity/audit-store.ts'
import type { Application, NewApplication } from '../feature/application/application.ts'
import { eraseApplication } from '../feature/application/erase.ts'
import { type Acceptance, createMailbox, type Mailbox } from '../feature/application/mailbox.ts'
import { createMemoryHeldStore } from '../feature/application/memory-store.ts'
import { createReadPage } from '../feature/application/page.ts'
import { type Poll, poll } from '../feature/application/poll.ts'
import type { CvStore, CvUploadStore } from '../feature/cv/store.ts'
import type { JobStore } from '../feature/job/store/job-store.ts'
import type { Background } from '../process/background.ts'
import { createPartialDeps } from '../sandbox/partial-deps.ts'
import type { MailboxStores } from './memory-stores.ts'
import { testSettings } from './settings.ts'

/* The actors in the tests of the mailbox: API processes around the real services, pollers, and a record of the promises. */

/** What the poller sends as `since`: the last date it saw, the header of the answer, or when its last poll began. */
export const pollStyles = ['last date', 'x-synced-through', 'time of the poll'] as const
export type PollStyle = (typeof pollStyles)[number]

/** What an API process does for its callers. */
export interface ApiProcess {
  accept(application: NewApplication): Promise<Acceptance>
  poll(since: Date | undefined, pageSize: number): Promise<Poll>
  erase(id: string): Promise<unknown>
}

interface ApiProcessOptions {
  companyId: string
  now: () => number
  cvs?: CvStore
  /** By default the process does nothing in the background. */
  background?: Pick<Background, 'run'>
  /** Changes how the process uses its mailbox. A test breaks this to show that the checker notices. */
  misuse?: Misuse | undefined
}

export type Misuse = (mailbox: Mailbox, now: () => number) => Mailbox

export function createApiProcess(
  { mailboxes, applications }: MailboxStores,
  { companyId, now, cvs = noCvs, background = nothingHeld.background, misuse = (same) => same }: ApiProcessOptions,
): ApiProcess {
  const log = { warn: () => {} }
  const mailbox = misuse(createMailbox({ mailboxes, applications, background, now, log, metrics: noMetrics }), now)
  const settings = { ...testSettings, publicUrl: '' }
  // Made for the first poll, because most processes of a model never poll.
  let pollDeps: Deps | undefined
  const createPollDeps = () => {
    const readPage = createReadPage({ applications })
    return createPartialDeps({
      ...{ mailbox, applications, readPage, jobs: noJobs, cvSecrets: [''], now, soundNow: now, settings },
    })
  }
  const unread = { auditEvents: noAudit, journal: noJournal, mails: noMails }
  const eraseDeps = createPartialDeps({
    ...{ mailbox, applications, cvs, cvUploads: noUploads, ...unread, ...nothingHeld, background, now },
  })
  return {
    accept: mailbox.accept,
    poll(since, pageSize) {
      pollDeps ??= createPollDeps()
      return poll(pollDeps, { companyId }, { since, page: 1, pageSize })
    },
    erase: (id) => eraseApplication(eraseDeps, { companyId, email: '' }, { id, allOfPerson: false }),
  }
}

/** Metrics that no test reads. */
export const noMetrics = {
  ...{ mailboxSeen: () => {}, mailboxesMeasured: () => {}, acceptRetried: () => {} },
  ...{ applicationsAccepted: () => {}, workKnown: () => {}, workFailed: () => {} },
}

/** A journal that no test reads. */
export const noJournal = { newId: () => '', append: async () => {} }

/** A mail store without mails. */
export const noMails = { insert: async () => {}, cancel: async () => {} }

/** Nothing is held back, so nothing is let in. */
export const nothingHeld = {
  heldApplications: createMemoryHeldStore(),
  background: { run: () => {} },
  mailLimit: { takeConfirmation: async () => undefined },
  settings: { sendsMail: false },
}

/** An audit trail that no test reads. An erasure only writes to it. */
export const noAudit = { newId: () => '', insert: async () => {} } as unknown as AuditStore

/** A store without uploads of CVs. */
export const noUploads = { abandon: async () => [] } as unknown as CvUploadStore

/** A store of CVs from which CVs are only removed. */
export const noCvs = { removeAllForApplication: async () => {} } as unknown as CvStore

// A poll only reads the external ids of jobs, and these jobs have none.
const noJobs = { findExternalIds: async () => new Map() } as unknown as JobStore

/** Records what applicants were told, and checks it. */
export function createAcceptances() {
  const ids = new Set<string>()
  const dates = new Map<string, number>()
  /** By application, the CVs that are removed because the answer says that the application has another one. */
  const removedCvs = new Map<string, string[]>()
  return {
    ids,
    /** Notes an acceptance. Throws if a form that was sent again has another date than before. */
    note({ id, cvId }: NewApplication, { date, hasCv }: Acceptance): void {
      ids.add(id)
      if (hasCv === undefined) return
      if ((dates.get(id) ?? date.getTime()) !== date.getTime()) throw new Error(`${id} was accepted on two dates`)
      dates.set(id, date.getTime())
      if (!hasCv) removedCvs.set(id, [...(removedCvs.get(id) ?? []), cvId ?? ''])
    },
    /** Throws if the CV of an application was removed. If an application is there twice, the last one counts. */
    check(applications: Application[]): void {
      for (const { id, cvId } of new Map(applications.map((application) => [application.id, application])).values())
        if (removedCvs.get(id)?.includes(cvId ?? '')) throw new Error(`the CV of ${id} was removed`)
    },
  }
}

/** Makes a caller of the integration API that continues from its last answer. */
export function createPoller(style: PollStyle, pageSize: number, now: () => number) {
  const seen: { id: string; date: Date }[] = []
  let since: Date | undefined
  /** Takes the answer to a poll that began at an instant. Returns whether something was new. */
  function take({ list, syncedThrough }: Poll, startedAt: Date): boolean {
    const { candidates, total } = list
    seen.push(...candidates.map(({ id, date }) => ({ id, date: new Date(date) })))
    const last = candidates.at(-1)
    if (style === 'x-synced-through') since = syncedThrough
    else if (style === 'time of the poll' && candidates.length === total) since = startedAt
    else if (last !== undefined) since = new Date(last.date)
    return candidates.length > 0
  }
  return {
    take,
    /** Polls once. Returns whether something was new. */
    async poll(process: ApiProcess): Promise<boolean> {
      const startedAt = new Date(now())
      return take(await process.poll(since, pageSize), startedAt)
    },
    /** Throws if a promise was broken. Call it when polls bring nothing new. */
    check(accepted: ReadonlySet<string>): void {
      const ids = seen.map(({ id }) => id)
      for (const id of accepted)
        if (!ids.includes(id)) throw new Error(`${id} was accepted, and a poller by ${style} never saw it`)
      if (style === 'time of the poll') return
      if (new Set(ids).size < ids.length) throw new Error(`a poller by ${style} saw one twice: ${ids.join()}`)
      const isRising = seen.every(({ date }, at) => at === 0 || date > (seen[at - 1]?.date ?? date))
      if (!isRising) throw new Error(`a poller by ${style} saw dates that do not rise`)
    },
  }
}

/** Makes a call when its turn comes. `name` is the function of the store, and `args` are its arguments. */
type Call = <Result>(work: () => Promise<Result>, name: string, args: unknown[]) => Promise<Result>

/** Wraps a store so that each call of its functions goes through `call`. */
export function stepwise<Store extends object>(store: Store, call: Call): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function' || typeof name !== 'string') return method
      return (...args: unknown[]) => call(async () => method(...args), name, args)
    },
  })
}

export function stepwiseStores({ mailboxes, applications }: MailboxStores, call: Call): MailboxStores {
  return { mailboxes: stepwise(mailboxes, call), applications: stepwise(applications, call) }
}

export function newApplication(companyId: string, id: string, cvId: string | null = null): NewApplication {
  const person = { firstName: 'Salma', lastName: 'Bennani', email: 'salma@example.com' }
  const leftOut = { phone: '', linkedinUrl: '', message: '' }
  return { id, companyId, jobId: 1, status: 'PENDING', cvId, ...person, ...leftOut }
}
