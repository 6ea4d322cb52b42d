import { randomUUID } from 'node:crypto'
import { useServer } from '@boardwalk/api/test/harness'
import { newApplication } from '@boardwalk/api/test/mailbox-actors'
import { describe, expect, it } from 'vitest'
import { createCoreStores } from '../deps.ts'
import type { MailboxStore } from './mailbox-store.ts'
import { createMemoryMailboxStore } from './memory-store.ts'

/* What each atomic step on the mailbox refuses. All that the mailbox promises rests on it (docs/adr/0002-mailbox.md). */

const server = useServer()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000)

function openMailbox(mailboxes: MailboxStore) {
  const companyId = randomUUID()
  return {
    /** Pushes applications at an instant. */
    push: (ids: string[], seconds: number, { lastMax = 100, shutOuts = 0 } = {}) =>
      mailboxes.push(
        companyId,
        ids.map((id) => newApplication(companyId, id)),
        { now: at(seconds), lastDateMax: at(lastMax), shutOuts },
      ),
    read: () => mailboxes.read(companyId),
    raiseClock: (seconds: number) => mailboxes.raiseClock(companyId, at(seconds)),
    advance: (clock: number, lastDate: number) =>
      mailboxes.advance(companyId, { clock: at(clock), lastDate: at(lastDate), lastPlaced: at(lastDate) }),
    reservePlaces: (wanted: number, seconds: number) => mailboxes.reservePlaces(companyId, wanted, at(seconds)),
    shutOut: (...ids: string[]) => mailboxes.shutOut(companyId, ids),
    pull: (...ids: string[]) => mailboxes.pull(companyId, ids),
  }
}

describe.each([
  ['MongoDB', () => createCoreStores(server.connection).mailboxes],
  ['memory', () => createMemoryMailboxStore()],
])('the mailboxes in %s', (_, open) => {
  const newMailbox = () => openMailbox(open())

  it('a push gives rising dates from now on or after the clock, and moves the clock to the last one', async () => {
    const { push, read, raiseClock } = newMailbox()
    await read()
    expect(await push(['a', 'b'], 1)).toMatchObject([
      { id: 'a', date: at(1) },
      { id: 'b', date: at(1.001) },
    ])
    const dated = [
      { id: 'a', date: at(1), firstName: 'Salma' },
      { id: 'b', date: at(1.001), firstName: 'Salma' },
    ]
    expect(await read()).toMatchObject({ clock: at(1.001), lastDate: at(1.001), inbox: dated, toldTime: at(1) })
    // The time of this process is behind the clock.
    expect(await push(['c'], 0.5)).toMatchObject([{ id: 'c', date: at(1.002) }])
    await raiseClock(3)
    expect(await push(['d'], 2)).toMatchObject([{ id: 'd', date: at(3.001) }])
    expect(await read()).toMatchObject({ clock: at(3.001), lastDate: at(3.001), toldTime: at(3) })
  })

  it('two processes that push at the same moment are both accepted, with different dates', async () => {
    const { push, read } = newMailbox()
    await read()
    const pushed = await Promise.all(['a', 'b', 'c', 'd'].map((id) => push([id, `${id}2`], 1)))
    const dates = pushed.flatMap((applications) => applications?.map(({ date }) => date.getTime()) ?? [])
    expect(dates.sort()).toEqual(Array.from({ length: 8 }, (_, index) => at(1).getTime() + index))
  })

  it('a push is refused as a whole if its last date is too late or one of its applications is in the inbox already', async () => {
    const { push, read } = newMailbox()
    await read()
    await push(['a'], 1)
    expect(await push(['b', 'c'], 1, { lastMax: 1.001 })).toBeUndefined()
    expect(await push(['b', 'a'], 2)).toBeUndefined()
    expect(await read()).toMatchObject({ clock: at(1), lastDate: at(1), inbox: [{ id: 'a', date: at(1) }] })
    expect(await push(['b', 'c'], 1, { lastMax: 1.002 })).toHaveLength(2)
  })

  it('places for changes are the dates after the clock, which moves to the last one, and end before the room of applications', async () => {
    const { push, read, raiseClock, reservePlaces } = newMailbox()
    expect(await reservePlaces(2, 1)).toEqual([at(1), at(1.001)])
    expect(await read()).toMatchObject({
      clock: at(1.001),
      lastPlaced: at(1.001),
      lastDate: new Date(0),
      toldTime: at(1),
    })
    await push(['a'], 1)
    expect(await reservePlaces(1, 0.5)).toEqual([at(1.003)])
    await raiseClock(2)
    expect(await reservePlaces(400, 1.8)).toHaveLength(300)
    expect(await reservePlaces(1, 1.8)).toEqual([])
    expect(await read()).toMatchObject({ clock: at(2.3), lastPlaced: at(2.3), lastDate: at(1.002), toldTime: at(2) })
    expect(await push(['b'], 1.8, { lastMax: 2.6 })).toMatchObject([{ date: at(2.301) }])
  })

  it('shutting out removes applications from the inbox, and refuses every push by a process that read the mailbox before', async () => {
    const { push, read, shutOut } = newMailbox()
    await read()
    await push(['a', 'b'], 1)
    const { shutOuts } = await read()
    await shutOut('a')
    expect((await read()).inbox).toMatchObject([{ id: 'b' }])
    expect(await push(['a'], 3, { shutOuts })).toBeUndefined()
    expect(await push(['a'], 3, { shutOuts: (await read()).shutOuts })).toHaveLength(1)
  })

  it('delivered applications leave the inbox, and no others do; the clock and the last date never go back', async () => {
    const { push, read, pull, raiseClock, advance } = newMailbox()
    expect(await raiseClock(2)).toMatchObject({ clock: at(2), lastDate: new Date(0) })
    await push(['a', 'b', 'c'], 3)
    await pull('a', 'c', 'unknown')
    expect(await read()).toMatchObject({ clock: at(3.002), inbox: [{ id: 'b' }] })
    expect(await raiseClock(1)).toMatchObject({ clock: at(3.002) })
    expect(await advance(7, 6)).toMatchObject({ clock: at(7), lastDate: at(6) })
    expect(await advance(1, 1)).toMatchObject({ clock: at(7), lastDate: at(6) })
  })
})
