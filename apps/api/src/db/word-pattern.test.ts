import { describe, expect, it } from 'vitest'
import { createPattern, escapePattern } from './word-pattern.ts'

const finds = (word: string, text: string) => new RegExp(createPattern(word), 'iu').test(text)

describe('a word is found', () => {
  it.each([
    ['eleveur', 'Un ÉLEVEUR'],
    ['ÉLÉVEUR', 'eleveur'],
    ['été', 'e\u0301te\u0301'],
    ['a.b', 'xA.Bx'],
    ['50%', '50%'],
    ['[x](y)', '[X](Y)'],
    ['a-b/c', 'A-B/C'],
    ['محاسب', 'مُحَاسِب'],
    ['مُحاسب', 'محاسب'],
    ['احمد', 'أحمد'],
    ['مدرسه', 'مدرسة'],
    ['skoda', 'ŠKODA'],
    ['zebro', 'Żebro'],
    ['علي', 'على'],
    ['مستشفى', 'مستشفي'],
    ['اسماء', 'آسماء'],
    ['ﬁn', 'fin'],
    ['🙂', 'a 🙂'],
    ['a\0b', 'a\0b'],
  ])('%j in %j', (word, text) => {
    expect(finds(word, text)).toBe(true)
  })
})

describe('a word is not found', () => {
  it.each([
    ['a.b', 'axb'],
    ['.*', 'anything'],
    ['eleve', 'lever'],
    ['a|b', 'a'],
    ['محاسب', 'مهندس'],
  ])('%j in %j', (word, text) => {
    expect(finds(word, text)).toBe(false)
  })
})

it('the pattern of the longest word stays under a thousand bytes', () => {
  for (const letter of ['a', 'é', 'u', 'ا', '.', '字', '🙂']) {
    const pattern = createPattern(letter.repeat(200))
    expect(Buffer.byteLength(pattern)).toBeLessThan(1000)
    expect(finds(letter.repeat(200), letter.repeat(200))).toBe(true)
  }
})

it('no pattern holds the null character, which MongoDB refuses', () => {
  expect(createPattern('a\0b')).not.toContain('\0')
  expect(escapePattern('a\0b')).toBe('a\\x00b')
  expect(new RegExp(`^${escapePattern('a\0b')}$`).test('a\0b')).toBe(true)
})
