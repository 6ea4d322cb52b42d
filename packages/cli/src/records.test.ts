import { expect, test } from 'vitest'
import { createLineFormat, formatTable } from './records.ts'

test('no cell of a table can make a terminal do anything', () => {
  const [, ...lines] = formatTable(
    [{ name: 'one', text: (text: string) => text }],
    ['\u001b]0;title\u0007', '\u202exet'],
    80,
  ).split('\n')
  expect(lines).toEqual(['\ufffd]0;title\ufffd', '\ufffdxet'])
})

test('Excel in French gets one column for each field, accents, and ids, telephones and days as they were sent', () => {
  const text = (cell: string) => cell
  const { head, formatLine } = createLineFormat('excel', [
    { name: 'id', text },
    { name: 'name', text: () => 'Été; mer' },
  ])
  expect(head).toBe('\ufeffid;name\r')
  const spoilt = [
    '00123',
    '0612345678',
    '991214000000001',
    '1E5',
    '1-2',
    '12/03',
    '1,50',
    ' 7',
    '(12)',
    'mars-26',
    'VRAI',
  ]
  for (const [cell, written] of [
    ...spoilt.map((cell) => [cell, `"=""${cell}"""`]),
    ['A-1', 'A-1'],
    ['42', '42'],
    ['5" & A1', '"=""5"""" & A1"""'],
    ['1,=A1', `"=""1,'=A1"""`],
    ['+212 600 000', '"=""+212 600 000"""'],
    ['+1', "'+1"],
    ['Bonjour,=A1', `"Bonjour,'=A1"`],
    ['3 lignes\nou plus', '"3 lignes\nou plus"'],
    [`2 ${'très '.repeat(8)}longs`, `2 ${'très '.repeat(8)}longs`],
    ['2026-03-02T09:30:00.123Z', '2026-03-02 09:30:00'],
  ] as [string, string][])
    expect(formatLine(cell)).toBe(`${written};"Été; mer"\r`)
})
