/** Excel removes this mark. Without it, Excel does not read a file of CSV as UTF-8. */
export const byteOrderMark = '\ufeff'

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/
// Excel shows a number of more digits as 1,23457E+11, and saves that.
const safeNumber = /^(0|[1-9]\d{0,10})$/
const numberStart = /^[\s(.,$€£]*\p{Nd}/u
const monthStart = /^(jan|f[eé]v|feb|mar|avr|apr|mai|may|jui|jun|jul|ao[uû]|aug|sep|oct|nov|d[eé]c)\p{L}*[ ./-]*\d/iu
const truth = /^(true|false|vrai|faux)$/i
// A longer text is no number and no date.
const lengthMax = 40

/**
 * Writes a cell that Excel shows as it was sent. Excel makes numbers and dates of texts that look like them, so such a text
 * is written as the formula `="0612345678"`. A time of the board (UTC) gets a form that every Excel reads as a time, unless the
 * cell must keep it exactly.
 */
export function writeExcelCell(text: string, isExact = false): string {
  const [, date, time] = instant.exec(text) ?? []
  if (date !== undefined && !isExact) return `${date} ${time}`
  const cell = escapeFormulas(text)
  return isSpoilt(text) ? `="${cell.replaceAll('"', '""')}"` : cell
}

function isSpoilt(text: string): boolean {
  if (text.length > lengthMax || /[\r\n]/.test(text) || safeNumber.test(text)) return false
  return numberStart.test(text) || monthStart.test(text) || truth.test(text)
}

// A spreadsheet runs a cell that begins with = + - or @ as a formula, which could send applicants' data to another server. A
// quote before such a text keeps it a text, also after a comma, semicolon, tab or line end, where a spreadsheet of another
// language may begin a cell. A text that already has quotes in that place gets one more, so that reading restores it.
const formulaStarts = /^(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[,;\t\r\n])(?='*[=+\-@＝＋－＠])/g
const escapedStarts = /^'(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[,;\t\r\n])'(?='*[=+\-@＝＋－＠])/g

/** Writes a cell that no spreadsheet takes for a formula. */
export const escapeFormulas = (text: string): string => text.replaceAll(formulaStarts, "'")

// Keeps a text such as 0612345678 from being taken for a number. `-o excel` and other programs write it.
const textFormula = /^="((?:[^"]|"")*)"$/

/** Reads such a cell, also one that is the formula of a text. */
export const unescapeFormulas = (cell: string): string =>
  (textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell).replaceAll(escapedStarts, '')
