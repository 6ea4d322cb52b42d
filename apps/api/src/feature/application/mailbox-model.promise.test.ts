import { describe, expect, test } from 'vitest'
import { pollStyles } from '../../test/mailbox-actors.ts'
import { explore } from '../../test/mailbox-checker.ts'
import type { Model } from '../../test/mailbox-model.ts'
import { type MailboxStores, type MemoryStores, memoryStores } from '../../test/memory-stores.ts'
import type { Application } from './application.ts'
import type { MailboxContent, Push } from './mailbox-store.ts'

/* Every order of the database calls of three actors, and every place for a fault. */

const model = (changes: Partial<Model>): Model => ({
  actors: [],
  aheadMs: [],
  tickMs: 0,
  faultsMax: 0,
  pageSize: 100,
  ...changes,
})
const [x, y] = [{ posts: ['x'] }, { posts: ['y'] }]
/** One process accepts two forms. It uses its cached mailbox for the second. */
const xz = { posts: ['x', 'z'] }
const xErased: Model['actors'][number] = { posts: ['x'], thenErases: true }
/** Two processes get one form. The clock of the second is further ahead than a poll moves the mailbox's clock. */
const erasure: Partial<Model> = { actors: [xErased, x], aheadMs: [0, 300], faultsMax: 1 }

/** What the caller of one process polls while others work: the pollers of all styles share the answer. */
const poller: Model['actors'][number] = { polls: 'every style' }
/** As the store raises the clocks of several companies. Between the two calls another process may do anything. */
const misuse = raisingThenReading

/** Explores a world of at least this many states. */
async function expectNoBrokenPromise(world: Model, statesMin: number): Promise<void> {
  const { broken, states } = await explore(world)
  expect(broken).toBeUndefined()
  expect(states).toBeGreaterThan(statesMin)
}

describe('every accepted application reaches every poller, exactly once and in order, and erased data stays erased', () => {
  test.each([
    ['two people apply while time passes', model({ actors: [x, y, poller], tickMs: 150, misuse })],
    [
      'two people apply, and the clock of one process is ahead',
      model({ actors: [x, y, poller], aheadMs: [0, 300], misuse }),
    ],
    [
      'one process accepts two forms, and another process whose clock is ahead accepts one',
      model({ actors: [xz, y, poller], aheadMs: [0, 300] }),
    ],
    ['one form is posted to two processes', model({ actors: [x, x, poller] })],
    ['one form is posted to two processes, and erased', model({ actors: [xErased, x, poller], misuse })],
  ])('when %s', async (_, world) => {
    await expectNoBrokenPromise(world, 1_000)
  })

  test.each(pollStyles)(
    'when a process dies, or a call fails or loses its answer or reads old data, also between the pages of a poll by %s',
    async (polls) => {
      const actors: Model['actors'] = [x, { polls, times: 2 }]
      await expectNoBrokenPromise(model({ actors, faultsMax: 1, pageSize: 1, misuse }), 2_000)
    },
  )

  test('when two people apply in the same millisecond and a poller polls, and one fault happens anywhere', async () => {
    await expectNoBrokenPromise(model({ actors: [x, y, poller], faultsMax: 1 }), 100_000)
  })
})

test('erased data stays erased if any process dies, or any call fails or loses its answer', async () => {
  await expectNoBrokenPromise(model(erasure), 5_000)
})

test('if two processes get one form, the CV that the application holds is never removed, also if a fault happens anywhere', async () => {
  await expectNoBrokenPromise(model({ actors: [x, x], aheadMs: [0, 3], faultsMax: 1 }), 1_000)
})

describe('a process that accepts a second form with its cached mailbox breaks no promise', () => {
  /** Its clock is ahead, so that its push is not refused because of the clock. */
  const ahead = { aheadMs: [300, 0] }
  test.each([
    ['while another person applies elsewhere', model({ actors: [xz, y, poller] })],
    ['while another person applies elsewhere, and one fault comes', model({ actors: [xz, y], faultsMax: 1 })],
    [
      'while a poller reads page by page, and one fault comes',
      model({ actors: [xz, { polls: 'last date', times: 2 }], faultsMax: 1, pageSize: 1 }),
    ],
    [
      'while that form is accepted and erased elsewhere, before polls',
      model({ actors: [{ posts: ['y', 'x'] }, xErased, { polls: 'last date', times: 0 }], ...ahead }),
    ],
    [
      'while the form that it took in twice is erased elsewhere, and one fault comes',
      model({ actors: [{ posts: ['x', 'x'] }, xErased], faultsMax: 1, ...ahead }),
    ],
  ])('%s', async (_, world) => {
    await expectNoBrokenPromise(world, 1_000)
  })
})

