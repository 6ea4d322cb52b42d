import { carelessPlacing } from '@boardwalk/api/test/changes-careless'
import { carelessPollStyles, type PollStyle, pollStyles } from '@boardwalk/api/test/mailbox-actors'
import { careless } from '@boardwalk/api/test/mailbox-careless'
import { explore } from '@boardwalk/api/test/mailbox-checker'
import type { Model } from '@boardwalk/api/test/mailbox-model'
import type { MailboxStores } from '@boardwalk/api/test/memory-stores'
import { describe, expect, test } from 'vitest'

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
const xErased: Model['actors'][number] = { posts: ['x'], thenErasesAt: 0 }
/** Two processes get one form. The clock of the second is further ahead than a poll raises the mailbox's watermark. */
const erasure: Partial<Model> = { actors: [xErased, x], aheadMs: [0, 500], faultsMax: 1 }

/** What the caller of one process polls while others work: the pollers of all styles share the answer. */
const poller: Model['actors'][number] = { polls: 'every style' }
/** As the store raises the watermarks of several companies. Between the two calls another process may do anything. */
const misuse = raisingThenReading

/** Explores a world of at least this many states. */
async function expectNoBrokenPromise(world: Model, statesMin: number): Promise<void> {
  const { broken, states } = await explore(world)
  expect(broken).toBeUndefined()
  expect(states).toBeGreaterThan(statesMin)
}

describe('in every order of database calls, each accepted application reaches each poller once and in order, and erased data stays erased', () => {
  test.each([
    ['two people apply while time passes', model({ actors: [x, y, poller], tickMs: 150, misuse })],
    [
      'two people apply, and the clock of one process is ahead',
      model({ actors: [x, y, poller], aheadMs: [0, 500], misuse }),
    ],
    [
      'one process accepts two forms, and another process whose clock is ahead accepts one',
      model({ actors: [xz, y, poller], aheadMs: [0, 500] }),
    ],
    ['one form is posted to two processes', model({ actors: [x, x, poller] })],
    ['one form is posted to two processes, and erased', model({ actors: [xErased, x, poller], misuse })],
  ])('when %s', async (_, world) => {
    await expectNoBrokenPromise(world, 1_000)
  })

  test.each(pollStyles)(
    'when a process dies, or a call fails or loses its answer or reads old data, also between the pages of a poll by %s',
    async (polls) => {
      const actors: Model['actors'] = [x, { polls, at: [1, 1] }]
      await expectNoBrokenPromise(model({ actors, faultsMax: 1, pageSize: 1, misuse }), 900)
    },
  )

  test('when two people apply in the same millisecond and a poller polls, and one fault happens anywhere', {
    tags: ['mailbox'],
  }, async () => {
    await expectNoBrokenPromise(model({ actors: [x, y, poller], faultsMax: 1 }), 100_000)
  })
})

test('erased data stays erased if any process dies, or any call fails or loses its answer', {
  tags: ['erasure'],
}, async () => {
  await expectNoBrokenPromise(model(erasure), 5_000)
})

test('if two processes get one form, the CV that the application holds is never removed, also if a fault happens anywhere', async () => {
  await expectNoBrokenPromise(model({ actors: [x, x], aheadMs: [0, 3], faultsMax: 1 }), 1_000)
})

describe('a process that accepts a second form with its cached mailbox breaks no promise', () => {
  /** Its clock is ahead, so that its push is not refused because of the watermark. */
  const ahead = { aheadMs: [500, 0] }
  test.each([
    ['while another person applies elsewhere', model({ actors: [xz, y, poller] })],
    ['while another person applies elsewhere, and one fault comes', model({ actors: [xz, y], faultsMax: 1 })],
    [
      'while a poller reads page by page, and one fault comes',
      model({ actors: [xz, { polls: 'last date', at: [1, 1] }], faultsMax: 1, pageSize: 1 }),
    ],
    [
      'while that form is accepted and erased elsewhere, before polls',
      model({
        actors: [{ posts: ['y', 'x'] }, { ...xErased, thenErasesAt: 1 }, { polls: 'last date', at: [] }],
        ...ahead,
      }),
    ],
    [
      'while the form that it took in twice is erased elsewhere, and one fault comes',
      model({ actors: [{ posts: ['x', 'x'] }, { ...xErased, thenErasesAt: 1 }], faultsMax: 1, ...ahead }),
    ],
  ])('%s', async (_, world) => {
    await expectNoBrokenPromise(world, 1_000)
  })
})

