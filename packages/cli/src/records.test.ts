import { expect, test } from 'vitest'
import { formatTable } from './records.ts'

test('no cell of a table can make a terminal do anything', () => {
  const [, ...lines] = formatTable(
    [{ name: 'one', text: (text: string) => text }],
    ['\u001b]0;title\u0007', '\u202exet'],
    80,
  ).split('\n')
  expect(lines).toEqual(['\ufffd]0;title\ufffd', '\ufffdxet'])
})
