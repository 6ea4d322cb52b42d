import { expect, it } from 'vitest'
import { SearchText } from './search.ts'

it('a search text is split into words, without control characters', () => {
  const allControls = String.fromCodePoint(...Array(32).keys(), ...Array.from({ length: 33 }, (_, n) => 0x7f + n))
  expect(SearchText.parse(`${allControls}Salma${allControls}Bennani \0 `)).toEqual(['Salma', 'Bennani'])
  expect(SearchText.parse('\0')).toEqual([])
  expect(SearchText.parse(undefined)).toEqual([])
})
