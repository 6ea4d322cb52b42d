import { fold } from '../db/word-pattern.ts'

/* Inclusive titles: "conseiller(ère)", "technicien·ne·s", "directeur/-trice", "محاسب(ة)", "agent H/F". */

/** "H/F" and its variants, which say that a job is open to men and women. */
export const BOTH_GENDERS = /\(?(?<![\p{L}\p{N}])[hmf]\s?\/\s?[hmf](?![\p{L}\p{N}])\)?/giu

/** The endings that are added to a word. */
const ADDED = new Set('e es ne nes te tes le les fe s sse ess ه ات ين'.split(' '))

/** The endings that replace the end of a word, each with the ends that it replaces. */
const REPLACING: Record<string, string[]> = {
  ere: ['er'],
  iere: ['ier'],
  euse: ['eur', 'eux'],
  teuse: ['teur'],
  se: ['r', 'x'],
  trice: ['teur'],
  rice: ['eur'],
  enne: ['en'],
  ienne: ['ien'],
  onne: ['on'],
  ve: ['f'],
  ive: ['if'],
  elle: ['el'],
  ale: ['al'],
  ee: ['e'],
  ante: ['ant'],
  ente: ['ent'],
}

/** An ending in brackets, or after a hyphen, a dot or a slash; then perhaps the sign of the plural. */
const MARKED =
  /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]+)(?:\s?\((\p{L}{1,5})\)|(?:\/-|[·•‧⋅./-])(\p{L}{1,5})(?!\p{L}))(?:\(s\)|[·•‧⋅.-]?s(?!\p{L}))?/gu

/** What stands before every ending. Looking for this alone is far cheaper, and most texts have none. */
const MARK = /[(·•‧⋅./-]\p{L}/u

/** Replaces each word that has an inclusive ending. `write` gets the word without the ending, and its other form, folded. */
export function replaceEndings(text: string, write: (word: string, other: string) => string): string {
  const composed = text.normalize('NFC')
  if (!MARK.test(composed)) return composed
  return composed.replaceAll(MARKED, (all, word: string, bracketed?: string, other?: string) => {
    const form = joinEnding(fold(word), fold(bracketed ?? other ?? ''))
    return form === undefined ? all : write(word, form)
  })
}

/** Makes the other form of a word from its ending. Undefined if the word does not take it. */
function joinEnding(word: string, ending: string): string | undefined {
  const plural = ending.endsWith('s') ? ending.slice(0, -1) : ending
  const replaced = REPLACING[ending] ?? REPLACING[plural]
  const end = replaced?.find((end) => word.endsWith(end))
  if (end !== undefined) return word.slice(0, -end.length) + ending
  return ADDED.has(ending) ? word + ending : undefined
}
