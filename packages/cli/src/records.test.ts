import { expect, test } from 'vitest'
import { formatFields, formatTable, takeFirst } from './records.ts'

test('a list that is limited has so many items, and none is asked for after them', async () => {
  let asked = 0
  async function* endless() {
    for (;;) yield ++asked
  }
  const items: number[] = []
  for await (const item of takeFirst(3, endless())) items.push(item)
  expect({ items, asked }).toEqual({ items: [1, 2, 3], asked: 3 })
})

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

test('the fields of an object are one below the other, and only a list of texts is written as texts', () => {
  const fields = formatFields({ id: 'A', city: ['Rabat', 'Fès'], mixed: ['a', 1], none: null, text: 'a\n\nb' })
  expect(fields.split('\n')).toEqual([
    'id     A',
    'city   Rabat, Fès',
    'mixed  ["a",1]',
    'none   null',
    'text   a',
    '       b',
  ])
})
