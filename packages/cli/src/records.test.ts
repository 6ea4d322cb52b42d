import { expect, test } from 'vitest'
import { takeFirst } from './records.ts'

test('a list that is limited has so many items, and none is asked for after them', async () => {
  let asked = 0
  async function* endless() {
    for (;;) yield ++asked
  }
  const items: number[] = []
  for await (const item of takeFirst(3, endless())) items.push(item)
  expect({ items, asked }).toEqual({ items: [1, 2, 3], asked: 3 })
})
