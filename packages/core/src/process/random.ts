import { randomInt } from 'node:crypto'

export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const LOWER_LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Makes a random text of `length` characters. Each is drawn without bias from the system's random source. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
