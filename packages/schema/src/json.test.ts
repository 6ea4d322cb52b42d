import { describe, expect, it } from 'vitest'
import { isSameJson, parseJson, RawNumber, stringifyJson, toNumber } from './json.ts'

const raw = (text: string) => new RawNumber(text)

describe('each JSON text comes back as it was', () => {
  it.each([
    '9007199254740993',
    '-6111222333444555666',
    '0.30000000000000000000004',
    '[1e400,-1E+5,1e-7,-0,-0.0,1.10,1.0,0,-1,0.5,5e-324]',
    '{"10":1.0,"a":{"b":[{"c":1.10}]},"__proto__":{"n":1.0}}',
    // Texts that hold numbers, or the character that marks one.
    '["1.10","\\u00001.10","\\u0000\\u00001.0","\\\\",1.0,"\\",1e400,"]',
    '{"\\u0000k":"\\u0000","1.0":1.0,"":"é\\ud83d"}',
    '[true,false,null,"",[],{},1.0]',
  ])('%s', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text)
  })
})

it('a number that JavaScript writes in another way is a RawNumber, and everything else is what JSON.parse gives', () => {
  expect(parseJson(' [ 1.0 , 1.5, "\\u00002.0" ] ')).toStrictEqual([raw('1.0'), 1.5, '\u00002.0'])
  expect(parseJson('{"a" : 1.0, "a"\n: 2.0, "\\u0000b":"\\u00e9"}')).toStrictEqual({ a: raw('2.0'), '\0b': 'é' })
  for (const text of ['12000', '{"1.0":"1.0","x":[1e+21,0.1]}', '"\\u00001.0"'])
    expect(parseJson(text)).toStrictEqual(JSON.parse(text))
})

it('what is no JSON is refused as JSON.parse does it, also beside such a number', () => {
  for (const text of ['', '[1.0,]', '[01.0]', '{"a":1.0', '1.0.0', '[1.0 "a"]', '["a\n",1.0]'])
    expect(() => parseJson(text)).toThrow(SyntaxError)
  expect(() => parseJson(`[1.0,${'['.repeat(50_000)}${']'.repeat(50_000)}]`)).toThrow(RangeError)
})

it('JSON.stringify fails rather than write an object in the place of a number', () => {
  expect(() => JSON.stringify({ a: [raw('1.0')] })).toThrow(TypeError)
  expect(() => stringifyJson({ a: 1n })).toThrow('BigInt')
  expect(stringifyJson({ a: undefined, b: raw('1.0') })).toBe('{"b":1.0}')
})

it('a field that is a number gets one, unless it is too large to be exact', () => {
  expect(['12000.0', '1.2e4', '-1.50', '1e-400'].map((text) => toNumber(raw(text)))).toStrictEqual([
    12000, 12000, -1.5, 0,
  ])
  for (const value of [raw('9007199254740993'), raw('-1e400'), 5, '1.0', null]) expect(toNumber(value)).toBe(value)
})

describe('two values are the same', () => {
  it.each([
    [1, 1],
    ['a', 'a'],
    [null, null],
    [
      { a: 1, b: [{ c: null }] },
      { b: [{ c: null }], a: 1 },
    ],
    [[], []],
    [{}, {}],
    [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 1}')],
  ])('%j and %j', (a, b) => {
    expect(isSameJson(a, b)).toBe(true)
    expect(isSameJson(b, a)).toBe(true)
  })
})

describe('two values differ', () => {
  it.each([
    [1, '1'],
    [0, -0],
    [null, undefined],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, undefined]],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 2}')],
    [JSON.parse('{"__proto__": {}}'), {}],
    [JSON.parse('{"toString": null}'), { a: null }],
  ])('%j and %j', (a, b) => {
    expect(isSameJson(a, b)).toBe(false)
    expect(isSameJson(b, a)).toBe(false)
  })
})

it('two numbers that JavaScript would change are the same if they are written alike', () => {
  const [a, b] = [new RawNumber('1.0'), new RawNumber('1.0')]
  expect(isSameJson({ a }, { a: b })).toBe(true)
  for (const other of [new RawNumber('1.00'), 1, '1.0', { text: '1.0' }, {}, null])
    expect([isSameJson({ a }, { a: other }), isSameJson({ a: other }, { a })]).toStrictEqual([false, false])
})
