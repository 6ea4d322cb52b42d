import { expect, test } from 'vitest'
import { formatTable } from './records.ts'

interface Pair {
  one: string
  other: string
}
const columns = [
  { name: 'one', text: ({ one }: Pair) => one },
  { name: 'other', text: ({ other }: Pair) => other },
]

test('a table has one line a row, and the widest column is cut first, but no column to fewer than four characters', () => {
  const rows = [
    { one: 'a\n\nb\tc', other: 'x'.repeat(30) },
    { one: 'short', other: 'y' },
  ]
  const read = (width: number) => formatTable(columns, rows, width).split('\n')
  expect(read(20)).toEqual(['ONE    OTHER', 'a b c  xxxxxxxxxxxx…', 'short  y'])
  expect(read(3)).toEqual(['ONE   OTH…', 'a b…  xxx…', 'sho…  y'])
})

test('no cell of a table can make a terminal do anything', () => {
  const [, line] = formatTable(columns, [{ one: '\u001b]0;title\u0007', other: '\u202exet' }], 80).split('\n')
  expect(line).toBe('\ufffd]0;title\ufffd  \ufffdxet')
})
