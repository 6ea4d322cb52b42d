import { describe, expect, test } from 'vitest'
import { type BoardJob, findDifferences, findUntrueClaims, findUntrueExit } from './claims.ts'

/* What the checks of npm run proof:flaky call untrue. */

const feed = new Map([['a', 'New']])
const live = { title: 'New', status: 'PUBLISHED' }
const old = { title: 'Old', status: 'PUBLISHED' }
const jobs = (job: BoardJob | undefined) => new Map(job === undefined ? [] : [['a', job]])
const untrue = (status: string, before: BoardJob | undefined, after: BoardJob | undefined, id = 'a') =>
  findUntrueClaims('push', [{ id, status }], { feed, before: jobs(before), after: jobs(after) }).length

describe('a claim', () => {
  test.each([
    ['created', undefined, live],
    ['updated', old, live],
    ['unchanged', live, live],
    ['failed', old, old],
    ['failed', live, live],
    ['unsent', old, old],
    ['unconfirmed', old, live],
  ])('"%s" is true where the board agrees', (status, before, after) => {
    expect(untrue(status, before, after)).toBe(0)
  })

  test.each([
    ['created', undefined, undefined],
    ['created', old, live],
    ['updated', old, old],
    ['updated', undefined, live],
    ['updated', live, live],
    ['unchanged', old, old],
    ['unchanged', live, { ...live, status: 'UNPUBLISHED' }],
    ['failed', undefined, live],
    ['failed', old, live],
    ['unsent', undefined, live],
    ['well', live, live],
  ])('"%s" is untrue where the board contradicts', (status, before, after) => {
    expect(untrue(status, before, after)).toBe(1)
  })

  test('about a job that the feed does not have says whether it was unpublished', () => {
    const claim = (status: string, after: BoardJob) =>
      findUntrueClaims('sync', [{ id: 'b', status }], {
        feed,
        before: new Map([['b', old]]),
        after: new Map([['b', after]]),
      }).length
    const down = { ...old, status: 'UNPUBLISHED' }
    expect([claim('unpublished', down), claim('failed', old)]).toEqual([0, 0])
    expect([claim('unpublished', old), claim('failed', down)]).toEqual([1, 1])
  })
})

describe('an exit status', () => {
  const two = new Map([...feed, ['b', 'New']])
  const after = new Map([...two].map(([id]) => [id, live]))
  const end = (code: number, statuses: string[], board = after) =>
    findUntrueExit('push', {
      code,
      rows: 2,
      claims: statuses.map((status, at) => ({ id: 'ab'.charAt(at), status })),
      after: board,
      feed: two,
    }).length

  test('is true where it says what the rows say', () => {
    expect(end(0, ['created', 'unchanged'])).toBe(0)
    expect(end(3, ['created', 'failed'])).toBe(0)
    expect(end(5, ['failed', 'failed'])).toBe(0)
    expect(end(5, ['created'])).toBe(0)
  })

  test.each([
    [0, ['created', 'failed']],
    [0, ['created']],
    [3, ['failed', 'unconfirmed']],
    [3, ['created']],
    [3, ['created', 'updated']],
    [4, ['failed', 'failed']],
  ])('%d with %j is untrue', (code, statuses) => {
    expect(end(code, statuses)).toBeGreaterThan(0)
  })

  test('0 with a row that the board does not have is untrue', () => {
    expect(end(0, ['created', 'created'], new Map([['a', live]]))).toBe(1)
  })
})

test('at the end, a missing job, another title and a job too many are named', () => {
  expect(findDifferences('push', feed, jobs(live))).toEqual([])
  expect(findDifferences('push', feed, jobs(undefined))).toHaveLength(1)
  expect(findDifferences('push', feed, jobs(old))).toHaveLength(1)
  expect(findDifferences('sync', new Map(), jobs(live))).toHaveLength(1)
})
