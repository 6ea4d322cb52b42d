import { expect, it } from 'vitest'
import { createPlural } from './page-language.ts'

const forms = { zero: '# zero', one: '# one', two: '# two', few: '# few', many: '# many', other: '# other' }

it.each([
  ['fr', 0, '0 one'],
  ['fr', 2, '2 other'],
  ['fr', 1_234, '1\u202f234 other'],
  ['en', 0, '0 other'],
  ['en', 1, '1 one'],
  ['en', 1_234, '1,234 other'],
  ['ar', 2, '2 two'],
  ['ar', 3, '3 few'],
  ['ar', 1_234, '1.234 many'],
] as const)('in %s, a count of %i has its form, and its digits in groups: %s', (locale, count, text) => {
  expect(createPlural(locale)(count, forms)).toBe(text)
})

it('a form that is not given is that of the others', () => {
  expect(createPlural('ar')(2, { other: '# other' })).toBe('2 other')
})
