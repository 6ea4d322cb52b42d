import { expect, it } from 'vitest'
import { isBlank, removeInvisible } from './invisible.ts'

it.each([
  ['soft hyphens and zero-width spaces', 'Assis\u00adtante de direc\u200btion\u200b', 'Assistante de direction'],
  ['a byte order mark and word joiners', '\ufeffChef\u2060 de\u034f projet', 'Chef de projet'],
  [
    'joiners and selectors among letters that need none',
    'Déve\u200dlop\u200cpeur\ufe0f \ufe0eReact\ufe01',
    'Développeur React',
  ],
  ['fillers and invisible signs', 'a\u3164b\uffa0c\u2062d\u{e0041}', 'abcd'],
  ['a joiner after an Arabic word', 'محاسب\u200c ', 'محاسب '],
  ['a selector after a removed character', 'a\ufe0f\u200d💻', 'a💻'],
])('removes characters that people do not see: %s', (_what, text, left) => {
  expect(removeInvisible(text)).toBe(left)
  expect(removeInvisible(left)).toBe(left)
})

it.each([
  ['the joiners of Persian and Hindi', 'می\u200cخواهم، क्\u200dष, ه\u200d'],
  [
    'signs of several characters',
    '👩\u200d💻 👩🏽\u200d💻 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 ☎\ufe0e 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['forms of Chinese letters', '葛\u{e0100}'],
  ['marks of direction', 'مطور C++\u200f، \u200ebackend\u061c \u2068x\u2069'],
  ['visible blanks', 'Chef\u00a0de\u202fprojet'],
])('keeps characters that a text needs: %s', (_what, text) => expect(removeInvisible(text)).toBe(text))

it('a text of invisible characters and blanks is blank', () => {
  expect(['', ' \u200b\u00ad', '\u2066\u200e\u2069', 'a'].map(isBlank)).toEqual([true, true, true, false])
})
