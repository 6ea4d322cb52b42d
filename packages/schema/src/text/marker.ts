/* The bullet or the number before a line that is an item of a list. */

/** Invisible marks before a bullet, such as those of a text that runs from right to left. */
const invisible = '[\\s\\u200b\\u200e\\u200f\\u061c\\ufeff]*'
/**
 * A bullet. A dash counts before a blank or a letter, and not in "-5 °C". Those between U+F020 and U+F0FF are signs of Word's fonts. Word
 * writes others as letters, with several blanks or a tab after them.
 */
const bullet =
  '(?:[•‣⁃◦·∙●○▪▫■□►▸➢➤✓✔❖\\uf020-\\uf0ff]\\s*|[-–—‐‑−*]\\s+|[-–](?=\\p{L})|[o§ØüvqŸ](?:\\s*\\t\\s*|\\s*\\u00a0\\s+|\\s+\\u00a0\\s*))'
/** A text that was copied from a list may have a bullet of its own after the one that the list has. */
const BULLET = new RegExp(`^${invisible}(${bullet})(?:${bullet})*(?=\\S)`, 'u')
const NUMBER = new RegExp(`^${invisible}\\(?(0|[1-9]\\d{0,2})[.)/-](?:\\s+|(?=\\p{L}))(?:${bullet})*(?=\\S)`, 'u')

/** The bullet or the number at the start of a line. */
export interface Marker {
  /** A bullet, or undefined if it is a number. */
  bullet: string | undefined
  number: number | undefined
  /** The number of characters that it has with the blanks around it. */
  length: number
}

/** A marker with the blanks around it has less characters. */
const MARKER_CHARACTERS_MAX = 100

export function readMarker(line: string): Marker | undefined {
  const start = line.slice(0, MARKER_CHARACTERS_MAX)
  const found = BULLET.exec(start)
  if (found !== null) return { bullet: found[1]?.trim(), number: undefined, length: found[0].length }
  const number = NUMBER.exec(start)
  if (number === null) return undefined
  return { bullet: undefined, number: Number(number[1]), length: number[0].length }
}

/**
 * Whether a line with a marker is an item of a list. That depends on the markers of the lines before and after it: a single number may
 * be that of a chapter or of a street, and a single star that of a footnote.
 */
export function isItem({ bullet, number }: Marker, before: Marker | undefined, after: Marker | undefined): boolean {
  if (number !== undefined) return before?.number === number - 1 || after?.number === number + 1
  return bullet !== '*' || before?.bullet === '*' || after?.bullet === '*'
}

/** A part of a text that begins with what may be a marker. Most texts have none. */
const MARKED_START = new RegExp(`^${invisible}[(\\d•‣⁃◦·∙●○▪▫■□►▸➢➤✓✔❖\\uf020-\\uf0ff–—‐‑−*o§ØüvqŸ-]`, 'u')

export const mayHaveMarker = (line: string): boolean => MARKED_START.test(line)
