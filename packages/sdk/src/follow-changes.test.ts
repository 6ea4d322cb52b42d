import { describe, expect, it } from 'vitest'
import { memoryState, type StateStore } from './follow.ts'
import { limits } from './generated/contract.ts'
import type { CandidateChange, FollowOptions } from './index.ts'
import { collect, json, useBoard } from './test/board.ts'

const board = useBoard()
const startMs = Date.UTC(2026, 2, 1)
const toIso = (ms: number) => new Date(ms).toISOString()
const key = 'cmp_1/candidate-changes'

interface Row {
  id: string
  status: string
  dateMs: number
  placedMs: number
  erasedAt: string | null
}

/** Answers like the board: it gives applications and changes the dates of one order. */
function useFeed() {
  const rows = new Map<string, Row>()
  let nowMs = startMs
  const apply = (count: number) => {
    for (let left = count; left > 0; left--) {
      nowMs += 1
      const id = `app-${rows.size}`
      rows.set(id, { id, status: 'PENDING', dateMs: nowMs, placedMs: nowMs, erasedAt: null })
    }
  }
  const change = (index: number, changed: { status?: string; erasedAt?: string }) => {
    const row = rows.get(`app-${index}`)
    if (!row) throw new Error('no such candidate')
    nowMs += 1
    Object.assign(row, changed, { placedMs: nowMs })
  }
  const erase = (index: number) => change(index, { erasedAt: toIso(nowMs) })
  board.defaultAnswer = (res, request) => {
    const query = new URL(request.url, 'http://b').searchParams
    expect(query.get('changes')).toBe('true')
    const sinceMs = Date.parse(query.get('since') ?? '1970-01-01')
    nowMs += 1
    const all = [...rows.values()]
      .map((row) => ({ row, placeMs: row.dateMs > sinceMs ? row.dateMs : row.placedMs }))
      .filter(({ placeMs }) => placeMs > sinceMs)
      .toSorted((a, b) => a.placeMs - b.placeMs)
    const page = all.slice(0, Number(query.get('pageSize')))
    const candidates = page.map(({ row: { dateMs, placedMs, ...row } }) => ({
      ...row,
      date: toIso(dateMs),
      changedAt: toIso(placedMs),
    }))
    const end = page.length < all.length ? (page.at(-1)?.placeMs ?? nowMs) : nowMs
    const headers = { 'x-synced-through': toIso(end) }
    json(200, { candidates, total: all.length, error: null }, headers)(res, request)
  }
  return { rows, apply, change, erase }
}

const describeAll = (changes: CandidateChange[]) => changes.map(({ change, candidate }) => `${change} ${candidate.id}`)