function raisingThenReading({ mailboxes, applications }: MailboxStores): MailboxStores {
  const raiseClock: MailboxStores['mailboxes']['raiseClock'] = async (companyId, clock) => {
    await mailboxes.raiseClock(companyId, clock)
    return mailboxes.read(companyId)
  }
  return { applications, mailboxes: { ...mailboxes, raiseClock } }
}

/** Mistakes that a careless change could make in the database calls or in their order. */
const careless: Record<string, Pick<Model, 'stores' | 'misuse' | 'isCausal'>> = {
  'reads without a session, which a new primary may answer with older data than this process has seen': {
    isCausal: false,
  },
  'a push that does not look at the clock': {
    stores: () => storesThatPush(({ now }) => now),
  },
  'a push with exactly the date of the clock': {
    stores: () => storesThatPush(({ now }, { clock }) => (clock < now ? now : clock)),
  },
  'a poll that does not move the clock': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: { ...mailboxes, raiseClock: mailboxes.read },
    }),
  },
  'a poll that delivers nothing': {
    misuse: ({ mailboxes, applications }) => ({
      applications,
      mailboxes: {
        ...mailboxes,
        raiseClock: async (companyId, now) => ({ ...(await mailboxes.raiseClock(companyId, now)), inbox: [] }),
      },
    }),
  },
  'a poll that reads the applications before the mailbox': { misuse: readingFirst },
  'a poll that reads past its clock': {
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
  'a push that does not check whether applications were shut out': {
    stores: () => storesThatPush(({ now }, { clock }) => new Date(Math.max(now.getTime(), clock.getTime() + 1)), false),
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

describe('the checker notices', () => {
  test.each(Object.entries(careless))('%s', async (_, changes) => {
    const worlds = [
      model({ actors: [x, x], aheadMs: [0, 3], ...changes }),
      model({ actors: [x, y, poller], aheadMs: [0, 3], ...changes }),
      ...pollStyles.map((polls) => model({ actors: [x, { polls, times: 2 }], faultsMax: 1, ...changes })),
      model({ ...erasure, ...changes }),
    ]
    let broken: Awaited<ReturnType<typeof explore>>['broken']
    for (const world of worlds) broken ??= (await explore(world)).broken
    expect(broken?.message).toMatch(
      /never saw it|saw one twice|do not rise|is still there|on two dates|was removed|no application with|has the date/,
    )
  })
})

/** Makes stores whose push gives other dates than the real one, or does not check whether applications were shut out. */
function storesThatPush(
  chooseFirst: (push: Push, mailbox: MailboxContent) => Date,
  checksShutOuts = true,
): MemoryStores {
  const stores = memoryStores()
  const push: MailboxStores['mailboxes']['push'] = async (companyId, applications, sent) => {
    const mailbox = await stores.mailboxes.read(companyId)
    const isKnown = mailbox.inbox.some(({ id }) => applications.some((application) => application.id === id))
    if (isKnown || (checksShutOuts && mailbox.shutOuts !== sent.shutOuts)) return undefined
    const firstMs = chooseFirst(sent, mailbox).getTime()
    const pushed = applications.map((application, index) => ({ ...application, date: new Date(firstMs + index) }))
    const lastDate = pushed.at(-1)?.date ?? mailbox.lastDate
    const inbox = [...mailbox.inbox, ...pushed]
    stores.rows.mailboxes.set(companyId, { ...mailbox, clock: lastDate, lastDate, inbox })
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
      async raiseClock(companyId, now) {
        const all = { companyId, afterMs: 0, throughMs: 8.64e15 }
        before = await applications.list(all, { page: 1, pageSize: 1_000 })
        return mailboxes.raiseClock(companyId, now)
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
