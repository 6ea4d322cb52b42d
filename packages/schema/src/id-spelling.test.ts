import { expect, test } from 'vitest'
import { foldId, nameIdDifference } from './id-spelling.ts'

test('ids that differ only in how they are written fold to the same text, and the difference has a name', () => {
  for (const [one, other, difference] of [
    ['00101', '101', 'zeros before a number'],
    ['acme-00101', 'acme-101', 'zeros before a number'],
    ['REF-1', 'ref-1', 'blanks or capitals'],
    ['REF-1 ', 'REF-1', 'blanks or capitals'],
    ['REF\u200b-1', 'REF-1', 'blanks or capitals'],
    ['R\u00e9dacteur', 'Re\u0301dacteur', 'the form of an accent'],
    ['A%2F10', 'A/10', 'percent-encoding'],
    ['A%252F10', 'A/10', 'percent-encoding'],
    ['R%C3%A9', 'R\u00e9', 'percent-encoding'],
    ['ref-01', 'REF-1', 'more than one of zeros, capitals, accents, blanks and percent-encoding'],
  ] as const)
    expect([one, foldId(one) === foldId(other), nameIdDifference(one, other)]).toEqual([one, true, difference])
  for (const [one, other] of [
    ['101', '1010'],
    ['1.05', '1.5'],
    ['0', ''],
    ['50%', '50'],
    ['A-1', 'A-2'],
    ['R\u00e9dacteur', 'Redacteur'],
  ] as const)
    expect([one, foldId(one) === foldId(other)]).toEqual([one, false])
})
