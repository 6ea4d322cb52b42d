import { expect, it } from 'vitest'
import { flag, number, oneOf, text } from './search.ts'

it('of the query part of an address, a value that a page does not know is left out', () => {
  // The router reads digits as a number.
  for (const [a, read] of [
    ['Chef', 'Chef'],
    [17, '17'],
    [0, '0'],
    ['', undefined],
    [true, undefined],
  ] as const)
    expect(text({ a }, 'a')).toEqual(read === undefined ? {} : { a: read })
  for (const a of [0, -1, 1.5, 2 ** 53, '1', true]) expect(number({ a }, 'a')).toEqual({})
  for (const a of ['WITH', undefined]) expect(oneOf({ a }, 'a', ['with', 'without'])).toEqual({})
  for (const a of [false, 'true']) expect(flag({ a }, 'a')).toEqual({})
  expect([number({ a: 1 }, 'a'), oneOf({ a: 'with' }, 'a', ['with']), flag({ a: true }, 'a')]).toEqual([
    { a: 1 },
    { a: 'with' },
    { a: true },
  ])
})
