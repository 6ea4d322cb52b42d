import { expect, test } from 'vitest'
import { parseLossless, RawNumber, readNumber, restoreNumbers } from './lossless.ts'

test('a number of JSON keeps its digits, at any depth, and no text is taken for one', () => {
  for (const digits of [
    '9007199254740993',
    '-6111222333444555666',
    '1e400',
    '-0',
    '1.10',
    '1E3',
    '0.1000000000000000055',
  ]) {
    const read = parseLossless(`{"a": [${digits}, "${digits}", {"\\"b": ${digits}}], "__proto__": 1}`)
    const raw = new RawNumber(digits)
    expect(read).toEqual(
      JSON.parse(`{"a": [0, "${digits}", {"\\"b": 0}], "__proto__": 1}`, (_, one) => (one === 0 ? raw : one)),
    )
    expect([String(readNumber(digits)), Number(readNumber(digits))]).toEqual([digits, Number(digits)])
  }
  for (const digits of ['0', '9007199254740991', '-1.5', '9000', '1e+21'])
    expect(parseLossless(`[${digits}, "1e400"]`)).toEqual([Number(digits), '1e400'])
  expect(() => parseLossless('[1e400')).toThrow(SyntaxError)
  const text = '{"a":[9007199254740993,"9007199254740993",{"b":1.10}],"c":-0}'
  expect(restoreNumbers(JSON.stringify(parseLossless(text)))).toBe(text)
})