const pollerBy = (polls: PollStyle, ...at: number[]): Model['actors'][number] => ({ polls, at })
const pollerAt = (...at: number[]) => pollerBy('x-synced-through', ...at)
const declaringAt = (...at: number[]) => pollerBy('declared x-synced-through', ...at)
/** Worlds in which a process has a snapshot of the mailbox. */
const snapshotWorlds: Record<string, Model> = {
  'while the same process accepts one': model({ actors: [x, pollerAt(0, 0)] }),
  'while the same process accepts one, and time passes': model({ actors: [x, pollerAt(0, 0)], tickMs: 150 }),
  'while the same process accepts one, and delivers one that another process could not deliver': model({
    actors: [x, pollerAt(0, 0), y],
    misuse: failingToDeliver,
  }),
  'before one is erased that another process has accepted and could not deliver': model({
    actors: [{ posts: ['x'], thenErasesAt: 1 }, pollerAt(1)],
    misuse: failingToDeliver,
  }),
  'after a poll of another process': model({ actors: [y, pollerAt(1), pollerAt(2, 1)], aheadMs: [500] }),
  'by a cursor of the board, while the same process accepts one': model({ actors: [x, declaringAt(0, 0)] }),
  'by a cursor of the board, while the same process accepts one, and time passes': model({
    actors: [x, declaringAt(0, 0, 0)],
    tickMs: 150,
  }),
  'by a cursor of the board, after polls of another process': model({
    actors: [y, declaringAt(1, 1), declaringAt(2, 1)],
    aheadMs: [500],
  }),
}

/** Worlds of callers who declare that the board gave them their cursor. The second poll of each only reads the mailbox. */
const declaredWorlds: Record<string, Model> = {
  'while two people apply, and time passes': model({ actors: [x, y, declaringAt(2)], tickMs: 150 }),
  'while one person applies to a process whose clock is behind, and time passes': model({
    actors: [x, declaringAt(1, 1, 1)],
    aheadMs: [-500],
    tickMs: 150,
  }),
  'while one process accepts two, page by page': model({
    actors: [xz, declaringAt(1, 1, 1)],
    tickMs: 150,
    pageSize: 1,
  }),
  'at one process after the other, while one fault comes': model({ actors: [x, declaringAt(0, 1, 0)], faultsMax: 1 }),
  'beside a caller by its own clock, while time passes': model({
    actors: [x, declaringAt(1, 1), pollerBy('time of the poll', 1, 1, 1)],
    tickMs: 150,
  }),
  'after a poll by its own clock, while time passes': model({
    actors: [x, pollerBy('time of the poll, then declared x-synced-through', 1, 1, 1)],
    aheadMs: [-500],
    tickMs: 150,
  }),
}

describe('a caller who goes on from a cursor that it declares as one of the board misses nothing', () => {
  test.each(Object.entries(declaredWorlds))('%s', async (_, world) => {
    await expectNoBrokenPromise(world, 100)
  })
})

/** A caller with such a mistake misses an application that is under way. */
const mistakenCallers = carelessPollStyles.map(
  (polls) =>
    [
      polls,
      [
        model({ actors: [x, pollerBy(polls, 1, 1, 1)], tickMs: 150 }),
        model({ actors: [x, pollerBy(polls, 1, 1, 1)], tickMs: 150, aheadMs: [-500] }),
      ],
    ] as const,
)

describe('a poll with the last snapshot of its process breaks no promise', () => {
  test.each(Object.entries(snapshotWorlds))('%s', async (_, world) => {
    await expectNoBrokenPromise(world, 20)
  })
})

