import { expect, test } from 'vitest'
import { type FieldHistory, findContradictions } from './register-history.ts'

/** Parses a history: `W a 0 10` is a write of a from 0 to 10, `R a 5 7` a read. A write without an end was never answered. */
function parseHistory(...lines: string[]): FieldHistory {
  const operations = lines.map((line) => {
    const [kind, value = '', beganMs, endedMs] = line.split(' ')
    const end = endedMs === undefined ? Number.POSITIVE_INFINITY : Number(endedMs)
    return { kind, value, beganMs: Number(beganMs), endedMs: end, by: 'a writer' }
  })
  return {
    initial: 'nothing',
    writes: operations.filter(({ kind }) => kind === 'W'),
    reads: operations.filter(({ kind }) => kind === 'R'),
  }
}

test.each<[history: string, wrong: string[], ...lines: string[]]>([
  ['one write after the other', [], 'W a 0 10', 'R a 11 12', 'W b 20 30', 'R b 31 32'],
  ['the initial value until the first write is over', [], 'R nothing 0 1', 'W a 2 10', 'R nothing 5 6', 'R a 11 12'],
  ['a value that is read before its write is answered', [], 'W a 0 100', 'R a 5 6', 'R a 7 8'],
  ['an unanswered write that never took effect', [], 'W a 0 10', 'W b 20', 'R a 30 40'],
  ['an unanswered write that took effect late', [], 'W a 0', 'W b 10 20', 'R b 30 40', 'R a 50 60', 'R a 70 80'],
  ['an operation that begins at the instant at which another ends', [], 'W a 0 10', 'W b 10 20', 'R a 20 30'],
  [
    'a value that comes back after a later one was read',
    ['a was there before b and after it'],
    'W a 0 10',
    'R a 11 12',
    'W b 13 20',
    'R b 21 22',
    'R a 31 32',
  ],
  [
    'a value whose write was never answered and that comes back: it takes effect once',
    ['a was there before b and after it'],
    'W a 0',
    'R a 5 6',
    'W b 10 20',
    'R a 30 40',
  ],
  ['a value without a write', ['a was read, and was never written'], 'R a 0 1'],
  ['a value before it was written', ['a was read before it was written'], 'R a 0 1', 'W a 2 3'],
])('a history with %s has the contradictions %j', (_, wrong, ...lines) => {
  expect(findContradictions(parseHistory(...lines)).map(({ what }) => what)).toEqual(wrong)
})

test('agrees with a search through all orders, on every small history that a seed makes', () => {
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const verdicts = { right: 0, wrong: 0 }
  for (let round = 0; round < 2_000; round++) {
    const span = () => {
      const began = random(8)
      return `${began} ${began + random(5)}`
    }
    const writes = ['a', 'b', 'c'].slice(0, 1 + random(3)).map((value) => `W ${value} ${span()}`)
    const reads = Array.from({ length: random(4) }, () => `R ${['nothing', 'a', 'b', 'c'][random(4)]} ${span()}`)
    const history = parseHistory(...writes, ...reads)
    const isRight = findContradictions(history).length === 0
    expect(isRight, [...writes, ...reads].join(', ')).toBe(hasOrder(history))
    verdicts[isRight ? 'right' : 'wrong']++
  }
  expect(Math.min(verdicts.right, verdicts.wrong)).toBeGreaterThan(200)
})

/** Tries every order. An operation may come next if no other one ended before it began. */
function hasOrder({ initial, writes, reads }: FieldHistory): boolean {
  const search = (
    held: string,
    left: { value: string; beganMs: number; endedMs: number; isRead: boolean }[],
  ): boolean =>
    left.length === 0 ||
    left.some((next, index) => {
      if (left.some(({ endedMs }) => endedMs < next.beganMs) || (next.isRead && next.value !== held)) return false
      return search(next.value, left.toSpliced(index, 1))
    })
  const all = [
    ...writes.map((write) => ({ ...write, isRead: false })),
    ...reads.map((read) => ({ ...read, isRead: true })),
  ]
  return search(initial, all)
}
