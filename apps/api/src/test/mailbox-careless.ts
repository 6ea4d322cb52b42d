import type { Application } from '@boardwalk/core/intake/application'
import type { Mailbox } from '@boardwalk/core/intake/mailbox'
import type { MailboxContent, Push } from '@boardwalk/core/intake/mailbox-store'
import type { Model } from './mailbox-model.ts'
import { type MailboxStores, type MemoryStores, memoryStores } from './memory-stores.ts'

/** Mistakes that a careless change could make in the database calls or in their order. */
export const careless: Record<string, Pick<Model, 'stores' | 'misuse' | 'misuseMailbox' | 'isCausal'>> = {
  'reads without a session, which a new primary may answer with older data than this process has seen': {
    isCausal: false,
  },
  'a push that does not compare with the watermark': {
    stores: () => storesThatPush(({ now }) => now),
  },
  'a push with exactly the date of the watermark': {
    stores: () => storesThatPush(({ now }, { watermark }) => (watermark < now ? now : watermark)),
  },
  'a poll that does not raise the watermark': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: { ...mailboxes, raiseWatermark: mailboxes.read },
    }),
  },
  'a poll that delivers nothing': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: {
        ...mailboxes,
        raiseWatermark: async (companyId, now) => ({ ...(await mailboxes.raiseWatermark(companyId, now)), inbox: [] }),
      },
    }),
  },
  'a poll that reads the applications before the mailbox': { misuse: readingFirst },
  'a poll that reads past its watermark': {
    misuse: ({ mailboxes, applications }) => ({
      mailboxes,
      applications: {
        ...applications,
        list: (filter, paging) => applications.list({ ...filter, throughMs: 8.64e15 }, paging),
      },
    }),
  },
  'a poll that begins at the last date that it has seen, not after it': {
    misuse: ({ mailboxes, applications }) => ({
      mailboxes,
      applications: {
        ...applications,
        list: (filter, paging) => applications.list({ ...filter, afterMs: filter.afterMs - 1 }, paging),
      },
    }),
  },
  'a delivery that empties the inbox before it stores': { misuse: pullingFirst },
  'a delivery that empties the whole inbox': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: {
        ...mailboxes,
        async pull(companyId) {
          const { inbox } = await mailboxes.read(companyId)
          await mailboxes.pull(
            companyId,
            inbox.map(({ id }) => id),
          )
        },
      },
    }),
  },
  'a delivery that stores nothing if the date is not the newest': {
    misuse: ({ mailboxes, applications }) => ({
      mailboxes,
      applications: {
        ...applications,
        insertNew: async (companyId, delivered) => applications.insertNew(companyId, delivered.slice(-1)),
      },
    }),
  },
  'a push that does not check the fencing token': {
    stores: () =>
      storesThatPush(({ now }, { watermark }) => new Date(Math.max(now.getTime(), watermark.getTime() + 1)), false),
  },
  'a delivery that overwrites stored applications': { stores: storesThatOverwrite },
  'a delivery that does not return what was stored before': {
    misuse: ({ mailboxes, applications }) => ({
      mailboxes,
      applications: {
        ...applications,
        async insertNew(companyId, delivered) {
          await applications.insertNew(companyId, delivered)
          return []
        },
      },
    }),
  },
  'a poll that uses a snapshot from before its cursor': {
    misuseMailbox: (mailbox) => ({
      ...mailbox,
      synchroniseForPoll: (companyId, { isSynced }) => mailbox.synchroniseForPoll(companyId, { afterMs: -1, isSynced }),
    }),
  },
  'an erasure that uses the last snapshot of a poll': {
    misuseMailbox: (mailbox) => ({
      ...mailbox,
      synchronise: (companyId) => mailbox.synchroniseForPoll(companyId, { afterMs: -1, isSynced: false }),
    }),
  },
  'a poll by a declared cursor that answers past the stored watermark': { misuseMailbox: answeringPast },
  'a poll by a cursor that was not declared that raises no watermark': {
    misuseMailbox: (mailbox) => ({
      ...mailbox,
      synchroniseForPoll: (companyId, { afterMs }) =>
        mailbox.synchroniseForPoll(companyId, { afterMs, isSynced: true }),
    }),
  },
  'a process that keeps a snapshot during whose read it accepted an application': {
    misuseMailbox: keepingEachSnapshot,
  },
  'an acceptance that does not wait for its push': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: {
        ...mailboxes,
        async push(companyId, pushed, push) {
          mailboxes.push(companyId, pushed, push).catch(() => {})
          return pushed.map((application, index) => ({ ...application, date: new Date(push.now.getTime() + index) }))
        },
      },
    }),
  },
}

