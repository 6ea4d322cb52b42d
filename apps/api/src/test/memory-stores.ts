import type { Application, ApplicationFilter } from '../feature/application/application.ts'
import type { MailboxContent, MailboxStore } from '../feature/application/mailbox-store.ts'
import { type ApplicationStore, erasedFields } from '../feature/application/store.ts'

export type MailboxStores = { mailboxes: MailboxStore; applications: ApplicationStore }

/** What was stored at one moment. */
export interface Snapshot {
  mailboxes: Map<string, MailboxContent>
  applications: Map<string, Application>
}

/** Stores whose whole content can be compared, and looked at as it was. */
export type MemoryStores = MailboxStores & { content: () => unknown; snapshot: () => Snapshot }

/** The reads of both stores, as they were answered at that moment. */
export const readsAt = ({ mailboxes, applications: stored }: Snapshot) => ({
  mailboxes: {
    read: async (companyId: string) => structuredClone(mailboxes.get(companyId) ?? newMailbox()),
  } satisfies Partial<MailboxStore>,
  applications: {
    findByIds: async (companyId, ids) =>
      [...stored.values()].filter((application) => application.companyId === companyId && ids.includes(application.id)),
    list: async (filter, { page, pageSize }) => matching(stored, filter).slice((page - 1) * pageSize, page * pageSize),
    count: async (filter) => matching(stored, filter).length,
    listOfPerson: async (companyId, email) =>
      [...stored.values()].filter((application) => application.companyId === companyId && application.email === email),
  } satisfies Partial<ApplicationStore>,
})

const newMailbox = (): MailboxContent => ({ clock: new Date(0), lastDate: new Date(0), inbox: [], shutOuts: 0 })

/**
 * The mailbox's two stores in memory, each call atomic as it is on one document of MongoDB. A push on other
 * terms, and an insert over what is stored, are wrong: that is for a test to find.
 */
export function memoryStores({ mayPush = isAfterAll, keepsStored = true } = {}): MemoryStores {
  const mailboxes = new Map<string, MailboxContent>()
  const stored = new Map<string, Application>()

  const mailboxOf = (companyId: string): MailboxContent => {
    const found = mailboxes.get(companyId) ?? newMailbox()
    mailboxes.set(companyId, found)
    return found
  }

  const reads = readsAt({ mailboxes, applications: stored })
  return {
    content: () => [...mailboxes.values(), ...stored.values()],
    snapshot: () => ({ mailboxes: structuredClone(mailboxes), applications: new Map(stored) }),
    mailboxes: {
      read: async (companyId) => structuredClone(mailboxOf(companyId)),
      async push(companyId, applications, shutOuts) {
        const mailbox = mailboxOf(companyId)
        const [first] = applications
        const last = applications.at(-1)
        if (first === undefined || last === undefined) return true
        const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
        if (isKnown || !mayPush(mailbox, first.date, shutOuts)) return false
        mailbox.clock = mailbox.lastDate = last.date
        mailbox.inbox.push(...applications)
        return true
      },
      async raiseClock(companyId, now) {
        const mailbox = mailboxOf(companyId)
        if (now > mailbox.clock) mailbox.clock = now
        return structuredClone(mailbox)
      },
      async advance(companyId, { clock, lastDate }) {
        const mailbox = mailboxOf(companyId)
        if (clock > mailbox.clock) mailbox.clock = clock
        if (lastDate > mailbox.lastDate) mailbox.lastDate = lastDate
        return structuredClone(mailbox)
      },
      async pull(companyId, ids) {
        const mailbox = mailboxOf(companyId)
        mailbox.inbox = mailbox.inbox.filter(({ id }) => !ids.includes(id))
      },
      async shutOut(companyId, ids) {
        const mailbox = mailboxOf(companyId)
        mailbox.inbox = mailbox.inbox.filter(({ id }) => !ids.includes(id))
        mailbox.shutOuts++
      },
    },
    applications: {
      async insertNew(_companyId, delivered) {
        const before = delivered.flatMap(({ id, date }) => {
          const found = stored.get(id)
          return found !== undefined && found.date.getTime() !== date.getTime() ? [found] : []
        })
        for (const application of delivered)
          if (!keepsStored || !stored.has(application.id)) stored.set(application.id, application)
        return before
      },
      ...reads.applications,
      async erase(_companyId, id, erasedAt) {
        const application = stored.get(id)
        if (application !== undefined) stored.set(id, { ...application, ...erasedFields, erasedAt })
      },
      newestDate: unasked,
      lookUp: unasked,
      countByJob: unasked,
      setStatus: unasked,
      countAll: unasked,
      countByDay: unasked,
    },
  }
}

function isAfterAll(mailbox: MailboxContent, first: Date, shutOuts: number): boolean {
  return mailbox.clock < first && mailbox.shutOuts === shutOuts
}

const unasked = () => Promise.reject(new Error('the mailbox and its readers do not ask this'))

function matching(
  stored: Map<string, Application>,
  { companyId, jobId, afterMs, throughMs }: ApplicationFilter,
): Application[] {
  return [...stored.values()]
    .filter((application) => application.companyId === companyId)
    .filter((application) => jobId === undefined || application.jobId === jobId)
    .filter(({ date }) => date.getTime() > afterMs && date.getTime() <= throughMs)
    .sort((a, b) => a.date.getTime() - b.date.getTime())
}
