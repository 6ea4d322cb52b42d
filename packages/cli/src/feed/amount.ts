/** What separates the whole part of a number from its fraction. */
export type Decimal = ',' | '.'

/** Groups of three digits between blanks, apostrophes, points or commas, such as `12 000,50`. */
const grouped = /^[+-]?\d{1,3}([ \u00a0\u2007\u2009\u202f.,'’])\d{3}(?:\1\d{3})*(?:([.,])\d+)?$/
const fractional = /^[+-]?(\d+)([.,])(\d+)$/

/**
 * Reads a number as people write it: `9000`, `9 000`, `4001,50`, `9.000,00`, `9000.-`. A text that could be read in two ways, such as
 * `9.000`, is read only if `decimal` is given. Undefined if the text is no number.
 */
export function parseAmount(text: string, decimal?: Decimal): number | undefined {
  // In `9000.-` and `9.000,–` the dash means that the fraction is zero.
  const trimmed = text.trim().replace(/(?<=\d[.,])[-–—]{1,2}$/, '00')
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed)
  const [, whole = '', mark, fraction = ''] = fractional.exec(trimmed) ?? []
  if (mark !== undefined) {
    if (fraction.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) return Number(trimmed.replace(',', '.'))
    if (decimal === undefined) return undefined
    return Number(trimmed.replace(mark, mark === decimal ? '.' : ''))
  }
  const [, separator, end] = grouped.exec(trimmed) ?? []
  if (separator === undefined || separator === end) return undefined
  return Number(trimmed.replaceAll(separator, '').replace(',', '.'))
}

/** Says why a text is no number of a field, and what helps; empty if that is not known. */
export function explainAmount(field: string, text: string): string {
  const rule = `{"fields": {"${field}": {"decimal": ","}}}`
  const read = parseAmount(text, ',')
  const other = parseAmount(text, '.')
  if (read !== undefined && read === other) return `; a --map file with ${rule} reads it as ${read}`
  if (read !== undefined)
    return `; it may be ${read} or ${other}: say which in a --map file, with ${rule} for ${read} or "." instead for ${other}`
  const [, before = '', amount = '', after = ''] = /^(\D*)(\d.*\d)(\D*)$/s.exec(text) ?? []
  const words = [before.trim(), after.trim()].filter((word) => currency.test(word))
  const isAmount = parseAmount(amount, ',') !== undefined
  const advice = words.length > 0 && isAmount ? `; send the amount without ${JSON.stringify(words.join(' '))}` : ''
  const blanks = [...new Set(text.match(/[^\S ]/g))].map((blank) => `U+${toHex(blank)}`)
  return advice + (blanks.length > 0 ? ` (it has the blank ${blanks.join(', ')})` : '')
}

/** A sign such as €, or a word such as DH. */
const currency = /^(?:\p{Sc}|\p{L}{2,}.*)$/u
const toHex = (char: string) => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
