import { expect, test } from 'vitest'
import { type BoardJob, findDifferences, findUntrueClaims, findUntrueExit } from './claims.ts'

/* What the checks of npm run proof:flaky call untrue. */

const feed = new Map([['a', 'New']])
const live = { title: 'New', status: 'PUBLISHED' }
const old = { title: 'Old', status: 'PUBLISHED' }
const jobs = (job: BoardJob | undefined) => new Map(job === undefined ? [] : [['a', job]])

test.each<[status: string, before: BoardJob | undefined, after: BoardJob | undefined, isTrue: boolean]>([
  ['created', undefined, live, true],
  ['created', undefined, undefined, false],
  ['created', old, live, false],
  ['updated', old, live, true],
  ['updated', old, old, false],
  ['updated', live, live, false],
  ['updated', undefined, live, false],
  ['unchanged', live, live, true],
  ['unchanged', old, old, false],
  ['failed', old, old, true],
  ['failed', old, live, false],
  ['unsent', undefined, live, false],
  ['unconfirmed', old, live, true],
  ['well', live, live, false],
])('"%s" of a job that was %j and is %j: true is %j', (status, before, after, isTrue) => {
  const untrue = findUntrueClaims('push', [{ id: 'a', status }], { feed, before: jobs(before), after: jobs(after) })
  expect(untrue).toHaveLength(isTrue ? 0 : 1)
})

test.each<[code: number, statuses: string[], isTrue: boolean]>([
  [0, ['created', 'unchanged'], true],
  [0, ['created', 'failed'], false],
  [0, ['created'], false],
  [3, ['created', 'failed'], true],
  [3, ['failed', 'unconfirmed'], false],
  [3, ['created', 'updated'], false],
  [5, ['failed', 'failed'], true],
  [4, ['failed', 'failed'], false],
])('the exit status %d after %j: true is %j', (code, statuses, isTrue) => {
  const two = new Map([...feed, ['b', 'New']])
  const claims = statuses.map((status, at) => ({ id: 'ab'.charAt(at), status }))
  const after = new Map([...two].map(([id]) => [id, live]))
  expect(findUntrueExit('push', code, claims, two, after)).toHaveLength(isTrue ? 0 : 1)
})

test('at the end, a missing job, another title and a job too many are named', () => {
  expect(findDifferences('push', feed, jobs(live))).toEqual([])
  for (const wrong of [undefined, old]) expect(findDifferences('push', feed, jobs(wrong))).toHaveLength(1)
  expect(findDifferences('push', new Map(), jobs(live))).toHaveLength(1)
})
