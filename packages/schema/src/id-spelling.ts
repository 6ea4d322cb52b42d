/*
 * Spreadsheets and programs change how an id is written: 00101 becomes 101, an accent gets another form, a slash becomes %2F.
 * The board compares ids exactly, so such an id is another job. These functions find out that both are probably the same job.
 */

/** In what two spellings of an id differ, each with a function that removes the difference. The order is that of `foldId`. */
const differences: readonly (readonly [name: string, remove: (id: string) => string])[] = [
  ['percent-encoding', decodeWhole],
  ['the form of an accent', (id) => id.normalize('NFC')],
  ['blanks or capitals', (id) => id.replaceAll(/[\s\p{Cf}]/gu, '').toLowerCase()],
  // In 1.05 the zero counts.
  ['zeros before a number', (id) => id.replaceAll(/(?<![\d.,])0+(?=\d)/g, '')],
]

const decodingsMax = 3

function decodeWhole(id: string): string {
  let text = id
  for (let decodings = 0; decodings < decodingsMax && text.includes('%'); decodings++) {
    try {
      text = decodeURIComponent(text)
    } catch {
      // A percent sign that encodes nothing.
      return text
    }
  }
  return text
}

/** Reduces an id so that ids that differ only in how they are written become the same text. */
export const foldId = (id: string): string => differences.reduce((text, [, remove]) => remove(text), id)

/** Names in what two ids differ that fold to the same text. */
export function nameIdDifference(one: string, other: string): string {
  const [name] = differences.find(([, remove]) => remove(one) === remove(other)) ?? []
  return name ?? 'more than one of zeros, capitals, accents, blanks and percent-encoding'
}

/** Ids of digits alone are compared with ids that have zeros before them, up to this many digits. */
const paddedDigitsMax = 10

/**
 * Lists other spellings of an id under which a job may be stored: a lookup of exact ids then finds it. It has the usual ones; in a mix of
 * capitals and small letters, there are too many.
 */
export function listSpellings(id: string): string[] {
  const zeros = Array.from({ length: /^\d+$/.test(id) ? paddedDigitsMax : 0 }, (_, at) => id.padStart(at + 1, '0'))
  const all = [
    ...differences.map(([, remove]) => remove(id)),
    id.normalize('NFD'),
    id.toUpperCase(),
    encodeURIComponent(id.toWellFormed()),
    ...zeros,
  ]
  return [...new Set(all)].filter((spelling) => spelling !== id && spelling !== '')
}
