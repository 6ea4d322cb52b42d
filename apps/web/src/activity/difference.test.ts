import { expect, it } from 'vitest'
import { splitDifference } from './difference.ts'

it.each([
  ['Comptable', 'Comptable senior', ['Comptable', '', ''], ['Comptable', ' senior', '']],
  [
    'un salaire fixe et un bureau',
    'un salaire variable et un bureau',
    ['un salaire ', 'fixe', ' et un bureau'],
    ['un salaire ', 'variable', ' et un bureau'],
  ],
  ['a a', 'a a a', ['a a', '', ''], ['a a', ' a', '']],
  ['', 'Rabat', ['', '', ''], ['', 'Rabat', '']],
  ['Rabat', 'Fès', ['', 'Rabat', ''], ['', 'Fès', '']],
  ['9\u202f000 MAD', '9\u202f500 MAD', ['', '9\u202f000', ' MAD'], ['', '9\u202f500', ' MAD']],
  ['même', 'même', ['même', '', ''], ['même', '', '']],
])('the difference of %s and %s is in the words between', (before, after, partsBefore, partsAfter) => {
  expect(splitDifference(before, after)).toEqual([partsBefore, partsAfter])
})
