import type { MailboxContent, MailboxStore } from './mailbox-store.ts'

const emptyMailbox: MailboxContent = { clock: new Date(0), lastDate: new Date(0), inbox: [], shutOuts: 0 }

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

  const without = ({ inbox }: MailboxContent, applicationIds: string[]) =>
    inbox.filter(({ id }) => !applicationIds.includes(id))

  return {
    read: async (companyId) => find(companyId),
    async push(companyId, applications, shutOuts) {
      const mailbox = find(companyId)
      const [first] = applications
      const last = applications.at(-1)
      if (first === undefined || last === undefined) return true
      const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
      if (isKnown || mailbox.clock >= first.date || mailbox.shutOuts !== shutOuts) return false
      change(companyId, { clock: last.date, lastDate: last.date, inbox: [...mailbox.inbox, ...applications] })
      return true
    },
    raiseClock: async (companyId, now) => change(companyId, { clock: later(find(companyId).clock, now) }),
    async advance(companyId, { clock, lastDate }) {
      const before = find(companyId)
      return change(companyId, { clock: later(before.clock, clock), lastDate: later(before.lastDate, lastDate) })
    },
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
