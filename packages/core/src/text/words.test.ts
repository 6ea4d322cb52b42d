import { expect, test } from 'vitest'
import words from './fixture/words.json' with { type: 'json' }
import { findRoot, splitTitle } from './words.ts'

test('an inclusive title has both forms of its word; nothing else in brackets makes a form, and H/F is no word', () => {
  for (const [title, forms] of Object.entries(words.titles))
    expect([title, [...new Set(splitTitle(title))].join(' ')]).toEqual([title, forms])
})

test('the forms of a word have one root, and words of another meaning have not', () => {
  for (const forms of words.forms) expect([forms, new Set(forms.split(' ').map(findRoot)).size]).toEqual([forms, 1])
  for (const apart of ['technicien technique', 'rue ru', 'dos do', 'prix prise', 'actrice acte'])
    expect([apart, new Set(apart.split(' ').map(findRoot)).size]).toEqual([apart, 2])
})
