import type { Mailbox } from '@boardwalk/core/intake/mailbox'
import type { Model } from './mailbox-model.ts'
import { type MailboxStores, type MemoryStores, memoryStores } from './memory-stores.ts'

/** Mistakes that a careless change could make in the positions of changes, or in a poll of changes. */
export const carelessPlacing: Record<string, Pick<Model, 'stores' | 'misuse' | 'misuseMailbox'>> = {
  'a poll that assigns missing positions before it reads the mailbox': { misuseMailbox: assigningFirst },
  'a poll that assigns no position': {
    misuseMailbox: (mailbox) => ({ ...mailbox, assignMissingPositions: async () => false }),
  },
  'a poll that reads again after it has assigned positions, and does not assign those that are missing since': {
    misuseMailbox: assigningOnce,
  },
  'a poll that does not fence the positions of changes for which there was no room': {
    misuse: ({ mailboxes, applications }) => ({
      mailboxes,
      applications: { ...applications, fenceReservedPositions: async () => {} },
    }),
  },
  'a position that is set without comparing the token': { stores: storesThatPositionAnyChange },
  'a position that is reserved before the change is made': { misuse: reservingFirst },
  'a position that is the time of the process': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: { ...mailboxes, reservePositions: async (_, wanted, now) => Array(wanted).fill(now) },
    }),
  },
  'a reservation that does not write the last position into the mailbox': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: {
        ...mailboxes,
        raiseWatermark: async (companyId, watermark) => ({
          ...(await mailboxes.raiseWatermark(companyId, watermark)),
          lastPosition: new Date(0),
        }),
      },
    }),
  },
  'a process that keeps a snapshot although it has given a change a position': { misuseMailbox: keepingEachSnapshot },
}

function assigningFirst(mailbox: Mailbox): Mailbox {
  return {
    ...mailbox,
    async synchroniseForPoll(companyId, cursor) {
      await mailbox.assignMissingPositions(companyId)
      return mailbox.synchroniseForPoll(companyId, cursor)
    },
    assignMissingPositions: async () => false,
  }
}

function assigningOnce(mailbox: Mailbox): Mailbox {
  let hasAssigned = false
  return {
    ...mailbox,
    async assignMissingPositions(companyId) {
      hasAssigned = !hasAssigned && (await mailbox.assignMissingPositions(companyId))
      return hasAssigned
    },
  }
}

/** Makes stores in which a change gets the position of an earlier change of the same application. */
function storesThatPositionAnyChange(): MemoryStores {
  const stores = memoryStores()
  const setPositions: MailboxStores['applications']['setPositions'] = async (companyId, changes) => {
    const tokens = new Map(
      (await stores.applications.listUnpositioned(companyId, 100)).map(({ id, token }) => [id, token]),
    )
    await stores.applications.setPositions(
      companyId,
      changes.map((change) => ({ ...change, token: tokens.get(change.id) ?? '' })),
    )
  }
  return { ...stores, applications: { ...stores.applications, setPositions } }
}

function reservingFirst({ mailboxes, applications }: MailboxStores): MailboxStores {
  const reserved: Date[] = []
  return {
    mailboxes: {
      ...mailboxes,
      reservePositions: async (companyId, wanted, now) =>
        reserved.length > 0 ? reserved.splice(0) : mailboxes.reservePositions(companyId, wanted, now),
    },
    applications: {
      ...applications,
      async updateEach(companyId, updates) {
        reserved.push(...(await mailboxes.reservePositions(companyId, 1, new Date(0))))
        return applications.updateEach(companyId, updates)
      },
    },
  }
}

/** Keeps the snapshots of polls, also one from before a change that has got a position since. */
function keepingEachSnapshot(mailbox: Mailbox, now: () => number): Mailbox {
  let last: Awaited<ReturnType<Mailbox['synchronise']>> | undefined
  return {
    ...mailbox,
    async synchroniseForPoll(companyId, { afterMs }) {
      if (last === undefined || last.watermark.getTime() < Math.max(now(), afterMs))
        last = await mailbox.synchronise(companyId, afterMs)
      return last
    },
  }
}
