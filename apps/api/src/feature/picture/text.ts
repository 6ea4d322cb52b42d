import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

/* The fonts of pictures, and text in lines. The library shapes Arabic and orders mixed directions. */

/** Each font has the letters that those before it lack. Other letters come from the fonts of the system, if it has any. */
const FONTS = [
  { family: 'Board Latin', files: '@fontsource/noto-sans/files/noto-sans-latin' },
  { family: 'Board Latin Extended', files: '@fontsource/noto-sans/files/noto-sans-latin-ext' },
  { family: 'Board Arabic', files: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic' },
]
const FAMILIES = FONTS.map(({ family }) => `"${family}"`).join(', ')
type Weight = 400 | 700
const WEIGHTS: Weight[] = [400, 700]

let areRegistered = false

/** Reads the fonts, once in a process. It takes some 20 ms. */
export function registerFonts(): void {
  if (areRegistered) return
  const { resolve } = createRequire(import.meta.url)
  for (const { family, files } of FONTS)
    for (const weight of WEIGHTS) {
      const file = resolve(`${files}-${weight}-normal.woff2`)
      if (GlobalFonts.register(readFileSync(file), family) === null) throw new Error(`the font ${file} cannot be read`)
    }
  areRegistered = true
}

export const toFont = (weight: Weight, pixels: number): string => `${weight} ${pixels}px ${FAMILIES}`

export type Direction = 'ltr' | 'rtl'

/** Finds the direction of a text by its first letter. */
export function findDirection(text: string): Direction {
  const [letter = ''] = text.match(/\p{L}/u) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter) ? 'rtl' : 'ltr'
}

/** Longer texts are cut before they are measured. No picture shows more. */
const CHARACTERS_MAX = 300
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Breaks a text into lines of a width, in the font of the context. The last of at most `linesMax` lines ends with `…` if there is more. */
export function breakLines(context: SKRSContext2D, text: string, width: number, linesMax: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= width
  const words = text
    .slice(0, CHARACTERS_MAX)
    .toWellFormed()
    .split(/[^\S\u00a0\u202f]+/u)
    .filter(Boolean)
  const lines: string[] = []
  let line = ''
  for (const word of words.flatMap((word) => (fits(word) ? [word] : breakWord(word, fits)))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  const last = lines.slice(linesMax - 1).join(' ')
  return [...lines.slice(0, linesMax - 1), shorten(last, fits)]
}

/** Breaks a word that is longer than a line. */
function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${parts.at(-1)}${segment}`
    if (fits(longer)) parts[parts.length - 1] = longer
    else parts.push(segment)
  }
  return parts
}

/** Cuts letters off until the rest fits with an ellipsis. */
function shorten(text: string, fits: (part: string) => boolean): string {
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
