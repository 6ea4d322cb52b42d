import { describe, expect, it } from 'vitest'
import { flag, number, oneOf, text } from './search.ts'

describe('of the query part of an address', () => {
  it.each([
    ['Chef', { a: 'Chef' }],
    // The router reads digits as a number.
    [17, { a: '17' }],
    [0, { a: '0' }],
    ['', {}],
    [true, {}],
    [undefined, {}],
  ])('the text %j is read as %j', (a, read) => {
    expect(text({ a }, 'a')).toEqual(read)
  })

  it.each([
    [1, { a: 1 }],
    [0, {}],
    [-1, {}],
    [1.5, {}],
    [2 ** 53, {}],
    ['1', {}],
  ])('the number %j is read as %j', (a, read) => {
    expect(number({ a }, 'a')).toEqual(read)
  })

  it.each([
    ['with', { a: 'with' }],
    ['WITH', {}],
    [undefined, {}],
  ])('the choice %j is read as %j', (a, read) => {
    expect(oneOf({ a }, 'a', ['with', 'without'])).toEqual(read)
  })

  it.each([
    [true, { a: true }],
    [false, {}],
    ['true', {}],
  ])('the flag %j is read as %j', (a, read) => {
    expect(flag({ a }, 'a')).toEqual(read)
  })
})
