import { describe, expect, it } from 'vitest'
import { findUnprintable, makeLinePrintable, makePrintable, removeUnprintable } from './printable.ts'

const marksOfArabic = 'مطور C++\u200f، \u200ebackend\u061c'

describe('makePrintable', () => {
  it.each([
    ['an escape sequence', 'a\u001b]0;x\u0007b', 'a\ufffd]0;x\ufffdb'],
    ['an escape sequence in one character', 'a\u009b2Jb', 'a\ufffd2Jb'],
    ['a carriage return, which writes over the line', 'a\rb', 'a\ufffdb'],
    ['an override of the direction', 'a\u202egnp.exe\u202c', 'a\ufffdgnp.exe\ufffd'],
    ['an isolate', 'a\u2066b\u2069', 'a\ufffdb\ufffd'],
  ])('shows %s instead of obeying it', (_what, text, printable) => {
    expect(makePrintable(text)).toBe(printable)
    expect(makeLinePrintable(text)).toBe(printable)
  })

  it('leaves line feeds, tabs and the marks that Arabic needs', () => {
    expect(makePrintable(`a\n\tb ${marksOfArabic}`)).toBe(`a\n\tb ${marksOfArabic}`)
  })
})

it('makeLinePrintable leaves one line', () => {
  expect(makeLinePrintable(`a\nkey_1\tb ${marksOfArabic}`)).toBe(`a\ufffdkey_1\ufffdb ${marksOfArabic}`)
})

it('findUnprintable gives the first such character', () => {
  expect(findUnprintable('a\u202e\n')).toBe('\u202e')
  expect(findUnprintable(marksOfArabic)).toBeUndefined()
})

it('removeUnprintable makes one line of a text', () => {
  expect(removeUnprintable(`a\r\n\u0000b\u202ec\u2069\u2028d ${marksOfArabic}`)).toBe(`a bc d ${marksOfArabic}`)
})

it('removeUnprintable keeps isolates that are closed, and removes the others', () => {
  const closed = '\u2067مطور \u2068C++\u2069\u2069 \u2066(x)\u2069'
  expect(removeUnprintable(closed)).toBe(closed)
  expect(removeUnprintable(`\u2069a\u2066b\u2067c\u2069\u202a`)).toBe('ab\u2067c\u2069')
})
