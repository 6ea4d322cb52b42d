import type { AuditStore } from '@boardwalk/core/activity/audit-store'
import type { CvStore, CvUploadStore } from '@boardwalk/core/cv/store'
import type { Deps } from '@boardwalk/core/deps'
import type { Application, NewApplication } from '@boardwalk/core/intake/application'
import { eraseApplication } from '@boardwalk/core/intake/erase'
import { type Acceptance, createMailbox, type Mailbox } from '@boardwalk/core/intake/mailbox'
import { createMemoryHeldStore } from '@boardwalk/core/intake/memory-store'
import { createReadPage } from '@boardwalk/core/intake/page'
import { type Poll, poll, pollChanges } from '@boardwalk/core/intake/poll'
import { createPartialDeps } from '@boardwalk/core/partial-deps'
import type { Background } from '@boardwalk/core/process/background'
import type { ApplicationStatus } from '@boardwalk/schema/application'
import type { MailboxStores } from './memory-stores.ts'
import { testSettings } from './settings.ts'

/* The actors in the tests of the mailbox: API processes around the real services, pollers, and a record of the promises. */

/**
 * What the poller sends as `since`: the last date it saw, the header of the answer, or when its last poll began. It may declare
 * with `synced` that the board gave it its `since`.
 */
export const pollStyles = [
  'last date',
  'x-synced-through',
  'time of the poll',
  'declared x-synced-through',
  'time of the poll, then declared x-synced-through',
] as const
/** Callers who may miss an application. */
export const carelessPollStyles = [
  'declared time of the poll',
  'declared x-synced-through, then time of the poll',
] as const
export type PollStyle = (typeof pollStyles | typeof carelessPollStyles)[number]

/** What a poller sends. */
export interface PollQuery {
  since: Date | undefined
  /** Whether it declares that the board gave it its `since`. */
  synced?: boolean
  pageSize: number
}

/** What an API process does for its callers. */
export interface ApiProcess {
  accept(application: NewApplication): Promise<Acceptance>
  poll(query: PollQuery): Promise<Poll>
  pollChanges(query: PollQuery): Promise<Poll>
  /** Sets a status. `token` names the change, so that no two changes of a test have the same. */
  setStatus(change: { id: string; status: ApplicationStatus; token: string }): Promise<void>
  erase(id: string): Promise<unknown>
}

/** Makes the name of an erasure. An application is erased once, so its id is enough. */
const ERASURE = 'erasure'

interface ApiProcessOptions {
  companyId: string
  now: () => number
  cvs?: CvStore
  /** By default the process does nothing in the background. */
  background?: Pick<Background, 'run'>
  /** Makes tokens that no other process makes. */
  newToken?: () => string
  /** Changes how the process uses its mailbox. A test breaks this to show that the checker notices. */
  misuse?: Misuse | undefined
}

export type Misuse = (mailbox: Mailbox, now: () => number) => Mailbox

export function createApiProcess(
  { mailboxes, applications }: MailboxStores,
  {
    companyId,
    now,
    cvs = noCvs,
    background = nothingHeld.background,
    newToken,
    misuse = (same) => same,
  }: ApiProcessOptions,
): ApiProcess {
  const log = { warn: () => {} }
  const mailboxDeps = { mailboxes, applications, background, now, log, metrics: noMetrics }
  const mailbox = misuse(createMailbox({ ...mailboxDeps, ...(newToken && { newToken }) }), now)
  const settings = { ...testSettings, publicUrl: '' }
  // Made for the first poll, because most processes of a model never poll.
  let pollDeps: Deps | undefined
  const createPollDeps = () => {
    const readPage = createReadPage({ applications })
    return createPartialDeps({
      mailbox,
      applications,
      readPage,
      jobNames: noJobNames,
      cvSecrets: [''],
      now,
      soundNow: now,
      settings,
    })
  }
  const unread = { auditEvents: noAudit, journal: noJournal }
  // A random token would make each run of a model another one.
  const eraseDeps = createPartialDeps({
    cvs,
    cvUploads: noUploads,
    listeners: [],
    holders: [],
    ...unread,
    ...nothingHeld,
    background,
    now,
    applications: {
      ...applications,
      erase: (company, id, at) => applications.erase(company, id, at, ERASURE),
    },
    mailbox: {
      ...mailbox,
      assignPositions: (company, changes) =>
        mailbox.assignPositions(
          company,
          changes.map(({ id }) => ({
            id,
            token: ERASURE,
          })),
        ),
    },
  })
  return {
    accept: mailbox.accept,
    poll(query) {
      pollDeps ??= createPollDeps()
      return poll(pollDeps, { companyId }, { ...query, page: 1 })
    },
    pollChanges(query) {
      pollDeps ??= createPollDeps()
      return pollChanges(pollDeps, companyId, query)
    },
    async setStatus({ id, status, token }) {
      const by = { by: 'api', actor: 'key', at: new Date(0) } as const
      await applications.updateEach(companyId, [{ id, status, token, ...by }])
      await mailbox.assignPositions(companyId, [{ id, token }])
    },
    erase: (id) => eraseApplication(eraseDeps, { companyId, email: '' }, { id, allOfPerson: false }),
  }
}

/** Metrics that no test reads. */
export const noMetrics = {
  mailboxRead: () => {},
  mailboxesMeasured: () => {},
  acceptRetried: () => {},
  applicationsAccepted: () => {},
  waitersChanged: () => {},
  workKnown: () => {},
  workFailed: () => {},
}

