import { describe, expect, it } from 'vitest'
import { createPhonePattern, isPhonePart } from './phone-pattern.ts'

const isFound = (typed: string, stored: string) => new RegExp(createPhonePattern(typed) ?? '(?!)').test(stored)

describe('a telephone number', () => {
  it.each([
    ['+212 6 12 34', '0612 34 56 78'],
    ['0612 34', '+212 6 12 34 56 78'],
    ['06 12 34', '+212 (0)6 12 34 56 78'],
    ['06.12.34', '00212612345678'],
    ['00212 6 12', '+212 612 345 678'],
    ['+212612', '00212612345678'],
    ['+212 612', '+212 (0)612 345 678'],
    ['+212 (0)612', '0612 345 678'],
    ['+33 6 12 34', '06 12 34 56 78'],
    ['612', '+212 612-345-678'],
    ['5678', '06 12 34 56 78'],
    ['٠٦١٢ ٣٤', '+212 6 12 34 56 78'],
    ['06 12 34', '06\u201112\u201134\u201156\u201178'],
    ['0612 34', 'tel:+212612345678'],
  ])('typed as %s finds %s', (typed, stored) => expect(isFound(typed, stored)).toBe(true))

  it.each([
    ['+212 6 12 34', '0613 34 56 78'],
    ['0612 34', '+212 6 13 34 56 78'],
    // In its own country's form a number begins with what follows the country.
    ['+212 678', '06 12 34 56 78'],
    ['0678', '+212 612 34 56 78'],
  ])('typed as %s does not find %s', (typed, stored) => expect(isFound(typed, stored)).toBe(false))

  it.each(['06', '+', '1'.repeat(18)])('is not %s', (typed) => expect(createPhonePattern(typed)).toBeUndefined())

  it('is made of digits and the signs between them', () =>
    expect(['+212', '(0)6', '06-12', '06\u201112–34', '٠٦', 'B2B', '-', 'omar1'].map(isPhonePart)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]))
})
