/** The marks of every script, and the kashida, which lengthens Arabic letters. */
const MARKS = /[\p{M}\u0640]/gu

/**
 * Text without what people leave out when they search: case, accents, Arabic vowel signs and variants of letters. With
 * `marks`, it loses only the marks that these match.
 */
export function fold(text: string, marks = MARKS): string {
  return text.normalize('NFKD').replaceAll(marks, '').toLowerCase().replaceAll('ى', 'ي').replaceAll('ة', 'ه')
}
