import type { MailboxContent, MailboxStore } from './mailbox-store.ts'

const start = new Date(0)
const emptyMailbox: MailboxContent = { clock: start, lastDate: start, inbox: [], shutOuts: 0, toldTime: start }

const later = (a: Date, b: Date): Date => (a < b ? b : a)

/**
 * Keeps mailboxes in a map, by company. Each call is one step, as each is one operation on one document in MongoDB. A change
 * puts a new mailbox into the map and never changes the old one, so a copy of the map does not change.
 */
export function createMemoryMailboxStore(mailboxes = new Map<string, MailboxContent>()): MailboxStore {
  const find = (companyId: string): MailboxContent => mailboxes.get(companyId) ?? emptyMailbox

  function change(companyId: string, changes: Partial<MailboxContent>): MailboxContent {
    const changed = { ...find(companyId), ...changes }
    mailboxes.set(companyId, changed)
    return changed
  }

  function raise(companyId: string, { clock, lastDate }: Pick<MailboxContent, 'clock' | 'lastDate'>): MailboxContent {
    const before = find(companyId)
    return change(companyId, {
      clock: later(before.clock, clock),
      lastDate: later(before.lastDate, lastDate),
      toldTime: later(before.toldTime, clock),
    })
  }

  const without = ({ inbox }: MailboxContent, applicationIds: string[]) =>
    inbox.filter(({ id }) => !applicationIds.includes(id))

  return {
    read: async (companyId) => find(companyId),
    async push(companyId, applications, { now, lastDateMax, shutOuts }) {
      if (applications.length === 0) return []
      const { clock, toldTime, ...mailbox } = find(companyId)
      const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
      const isFull = clock.getTime() + applications.length > lastDateMax.getTime()
      if (isKnown || isFull || mailbox.shutOuts !== shutOuts) return undefined
      const firstMs = later(now, new Date(clock.getTime() + 1)).getTime()
      const pushed = applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
      const lastDate = new Date(firstMs + applications.length - 1)
      const inbox = [...mailbox.inbox, ...pushed]
      change(companyId, { clock: lastDate, lastDate, inbox, toldTime: later(toldTime, now) })
      return pushed
    },
    raiseClock: async (companyId, clock) => raise(companyId, { clock, lastDate: start }),
    advance: async (companyId, instants) => raise(companyId, instants),
    async pull(companyId, applicationIds) {
      change(companyId, { inbox: without(find(companyId), applicationIds) })
    },
    listWaitingDates: async () => [...mailboxes.values()].flatMap(({ inbox }) => inbox.map(({ date }) => date)),
    async shutOut(companyId, applicationIds) {
      const before = find(companyId)
      change(companyId, { inbox: without(before, applicationIds), shutOuts: before.shutOuts + 1 })
    },
  }
}
