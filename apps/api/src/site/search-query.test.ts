import { expect, it } from 'vitest'
import { escaped } from '../db/word-pattern.ts'
import { folded } from '../feature/job/search.ts'
import { readSearch } from './search-query.ts'

const wordsOf = (q: string) => readSearch(new URLSearchParams({ q })).search.words

it('the patterns of the longest search stay under a thousand bytes each, whatever a character stands for', () => {
  // The last ones become several when they are written out: eighteen, four, three, and two.
  for (const letter of ['a', 'é', 'ا', '.', '字', '🙂', '한', '\ufdfa', '\u3300', '\ufb03', '½']) {
    const words = wordsOf(letter.repeat(2_000))
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(Buffer.byteLength(escaped(folded(word)))).toBeLessThan(1_000)
  }
})

it('a character that stands for several finds the same as those', () => {
  expect(wordsOf('ﬁn').map(folded)).toEqual(wordsOf('fin').map(folded))
})

it('control characters are spaces', () => {
  expect(wordsOf('a\0b\u009fc')).toEqual(['a', 'b', 'c'])
})
