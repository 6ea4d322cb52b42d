import { escapePattern, fold } from '@boardwalk/core/db/word-pattern'
import { expect, it } from 'vitest'
import { readSearch } from './search-query.ts'

const readWords = (q: string) => readSearch(new URLSearchParams({ q })).search.words

it('each pattern of the longest search is under a thousand bytes, even if its characters become several', {
  tags: ['public-search'],
}, () => {
  // Normalising turns the last ones into eighteen, four, three and two characters.
  for (const letter of ['a', 'é', 'ا', '.', '字', '🙂', '한', '\ufdfa', '\u3300', '\ufb03', '½']) {
    const words = readWords(letter.repeat(2_000))
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(Buffer.byteLength(escapePattern(fold(word)))).toBeLessThan(1_000)
  }
})
