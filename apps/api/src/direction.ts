/** A letter, or one of the marks that act as a letter of a direction. */
const LETTER = /[\p{L}\u200e\u200f\u061c]/u
/** Hebrew, Arabic and the other scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/
/** A text that begins with "SAP" and has this share of Arabic words is Arabic. */
const SHARE_MIN = 0.4

export type Direction = 'ltr' | 'rtl'

/**
 * Finds the direction of a text: that of its first letter, as browsers do with `dir="auto"`, unless many of its words run from
 * right to left. Undefined if it has no letters.
 */
export function findDirection(text: string): Direction | undefined {
  const letters = text.split(/\s+/).flatMap((word) => LETTER.exec(word)?.[0] ?? [])
  const [first] = letters
  if (first === undefined) return undefined
  const share = letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length / letters.length
  return RIGHT_TO_LEFT.test(first) || share >= SHARE_MIN ? 'rtl' : 'ltr'
}

/** Finds the direction of a text of several lines: `auto` if they differ, so that each line finds its own. */
export function findDirectionOfLines(lines: string[]): Direction | 'auto' | undefined {
  const directions = new Set(lines.flatMap((line) => findDirection(line) ?? []))
  const [only] = directions
  return directions.size > 1 ? 'auto' : only
}

/** Wraps a text so that it and the sentence around it do not change each other's direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`
