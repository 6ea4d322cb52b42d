import { expect, it } from 'vitest'
import { createPattern } from './word-pattern.ts'

const finds = (word: string, text: string) => new RegExp(createPattern(word), 'iu').test(text)

it('a word is found whatever the case, the accents and the Arabic marks, and its signs mean themselves', {
  tags: ['search'],
}, () => {
  for (const [word, text] of [
    ['ÉLÉVEUR', 'un eleveur'],
    ['eleveur', 'Un ÉLEVEUR'],
    ['été', 'e\u0301te\u0301'],
    ['[x](y)', '[X](Y)'],
    ['a.b', 'xA.Bx'],
    ['مُحاسب', 'محاسب'],
    ['محاسب', 'مُحَاسِب'],
    ['احمد', 'أحمد'],
    ['مدرسه', 'مدرسة'],
    ['مستشفى', 'مستشفي'],
    ['skoda', 'ŠKODA'],
    ['ﬁn', 'fin'],
    ['🙂', 'a 🙂'],
    ['a\0b', 'a\0b'],
    ['déve\u00adlop\u200bpeur', 'Développeur'],
    ['👩\u200d💻', 'a 👩\u200d💻'],
  ] as const)
    expect([word, text, finds(word, text)]).toEqual([word, text, true])
  for (const [word, text] of [
    ['a.b', 'axb'],
    ['.*', 'anything'],
    ['eleve', 'lever'],
    ['a|b', 'a'],
    ['محاسب', 'مهندس'],
  ] as const)
    expect([word, text, finds(word, text)]).toEqual([word, text, false])
})