/** Makes stores whose push gives other dates than the real one, or does not check the fencing token. */
function storesThatPush(chooseFirst: (push: Push, mailbox: MailboxContent) => Date, checksFence = true): MemoryStores {
  const stores = memoryStores()
  const push: MailboxStores['mailboxes']['push'] = async (companyId, applications, sent) => {
    const mailbox = await stores.mailboxes.read(companyId)
    const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
    if (isKnown || (checksFence && mailbox.fencingToken !== sent.fencingToken)) return undefined
    const firstMs = chooseFirst(sent, mailbox).getTime()
    const pushed = applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
    const lastDate = pushed.at(-1)?.date ?? mailbox.lastDate
    const inbox = [...mailbox.inbox, ...pushed]
    stores.rows.mailboxes.set(companyId, { ...mailbox, watermark: lastDate, lastDate, inbox })
    return pushed
  }
  return { ...stores, mailboxes: { ...stores.mailboxes, push } }
}

/** Makes stores whose delivery replaces stored applications. */
function storesThatOverwrite(): MemoryStores {
  const stores = memoryStores()
  const insertNew: MailboxStores['applications']['insertNew'] = async (companyId, delivered) => {
    const storedBefore = await stores.applications.insertNew(companyId, delivered)
    for (const application of delivered) stores.rows.applications.set(application.id, application)
    return storedBefore
  }
  return { ...stores, applications: { ...stores.applications, insertNew } }
}

function readingFirst({ mailboxes, applications }: MailboxStores): MailboxStores {
  let before: Application[] = []
  return {
    mailboxes: {
      ...mailboxes,
      async raiseWatermark(companyId, now) {
        const all = { companyId, afterMs: 0, throughMs: 8.64e15 }
        before = await applications.list(all, { page: 1, pageSize: 1_000 })
        return mailboxes.raiseWatermark(companyId, now)
      },
    },
    applications: {
      ...applications,
      list: async ({ afterMs, throughMs }) =>
        before.filter(({ date }) => date.getTime() <= throughMs && date.getTime() > afterMs),
    },
  }
}

function pullingFirst({ mailboxes, applications }: MailboxStores): MailboxStores {
  const taken: Application[] = []
  return {
    applications: {
      ...applications,
      insertNew: async (_companyId, delivered) => {
        taken.push(...delivered)
        return []
      },
    },
    mailboxes: {
      ...mailboxes,
      async pull(companyId, ids) {
        await mailboxes.pull(companyId, ids)
        await applications.insertNew(companyId, taken.splice(0))
      },
    },
  }
}

/** Answers polls by a declared cursor up to the present, although their watermark may be before. */
function answeringPast(mailbox: Mailbox, now: () => number): Mailbox {
  return {
    ...mailbox,
    async synchroniseForPoll(companyId, cursor) {
      const dates = await mailbox.synchroniseForPoll(companyId, cursor)
      const watermarkMs = Math.max(dates.watermark.getTime(), cursor.isSynced ? now() : 0)
      return { ...dates, watermark: new Date(watermarkMs) }
    },
  }
}

/** Keeps the snapshots of polls, also one whose read was under way while the process accepted an application. */
function keepingEachSnapshot(mailbox: Mailbox, now: () => number): Mailbox {
  let last: Awaited<ReturnType<Mailbox['synchronise']>> | undefined
  return {
    ...mailbox,
    async accept(application) {
      const acceptance = await mailbox.accept(application)
      last = undefined
      return acceptance
    },
    async synchroniseForPoll(companyId, { afterMs }) {
      if (last === undefined || last.watermark.getTime() < Math.max(now(), afterMs))
        last = await mailbox.synchronise(companyId, afterMs)
      return last
    },
  }
}