/** A journal that no test reads. */
export const noJournal = { newId: () => '', append: async () => {} }

/** Nothing is held back, so nothing is let in. */
export const nothingHeld = {
  heldApplications: createMemoryHeldStore(),
  background: { run: () => {} },
}

/** An audit trail that no test reads. An erasure only writes to it. */
export const noAudit = { newId: () => '', insert: async () => {} } as unknown as AuditStore

/** A store without uploads of CVs. */
export const noUploads = { abandon: async () => [] } as unknown as CvUploadStore

/** A store of CVs from which CVs are only removed. */
export const noCvs = { removeAllForApplication: async () => {} } as unknown as CvStore

// These polls only read the external ids of jobs, and these jobs have none.
const noJobNames = { findExternalIds: async () => new Map() }

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

/** In each poll, what a poller takes as its next `since`, and whether it declares it. The last one is for all later polls. */
const cursorsOf: Record<PollStyle, { by: 'last date' | 'x-synced-through' | 'time of the poll'; synced: boolean }[]> = {
  'last date': [{ by: 'last date', synced: false }],
  'x-synced-through': [{ by: 'x-synced-through', synced: false }],
  'time of the poll': [{ by: 'time of the poll', synced: false }],
  'declared x-synced-through': [{ by: 'x-synced-through', synced: true }],
  'time of the poll, then declared x-synced-through': [
    { by: 'time of the poll', synced: false },
    { by: 'x-synced-through', synced: true },
  ],
  'declared time of the poll': [{ by: 'time of the poll', synced: true }],
  'declared x-synced-through, then time of the poll': [
    { by: 'x-synced-through', synced: true },
    { by: 'time of the poll', synced: false },
  ],
}

/** Makes a caller of the integration API that continues from its last answer. */
export function createPoller(style: PollStyle, pageSize: number, now: () => number) {
  const seen: { id: string; date: Date }[] = []
  const cursors = [...cursorsOf[style]]
  let synced = style === 'declared x-synced-through'
  // The beginning is before every watermark, so a caller may declare it, too.
  let since = synced ? new Date(0) : undefined
  /** Takes the answer to a poll that began at an instant. Returns whether something was new. */
  function take({ list, syncedThrough }: Poll, startedAt: Date): boolean {
    const { candidates, total } = list
    seen.push(...candidates.map(({ id, date }) => ({ id, date: new Date(date) })))
    const last = candidates.at(-1)
    const cursor = cursors.length > 1 ? cursors.shift() : cursors[0]
    synced = cursor?.synced === true
    if (cursor?.by === 'x-synced-through') since = syncedThrough
    else if (cursor?.by === 'time of the poll' && candidates.length === total) since = startedAt
    else if (last !== undefined) since = new Date(last.date)
    return candidates.length > 0
  }
  return {
    take,
    /** Polls once. Returns whether something was new. */
    async poll(process: Pick<ApiProcess, 'poll'>): Promise<boolean> {
      const startedAt = new Date(now())
      return take(await process.poll({ since, synced, pageSize }), startedAt)
    },
    /** Throws if a promise was broken. Call it when polls bring nothing new. */
    check(accepted: ReadonlySet<string>): void {
      const ids = seen.map(({ id }) => id)
      for (const id of accepted)
        if (!ids.includes(id)) throw new Error(`${id} was accepted, and a poller by ${style} never saw it`)
      if (cursorsOf[style].some(({ by }) => by === 'time of the poll')) return
      if (new Set(ids).size < ids.length) throw new Error(`a poller by ${style} saw one twice: ${ids.join()}`)
      const isRising = seen.every(({ date }, at) => at === 0 || date > (seen[at - 1]?.date ?? date))
      if (!isRising) throw new Error(`a poller by ${style} saw dates that do not rise`)
    },
  }
}

/** What a caller knows of an application: its status, or that it is erased. */
type State = ApplicationStatus | 'erased'

export const readState = ({ status, erasedAt }: Pick<Application, 'status'> & { erasedAt?: unknown }): State =>
  erasedAt === undefined || erasedAt === null ? status : 'erased'

/** Makes a caller of the list of changes that has some new applications, and continues from `x-synced-through`. */
export function createFollower({ known, ...query }: PollQuery & { known: string[]; since: Date }) {
  let { since } = query
  /** By application, what the last answer with it showed. */
  const seen = new Map<string, State>(known.map((id) => [id, 'PENDING']))
  return {
    /** Polls once. Returns whether something was new. Throws if the answer is not in order after the last one. */
    async poll(process: ApiProcess): Promise<boolean> {
      const { list, syncedThrough } = await process.pollChanges({ ...query, since })
      if (syncedThrough === undefined || syncedThrough < since) throw new Error('the cursor of a follower went back')
      let before = since
      for (const candidate of list.candidates) {
        const position = new Date(new Date(candidate.date) > since ? candidate.date : candidate.changedAt)
        if (position <= before || position > syncedThrough) throw new Error('a follower saw positions that do not rise')
        before = position
        seen.set(candidate.id, readState(candidate))
      }
      since = syncedThrough
      return list.candidates.length > 0
    },
    /** Throws if the follower does not know one of these states. */
    check(states: ReadonlyMap<string, State>): void {
      for (const [id, state] of states)
        if (seen.get(id) !== state) throw new Error(`${id} is ${state}, and a follower never saw it`)
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
  return { id, companyId, jobId: 1, status: 'PENDING', cvId, contentDigest: '', ...person, ...leftOut }
}
