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
    push: (ids: string[], seconds: number, { lastMax = 100, fencingToken = 0 } = {}) =>
      mailboxes.push(
        companyId,
        ids.map((id) => newApplication(companyId, id)),
        { now: at(seconds), lastDateMax: at(lastMax), fencingToken },
      ),
    read: () => mailboxes.read(companyId),
    raiseWatermark: (seconds: number) => mailboxes.raiseWatermark(companyId, at(seconds)),
    advance: (watermark: number, lastDate: number) =>
      mailboxes.advance(companyId, { watermark: at(watermark), lastDate: at(lastDate), lastPosition: at(lastDate) }),
    reservePositions: (wanted: number, seconds: number) => mailboxes.reservePositions(companyId, wanted, at(seconds)),
    fence: (...ids: string[]) => mailboxes.fence(companyId, ids),
    pull: (...ids: string[]) => mailboxes.pull(companyId, ids),
  }
}

describe.each([
  ['MongoDB', () => createCoreStores(server.connection).mailboxes],
  ['memory', () => createMemoryMailboxStore()],
])('the mailboxes in %s', (_, open) => {
  const newMailbox = () => openMailbox(open())

  it('a push gives rising dates from now on or after the watermark, and moves the watermark to the last one', async () => {
    const { push, read, raiseWatermark } = newMailbox()
    await read()
    expect(await push(['a', 'b'], 1)).toMatchObject([
      { id: 'a', date: at(1) },
      { id: 'b', date: at(1.001) },
    ])
    const dated = [
      { id: 'a', date: at(1), firstName: 'Salma' },
      { id: 'b', date: at(1.001), firstName: 'Salma' },
    ]
    expect(await read()).toMatchObject({ watermark: at(1.001), lastDate: at(1.001), inbox: dated, wallTime: at(1) })
    // The time of this process is behind the watermark.
    expect(await push(['c'], 0.5)).toMatchObject([{ id: 'c', date: at(1.002) }])
    await raiseWatermark(3)
    expect(await push(['d'], 2)).toMatchObject([{ id: 'd', date: at(3.001) }])
    expect(await read()).toMatchObject({ watermark: at(3.001), lastDate: at(3.001), wallTime: at(3) })
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
    expect(await read()).toMatchObject({ watermark: at(1), lastDate: at(1), inbox: [{ id: 'a', date: at(1) }] })
    expect(await push(['b', 'c'], 1, { lastMax: 1.002 })).toHaveLength(2)
  })

  it('positions of changes are the dates after the watermark, which moves to the last one, and end before the room of applications', async () => {
    const { push, read, raiseWatermark, reservePositions } = newMailbox()
    expect(await reservePositions(2, 1)).toEqual([at(1), at(1.001)])
    expect(await read()).toMatchObject({
      watermark: at(1.001),
      lastPosition: at(1.001),
      lastDate: new Date(0),
      wallTime: at(1),
    })
    await push(['a'], 1)
    expect(await reservePositions(1, 0.5)).toEqual([at(1.003)])
    await raiseWatermark(2)
    expect(await reservePositions(400, 1.8)).toHaveLength(300)
    expect(await reservePositions(1, 1.8)).toEqual([])
    expect(await read()).toMatchObject({
      watermark: at(2.3),
      lastPosition: at(2.3),
      lastDate: at(1.002),
      wallTime: at(2),
    })
    expect(await push(['b'], 1.8, { lastMax: 2.6 })).toMatchObject([{ date: at(2.301) }])
  })

  it('a fence removes applications from the inbox, and refuses every push by a process that read the mailbox before', async () => {
    const { push, read, fence } = newMailbox()
    await read()
    await push(['a', 'b'], 1)
    const { fencingToken } = await read()
    await fence('a')
    expect((await read()).inbox).toMatchObject([{ id: 'b' }])
    expect(await push(['a'], 3, { fencingToken })).toBeUndefined()
    expect(await push(['a'], 3, { fencingToken: (await read()).fencingToken })).toHaveLength(1)
  })

  it('delivered applications leave the inbox, and no others do; the watermark and the last date never go back', async () => {
    const { push, read, pull, raiseWatermark, advance } = newMailbox()
    expect(await raiseWatermark(2)).toMatchObject({ watermark: at(2), lastDate: new Date(0) })
    await push(['a', 'b', 'c'], 3)
    await pull('a', 'c', 'unknown')
    expect(await read()).toMatchObject({ watermark: at(3.002), inbox: [{ id: 'b' }] })
    expect(await raiseWatermark(1)).toMatchObject({ watermark: at(3.002) })
    expect(await advance(7, 6)).toMatchObject({ watermark: at(7), lastDate: at(6) })
    expect(await advance(1, 1)).toMatchObject({ watermark: at(7), lastDate: at(6) })
  })
})
