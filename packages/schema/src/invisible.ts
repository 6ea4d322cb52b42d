/*
 * Characters that show nothing, such as the soft hyphens and zero-width spaces that come with a text from Word or a page. A word that
 * has one looks like another word and is not found.
 */

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const ALL_IGNORABLE = new RegExp(IGNORABLE, 'gu')

/** Characters that change the direction of the text beside them. `removeUnprintable` decides about those that it knows. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** A letter whose shape depends on whether the next one is joined to it. */
const JOINED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]\p{M}*$/u

/** A place in a text where an invisible character changes what people see. */
interface Meaning {
  characters: RegExp
  before: RegExp
  after: RegExp
}

const meanings: Meaning[] = [
  // U+200C keeps letters apart, as in Persian.
  { characters: /\u200c/, before: JOINED_LETTER, after: /^[\p{L}\p{M}]/u },
  { characters: /\u200d/, before: JOINED_LETTER, after: /^/ },
  // U+200D makes one sign of several, such as a woman and a computer.
  {
    characters: /\u200d/,
    before: /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u,
    after: /^\p{Extended_Pictographic}/u,
  },
  // Variation selectors: a sign in colour or as a letter, and forms of Chinese and Mongolian letters.
  { characters: /[\ufe0e\ufe0f]/, before: /\p{Extended_Pictographic}$/u, after: /^/ },
  { characters: /\ufe0f/, before: /[\d#*]$/, after: /^\u20e3/ },
  { characters: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u, before: /\p{Script=Han}$/u, after: /^/ },
  { characters: /[\u180b-\u180f]/, before: /\p{Script=Mongolian}$/u, after: /^/ },
  // The flags of England, Scotland and Wales.
  { characters: /[\u{e0020}-\u{e007f}]/u, before: /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u, after: /^/ },
]

/** How many characters around an invisible one decide what it means. A flag has up to seven, of two units each. */
const CONTEXT_UNITS = { one: 4, two: 16 }

/**
 * Removes the characters of a text that show nothing and change nothing. Those that other characters need stay: joiners in signs and in
 * Persian, and marks of direction.
 */
export function removeInvisible(text: string): string {
  if (!IGNORABLE.test(text)) return text
  return text.replaceAll(ALL_IGNORABLE, (character, index: number) => {
    if (DIRECTION.test(character)) return character
    const units = character.length === 1 ? CONTEXT_UNITS.one : CONTEXT_UNITS.two
    const before = text.slice(Math.max(0, index - units), index)
    const after = text.slice(index + character.length, index + character.length + units)
    const isNeeded = meanings.some(
      (meaning) => meaning.characters.test(character) && meaning.before.test(before) && meaning.after.test(after),
    )
    return isNeeded ? character : ''
  })
}

/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => text.replaceAll(ALL_IGNORABLE, '').trim() === ''
