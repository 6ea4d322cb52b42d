/*
 * A spreadsheet runs a cell that begins with = + - or @ as a formula. Applicants and companies choose the texts of cells, and
 * a formula could send a list of applicants to another server. A quote before such a text keeps it a text. A spreadsheet
 * whose delimiter is ";" or a tab, such as Excel in French, begins a cell after each delimiter and each line end, so the
 * quote is added there too. A text that already has quotes in that place gets one more, so that reading gives back what
 * was written.
 */
const formulaStarts = /^(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?='*[=+\-@＝＋－＠])/g
const escapedStarts = /^'(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])'(?='*[=+\-@＝＋－＠])/g

/** Writes a cell that no spreadsheet takes for a formula. */
export const escapeFormulas = (text: string): string => text.replaceAll(formulaStarts, "'")

/** Reads such a cell. */
export const unescapeFormulas = (cell: string): string => cell.replaceAll(escapedStarts, '')