/** Worlds in which callers follow the changes of an application that they have. Each change comes to its own process. */
const hired: Model['actors'][number] = { sets: { a: 'HIRED' } }
const rejected: Model['actors'][number] = { sets: { a: 'REJECTED' } }
/** Lets the callers of a world declare that the board gave them their cursors. */
const declaring = (world: Model): Model => ({
  ...world,
  actors: world.actors.map((plan) => ('follows' in plan ? { ...plan, synced: true } : plan)),
})
const changing = (changes: Partial<Model>): Model => model({ stored: ['a'], ...changes })
const changeWorlds: Record<string, Model> = {
  'at the process that sets its status': changing({ actors: [hired, { follows: [0, 0] }] }),
  'at the process that sets its status, while time passes': changing({
    actors: [hired, { follows: [0, 0] }],
    tickMs: 150,
  }),
  'if the mailbox has room for one change and two come': changing({
    actors: [hired, { sets: { b: 'HIRED' } }, { follows: [2] }],
    stored: ['a', 'b'],
    roomForChanges: 1,
  }),
  'while its status is set, and one fault comes': changing({ actors: [hired, { follows: [1, 1] }], faultsMax: 1 }),
  'while two processes set its status': changing({ actors: [hired, rejected, { follows: [2, 2] }] }),
  'while it is erased, and one fault comes': changing({ actors: [{ erases: ['a'] }, { follows: [1] }], faultsMax: 1 }),
  'page by page, while the status of two is set': changing({
    actors: [{ sets: { a: 'HIRED', b: 'HIRED' } }, { follows: [1, 1, 1] }],
    stored: ['a', 'b'],
    pageSize: 1,
  }),
  'while its status is set and another person applies': changing({ actors: [hired, x, { follows: [2] }] }),
  'while its status is set, and the clock of that process is ahead': changing({
    actors: [hired, { follows: [0] }, { follows: [2] }],
    aheadMs: [500],
  }),
}

describe('every change reaches every caller who follows the changes, in order, and at once at its own process', () => {
  test.each(Object.entries(changeWorlds))('%s', async (_, world) => {
    await expectNoBrokenPromise(world, 20)
    await expectNoBrokenPromise(declaring(world), 20)
  })
})

function raisingThenReading({ mailboxes, applications }: MailboxStores): MailboxStores {
  const raiseWatermark: MailboxStores['mailboxes']['raiseWatermark'] = async (companyId, watermark) => {
    await mailboxes.raiseWatermark(companyId, watermark)
    return mailboxes.read(companyId)
  }
  return { applications, mailboxes: { ...mailboxes, raiseWatermark } }
}

/** Fails the delivery of what a process has just pushed. */
function failingToDeliver({ mailboxes, applications }: MailboxStores): MailboxStores {
  const pushed = new Set<string>()
  const push: MailboxStores['mailboxes']['push'] = async (companyId, sent, push) => {
    for (const { id } of sent) pushed.add(id)
    return mailboxes.push(companyId, sent, push)
  }
  const insertNew: MailboxStores['applications']['insertNew'] = async (companyId, delivered) => {
    if (delivered.some(({ id }) => pushed.delete(id))) throw new Error('the delivery failed')
    return applications.insertNew(companyId, delivered)
  }
  return { mailboxes: { ...mailboxes, push }, applications: { ...applications, insertNew } }
}

describe('the checker of these orders notices each careless variant of the mailbox', () => {
  test.each(Object.entries(careless))('%s', async (_, changes) => {
    const worldsWithSnapshots = Object.values(snapshotWorlds).map((world) => ({ ...world, ...changes }))
    const otherWorlds = [
      model({ actors: [x, x], aheadMs: [0, 3], ...changes }),
      model({ actors: [x, y, poller], aheadMs: [0, 3], ...changes }),
      ...pollStyles.map((polls) => model({ actors: [x, { polls, at: [1, 1] }], faultsMax: 1, ...changes })),
      model({ ...erasure, ...changes }),
    ]
    let broken: Awaited<ReturnType<typeof explore>>['broken']
    const worldsOfDeclared = Object.values(declaredWorlds).map((world) => ({ ...world, ...changes }))
    for (const world of 'misuseMailbox' in changes ? [...worldsWithSnapshots, ...worldsOfDeclared] : otherWorlds)
      broken ??= (await explore(world)).broken
    expect(broken?.message).toMatch(
      /never saw it|saw one twice|do not rise|is still there|on two dates|was removed|no application with|has the date/,
    )
  })

  test.each(mistakenCallers)('a caller who goes on by: %s', async (_, worlds) => {
    let broken: Awaited<ReturnType<typeof explore>>['broken']
    for (const world of worlds) broken ??= (await explore(world)).broken
    expect(broken?.message).toMatch(/never saw it/)
  })

  test.each(Object.entries(carelessPlacing))('%s', async (_, changes) => {
    let broken: Awaited<ReturnType<typeof explore>>['broken']
    for (const world of Object.values(changeWorlds)) broken ??= (await explore({ ...world, ...changes })).broken
    expect(broken?.message).toMatch(/never saw it|do not rise/)
  })
})
