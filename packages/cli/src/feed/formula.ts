/*
 * A spreadsheet runs a cell that begins with = + - or @ as a formula. Applicants and companies choose the texts of cells, and
 * a formula could send a list of applicants to another server. A quote before such a text keeps it a text. A spreadsheet
 * of another language may begin a cell after each comma, semicolon, tab and line end, so the
 * quote is added there too. A text that already has quotes in that place gets one more, so that reading gives back what
 * was written.
 */
const formulaStarts = /^(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[,;\t\r\n])(?='*[=+\-@＝＋－＠])/g
const escapedStarts = /^'(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[,;\t\r\n])'(?='*[=+\-@＝＋－＠])/g

/** Writes a cell that no spreadsheet takes for a formula. */
export const escapeFormulas = (text: string): string => text.replaceAll(formulaStarts, "'")

// Keeps a text such as 0612345678 from being taken for a number. `-o excel` and other programs write it.
const textFormula = /^="((?:[^"]|"")*)"$/

/** Reads such a cell, also one that is the formula of a text. */
export const unescapeFormulas = (cell: string): string =>
  (textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell).replaceAll(escapedStarts, '')
