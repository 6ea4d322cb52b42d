import { escapeFormulas, unescapeFormulas } from '@boardwalk/schema/spreadsheet'

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/
// Excel shows a number of more digits as 1,23457E+11, and saves that.
const safeNumber = /^(0|[1-9]\d{0,10})$/
const numberStart = /^[\s(.,$€£+]*\p{Nd}/u
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
  return isSpoilt(cell) ? `="${cell.replaceAll('"', '""')}"` : cell
}

function isSpoilt(cell: string): boolean {
  if (cell.length > lengthMax || /[\r\n]/.test(cell) || safeNumber.test(cell)) return false
  return numberStart.test(cell) || monthStart.test(cell) || truth.test(cell)
}

// Keeps a text such as 0612345678 from being taken for a number. `-o excel` and other programs write it.
const textFormula = /^="((?:[^"]|"")*)"$/

/** Reads a cell that `-o csv` or `-o excel` has written. */
export const readCell = (cell: string): string =>
  unescapeFormulas(textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell)

/** Makes the same text of values that differ only in capitals, in blanks, or in the form of an accent: `Bac+5` and `BAC +5`. */
export const foldValue = (text: string): string => text.normalize('NFC').replaceAll(/\s/g, '').toLowerCase()