describe('follow with changes', () => {
  const follow = (state: StateStore) => board.client().candidates.follow({ changes: true, state, once: true })

  it('gives each candidate, and it again after each change, in the order in which that happened', async () => {
    const { apply, change, erase } = useFeed()
    const state = memoryState()
    apply(3)
    erase(1)
    expect(describeAll(await collect(follow(state)))).toEqual(['created app-0', 'erased app-1', 'created app-2'])
    change(2, { status: 'HIRED' })
    apply(1)
    change(0, { status: 'REJECTED' })
    change(3, { status: 'REVIEWED' })
    const changes = await collect(follow(state))
    expect(describeAll(changes)).toEqual(['status app-2', 'created app-3', 'status app-0'])
    expect(changes.map(({ candidate }) => candidate.status)).toEqual(['HIRED', 'REVIEWED', 'REJECTED'])
    expect(await collect(follow(state))).toEqual([])
    // Only the first poll has no cursor of the board.
    const declared = board.requests.map(({ url }) => new URL(url, 'http://b').searchParams.get('synced'))
    expect(declared).toEqual([null, ...Array(board.requests.length - 1).fill('true')])
  })

  it('loses no change across restarts, wherever the consumer stops', async () => {
    const { rows, apply, change, erase } = useFeed()
    const state = memoryState()
    const taken: CandidateChange[] = []
    /** Takes changes, and dies before it handles the one after them. */
    const take = async (wanted: number) => {
      const changes = follow(state)
      for (let left = wanted; left >= 0; left--) {
        const { value, done } = await changes.next()
        if (done) return false
        if (left > 0) taken.push(value)
      }
      await changes.return(undefined)
      return true
    }
    const count = 2 * limits.pageSize + 30
    apply(count)
    for (let round = 0; await take(1 + ((round * 37) % 120)); round++) {
      apply(1)
      change(round, { status: 'REVIEWED' })
      erase(round + 20)
    }
    const known = new Map(taken.map(({ candidate }) => [candidate.id, candidate]))
    expect([...known.values()].map(({ id, status, erasedAt }) => ({ id, status, erasedAt }))).toEqual(
      [...rows.values()].map(({ id, status, erasedAt }) => ({ id, status, erasedAt })),
    )
  })

  it('gives a candidate who was changed before its page came once, although the change is on a later page', async () => {
    const { rows, apply, change, erase } = useFeed()
    const erasedCount = 1.5 * limits.pageSize
    apply(2 * limits.pageSize)
    // The changes fill a page by themselves, so the third of four pages has nothing new.
    for (let index = 0; index < erasedCount; index++) erase(index)
    const seen: string[] = []
    const state = memoryState()
    for await (const { change: what, candidate } of follow(state)) {
      seen.push(`${what} ${candidate.id}`)
      // This change was not given yet, so it is.
      if (candidate.id === `app-${erasedCount}`) change(3, { status: 'REJECTED' })
    }
    const erased = [...rows.keys()].slice(0, erasedCount).map((id) => `erased ${id}`)
    const created = [...rows.keys()].slice(erasedCount).map((id) => `created ${id}`)
    expect(seen).toEqual([...erased, ...created, 'erased app-3'])
    expect(board.requests).toHaveLength(4)
    expect(await collect(follow(state))).toEqual([])
  })

  it('has a cursor of its own, and begins at its since or with everything, not at the cursor of a list without changes', async () => {
    const { apply, erase } = useFeed()
    const state = memoryState()
    apply(2)
    await state.save('cmp_1/candidates', toIso(startMs + 60_000))
    erase(0)
    expect(describeAll(await collect(follow(state)))).toEqual(['erased app-0', 'created app-1'])
    expect([await state.load(key), await state.load('cmp_1/candidates')]).toEqual([
      toIso(startMs + 4),
      toIso(startMs + 60_000),
    ])
    const { candidates } = board.client()
    const since = new Date(startMs + 2)
    const pages = await collect(candidates.followPages({ changes: true, since, once: true }))
    expect(pages.map(describeAll)).toEqual([['erased app-0']])
  })

  it('is refused with externalJobId, because the changes are those of all jobs', async () => {
    const options = { changes: true, externalJobId: 'A-1' } as unknown as FollowOptions
    await expect(collect(board.client().candidates.follow(options))).rejects.toThrow('changes without externalJobId')
    expect(board.requests).toEqual([])
  })
})

it('listAll turns the pages of changes by the place of the last one, without a page number', async () => {
  const { apply, erase } = useFeed()
  apply(3)
  erase(0)
  erase(1)
  const since = toIso(startMs + 2)
  const all = board.client().candidates.listAll({ changes: true, since, pageSize: 1 })
  expect((await collect(all)).map(({ id }) => id)).toEqual(['app-2', 'app-0', 'app-1'])
  expect((await (await all).nextPage())?.total).toBe(3)
  const first = `/api/candidates?changes=true&since=${encodeURIComponent(since)}&pageSize=1`
  const later = (ms: number) =>
    `${first.replace(encodeURIComponent(since), encodeURIComponent(toIso(startMs + ms)))}&synced=true`
  expect(board.requests.map(({ url }) => url).slice(0, 3)).toEqual([first, later(3), later(4)])
})
