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
  /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]+)(?:\s?\((\p{L}{1,5})\)|(?:\/-|[·•‧⋅./-])(\p{L}{1,5})(?!\p{L}))(?:\(s\)|[·•‧⋅.-]?s(?!\p{L}))?/u

/** What stands before every ending. */
const MARK = /[(·•‧⋅./-]\p{L}/gu
/** `MARKED` at one place. Trying it at every word of a text costs some ten times as much. */
const MARKED_HERE = new RegExp(MARKED, 'uy')
const OF_WORD = /[\p{L}\p{M}]/u
const LOW_SURROGATE = /[\uDC00-\uDFFF]/

/** Replaces each word that has an inclusive ending. `write` gets the word without the ending, and its other form, folded. */
export function replaceEndings(text: string, write: (word: string, other: string) => string): string {
  const composed = text.normalize('NFC')
  let replaced = ''
  let end = 0
  for (const { 0: mark, index } of composed.matchAll(MARK)) {
    // An ending that was replaced may have a mark of its own.
    if (index <= end) continue
    MARKED_HERE.lastIndex = findWordBefore(composed, mark, index, end)
    const found = MARKED_HERE.exec(composed)
    if (found === null) continue
    const [all, word = '', bracketed, other] = found
    const form = joinEnding(fold(word), fold(bracketed ?? other ?? ''))
    replaced += composed.slice(end, found.index) + (form === undefined ? all : write(word, form))
    end = found.index + all.length
  }
  return replaced + composed.slice(end)
}

/** Finds where the word before a mark begins, at `min` or later. A blank may stand before a bracket, and a slash before a hyphen. */
function findWordBefore(text: string, mark: string, index: number, min: number): number {
  const before = text[index - 1] ?? ''
  const hasGap = (mark.startsWith('(') && /\s/.test(before)) || (mark.startsWith('-') && before === '/')
  let start = hasGap ? index - 1 : index
  while (start > min) {
    // Some letters have two units of UTF-16.
    const letter = text.slice(LOW_SURROGATE.test(text[start - 1] ?? '') ? start - 2 : start - 1, start)
    if (!OF_WORD.test(letter)) break
    start -= letter.length
  }
  return start
}

/** Makes the other form of a word from its ending. Undefined if the word does not take it. */
function joinEnding(word: string, ending: string): string | undefined {
  const plural = ending.endsWith('s') ? ending.slice(0, -1) : ending
  const replaced = REPLACING[ending] ?? REPLACING[plural]
  const end = replaced?.find((end) => word.endsWith(end))
  if (end !== undefined) return word.slice(0, -end.length) + ending
  return ADDED.has(ending) ? word + ending : undefined
}
