import { expect, test } from 'vitest'
import { WordIndex } from './word-index.ts'

test('a job that gets a key while slots that are used no more are forgotten keeps it, and the key keeps no such slot', async () => {
  const index = new WordIndex()
  index.add('soudeur', 1)
  const forgetting = index.forget((slot) => slot !== 1)
  index.add('soudeur', 2)
  await forgetting
  expect(index.last('soudeur', 10)).toEqual({ slots: [2], count: 1 })
})
