import type { Mailbox } from '@boardwalk/core/intake/mailbox'
import type { Model } from './mailbox-model.ts'
import { type MailboxStores, type MemoryStores, memoryStores } from './memory-stores.ts'

/** Mistakes that a careless change could make in the placing of changes, or in a poll of changes. */
export const carelessPlacing: Record<string, Pick<Model, 'stores' | 'misuse' | 'misuseMailbox'>> = {
  'a poll that places what is left before it looks at the mailbox': { misuseMailbox: placingFirst },
  'a poll that places nothing': { misuseMailbox: (mailbox) => ({ ...mailbox, placeLeft: async () => false }) },
  'a poll that looks again after it has placed, and does not place what was left meanwhile': {
    misuseMailbox: placingOnce,
  },
  'a poll that does not take their token from changes for which there was no room': {
    misuse: ({ mailboxes, applications }) => ({
      mailboxes,
      applications: { ...applications, renameUnplaced: async () => {} },
    }),
  },
  'a placing that does not compare the token': { stores: storesThatPlaceAnyChange },
  'a place that is reserved before the change is made': { misuse: reservingFirst },
  'a place that is the time of the process': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: { ...mailboxes, reservePlaces: async (_, wanted, now) => Array(wanted).fill(now) },
    }),
  },
  'a placing that does not tell the mailbox of the last place': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: {
        ...mailboxes,
        raiseClock: async (companyId, clock) => ({
          ...(await mailboxes.raiseClock(companyId, clock)),
          lastPlaced: new Date(0),
        }),
      },
    }),
  },
  'a process that keeps a look although it has placed a change': { misuseMailbox: keepingEachLook },
}

function placingFirst(mailbox: Mailbox): Mailbox {
  return {
    ...mailbox,
    async synchroniseForPoll(companyId, afterMs) {
      await mailbox.placeLeft(companyId)
      return mailbox.synchroniseForPoll(companyId, afterMs)
    },
    placeLeft: async () => false,
  }
}

function placingOnce(mailbox: Mailbox): Mailbox {
  let hasPlaced = false
  return {
    ...mailbox,
    async placeLeft(companyId) {
      hasPlaced = !hasPlaced && (await mailbox.placeLeft(companyId))
      return hasPlaced
    },
  }
}

/** Makes stores in which a change gets the place of an earlier change of the same application. */
function storesThatPlaceAnyChange(): MemoryStores {
  const stores = memoryStores()
  const place: MailboxStores['applications']['place'] = async (companyId, changes) => {
    const tokens = new Map((await stores.applications.listUnplaced(companyId, 100)).map(({ id, token }) => [id, token]))
    await stores.applications.place(
      companyId,
      changes.map((change) => ({ ...change, token: tokens.get(change.id) ?? '' })),
    )
  }
  return { ...stores, applications: { ...stores.applications, place } }
}

function reservingFirst({ mailboxes, applications }: MailboxStores): MailboxStores {
  const reserved: Date[] = []
  return {
    mailboxes: {
      ...mailboxes,
      reservePlaces: async (companyId, wanted, now) =>
        reserved.length > 0 ? reserved.splice(0) : mailboxes.reservePlaces(companyId, wanted, now),
    },
    applications: {
      ...applications,
      async updateEach(companyId, updates) {
        reserved.push(...(await mailboxes.reservePlaces(companyId, 1, new Date(0))))
        return applications.updateEach(companyId, updates)
      },
    },
  }
}

/** Keeps the looks of polls, also one from before a change that the process has placed since. */
function keepingEachLook(mailbox: Mailbox, now: () => number): Mailbox {
  let last: Awaited<ReturnType<Mailbox['synchronise']>> | undefined
  return {
    ...mailbox,
    async synchroniseForPoll(companyId, afterMs) {
      if (last === undefined || last.clock.getTime() < Math.max(now(), afterMs))
        last = await mailbox.synchronise(companyId, afterMs)
      return last
    },
  }
}
