import { describe, expect, it } from 'vitest'
import { RawNumber } from './json.ts'
import { isSameJson } from './same-json.ts'

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
