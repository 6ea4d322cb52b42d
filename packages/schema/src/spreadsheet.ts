/* How texts of others are written as CSV, so that no spreadsheet runs them. The command and the back office write CSV with this file. */

/** Excel removes this mark. Without it, Excel does not read a file of CSV as UTF-8. */
export const byteOrderMark = '\ufeff'

// A spreadsheet runs a cell that begins with = + - or @ as a formula, which could send applicants' data to another server.
// Some programs ignore blanks, quotes and invisible characters before that sign.
const formula = String.raw`(?:(?![\t\r\n])[\p{Cc}\p{Cf}\p{Z}"'])*[=+\-@＝＋－＠]`
// A spreadsheet of another country splits a line at another delimiter, so each of these characters may begin a cell.
const afterDelimiter = String.raw`(?<=[,;\t\r\n])`
// A telephone number of at least six digits stays as it is, because it calls no function. If it has digits, two of its groups
// of digits must have none between them: Excel makes -388 of +212-600, and leaves +212 600-000 alone.
const digits = String.raw`(?:[\d .()]+|(?=[\d .()\-]*\d[ ()]+\d)[\d .()\-]+)`
const telephone = String.raw` *\+(?=(?:[ .()\-]*\d){6})${digits}(?=[,;\t\r\n]|$)`

const formulaStarts = new RegExp(
  String.raw`(?:^|${afterDelimiter})(?!${telephone})(?=${formula})|^(?=["']*[\t\r\n])`,
  'gu',
)
const escapedStarts = new RegExp(String.raw`(?:^|${afterDelimiter})'(?=${formula})|^'(?=["']*[\t\r\n])`, 'gu')

/**
 * Writes a quote before each part of a text that a spreadsheet could take for a formula. A text that already has quotes in that
 * place gets one more, so that reading restores it.
 */
export const escapeFormulas = (text: string): string => text.replaceAll(formulaStarts, "'")

/** Removes the quotes that `escapeFormulas` has written. */
export const unescapeFormulas = (cell: string): string => cell.replaceAll(escapedStarts, '')

const needsQuotes = /[",;\t\r\n]/

/** Writes cells as a line of CSV without its end. A cell with the delimiter of another country is in quotes too. */
export const writeCsvLine = (cells: string[], delimiter: ',' | ';'): string =>
  cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)
