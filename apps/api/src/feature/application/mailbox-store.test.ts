import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createStores } from '../../deps.ts'
import { useServer } from '../../test/harness.ts'
import { newApplication } from '../../test/mailbox-actors.ts'
import type { MailboxStore } from './mailbox-store.ts'
import { createMemoryMailboxStore } from './memory-mailbox-store.ts'

/* What each atomic step on the mailbox refuses. All that the mailbox promises rests on it (docs/adr/0002-mailbox.md). */

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

function openMailbox(mailboxes: MailboxStore) {
  const companyId = randomUUID()
  return {
    application: (id: string, seconds: number) => ({ ...newApplication(companyId, id), date: at(seconds) }),
    push: (applications: Parameters<typeof mailboxes.push>[1], shutOuts = 0) =>
      mailboxes.push(companyId, applications, shutOuts),
    read: () => mailboxes.read(companyId),
    raiseClock: (seconds: number) => mailboxes.raiseClock(companyId, at(seconds)),
    advance: (clock: number, lastDate: number) =>
      mailboxes.advance(companyId, { clock: at(clock), lastDate: at(lastDate) }),
    shutOut: (...ids: string[]) => mailboxes.shutOut(companyId, ids),
    pull: (...ids: string[]) => mailboxes.pull(companyId, ids),
  }
}

describe.each([
  ['MongoDB', () => createStores(server.connection).mailboxes],
  ['memory', () => createMemoryMailboxStore()],
])('in %s', (_, open) => {
  const newMailbox = () => openMailbox(open())

  it('a push moves the clock to its last date, and is refused if its first date is not after the clock', async () => {
    const { application, push, read } = newMailbox()
    await read()
    expect(await push([application('a', 1), application('b', 2)])).toBe(true)
    expect(await read()).toMatchObject({ clock: at(2), lastDate: at(2), inbox: [{ id: 'a' }, { id: 'b' }] })
    for (const seconds of [1, 2]) expect(await push([application('c', seconds), application('d', 9)])).toBe(false)
    expect(await read()).toMatchObject({ clock: at(2), lastDate: at(2), inbox: [{ id: 'a' }, { id: 'b' }] })
    expect(await push([application('c', 3)])).toBe(true)
  })

  it('a push is refused as a whole if one of its applications is in the inbox already', async () => {
    const { application, push, read } = newMailbox()
    await read()
    await push([application('a', 1)])
    expect(await push([application('b', 2), application('a', 3)])).toBe(false)
    expect((await read()).inbox).toMatchObject([{ id: 'a', date: at(1) }])
  })

  it('shutting out removes applications from the inbox, and refuses every push by a process that read the mailbox before', async () => {
    const { application, push, read, shutOut } = newMailbox()
    await read()
    await push([application('a', 1), application('b', 2)])
    const { shutOuts } = await read()
    await shutOut('a')
    expect((await read()).inbox).toMatchObject([{ id: 'b' }])
    expect(await push([application('a', 3)], shutOuts)).toBe(false)
    expect(await push([application('a', 3)], (await read()).shutOuts)).toBe(true)
  })

  it('delivered applications leave the inbox, and no others do', async () => {
    const { application, push, read, pull } = newMailbox()
    await read()
    await push([application('a', 1), application('b', 2), application('c', 3)])
    await pull('a', 'c', 'unknown')
    expect(await read()).toMatchObject({ clock: at(3), inbox: [{ id: 'b' }] })
  })

  it('the clock and the last date never go back', async () => {
    const { raiseClock, advance } = newMailbox()
    expect(await raiseClock(5)).toMatchObject({ clock: at(5), lastDate: new Date(0) })
    expect(await raiseClock(4)).toMatchObject({ clock: at(5) })
    expect(await advance(7, 6)).toMatchObject({ clock: at(7), lastDate: at(6) })
    expect(await advance(1, 1)).toMatchObject({ clock: at(7), lastDate: at(6) })
  })

  it('the mailboxes of companies that ask at the same moment are raised and read, each its own, also those that are new', async () => {
    const store = open()
    const [first, ahead, fresh] = [openMailbox(store), openMailbox(store), openMailbox(store)]
    await first.read()
    await first.push([first.application('a', 1)])
    await ahead.raiseClock(20)
    const raised = await Promise.all([
      first.raiseClock(5),
      ahead.raiseClock(6),
      fresh.raiseClock(7),
      first.raiseClock(4),
    ])
    expect(raised).toMatchObject([
      { inbox: [{ id: 'a' }], lastDate: at(1) },
      { inbox: [], clock: at(20) },
      { inbox: [], lastDate: new Date(0) },
      { inbox: [{ id: 'a' }], lastDate: at(1) },
    ])
    for (const [index, { clock }] of raised.entries())
      expect(clock.getTime()).toBeGreaterThanOrEqual(at([5, 6, 7, 4][index] ?? 0).getTime())
    const unused = openMailbox(store)
    expect(await Promise.all([unused.read(), ahead.read(), first.read()])).toMatchObject([
      { clock: new Date(0), inbox: [] },
      { clock: at(20) },
      { inbox: [{ id: 'a' }] },
    ])
  })
})
