import fc from 'fast-check'
import { weighted } from './weighted.ts'

/** Names and texts that have broken other servers. */
const texts = [
  ...['', ' ', '\t', '\0', 'a\0b', '\r\nx-injected: 1', '\u2028', '\ufeff', '\ud800', '\udfff', 'a\ud83d'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'valueOf', '__defineGetter__'],
  ...['$where', '$gt', '$ne', '$expr', '$function', '$$ROOT', 'a.b', '.a', 'a.', '_id', 'companyId', 'externalKey'],
  ...['.', '..', '../../etc/passwd', '..\\..\\boot.ini', '%2e%2e%2f', 'a/b', '//', 'CON', '\u202egnp.exe'],
  ...['null', 'undefined', 'NaN', 'true', "' OR 1=1 --", '{"$gt":""}', '{{7*7}}', '$' + '{7*7}', '%n%n%s', '=1+1'],
  ...['<script>canary()</script>', '() { :; }; echo', 'ﷺ', '\u0130', 'ß', 'e\u0301', '👩‍👩‍👧‍👦', '\u0600', '𐀀'],
  ...['\u{10ffff}', '\uffff', 'x'.repeat(256), 'é'.repeat(1001)],
]

/** A character out of every row of 128 code points of Unicode, surrogates included. */
const anyCharacter = fc
  .tuple(fc.nat({ max: 0x10ffff >> 7 }), fc.nat({ max: 127 }))
  .map(([row, place]) => String.fromCodePoint((row << 7) + place))

export const hostileText = weighted(
  [3, fc.constantFrom(...texts)],
  [3, fc.array(anyCharacter, { minLength: 1, maxLength: 4 }).map((characters) => characters.join(''))],
  [1, fc.string({ unit: 'binary', maxLength: 30 })],
)

/** Numbers at the edges, as JSON and queries contain them. */
export const hostileNumber = fc.constantFrom(
  ...['0', '-0', '1', '-1', '0.1', '1e0', '20', '21', '101', '2147483648', '4294967296', '9007199254740991'],
  ...['9007199254740992', '-9007199254740993', '18446744073709551616', '1e308', '1e400', '-1e400', '1e-400', '5e-324'],
  ...['1'.repeat(400), '0.'.padEnd(400, '3'), '١٢', '1_000', '0x10', '01', '+1', '.5', '1.', 'Infinity', '-Infinity'],
)

const brokenEncoding = fc.constantFrom(
  ...['%', '%2', '%ZZ', '%C3%28', '%00', '%ED%A0%80', '%F4%90%80%80', '%C0%AF', '%FF', '%u0041', '..%2f', '%2e%2e'],
  ...['%252e', '%0d%0ax:1', ';a=b', 'a;b', '*', '[', ']', '{', '}', '|', '^', '`', '"', '<', '>', '\\', '~', '!', '@'],
  ...[':', '//x', '%5c'],
)
/** A part of a path or a query, in right or wrong percent-encoding. */
export const encoded = weighted(
  [3, hostileText.map((text) => encodeURIComponent(text.toWellFormed()))],
  [1, brokenEncoding],
)

/** A query of up to four parameters. */
export const hostileQuery = (names: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const date = fc.constantFrom('2026-01-31', '2026-02-30', '9999-12-31T23:59:59.999Z', '+275760-09-13', '-000001-01-01')
  const value = fc.oneof(fc.oneof(date, hostileNumber).map(encodeURIComponent), encoded)
  return fc
    .array(fc.tuple(names, value), { maxLength: 4 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`))
}

/** A text that may be JSON: numbers and names that no serialiser writes, repeated members, escaped halves of characters. */
export const hostileJson = fc.letrec<{ value: string; leaf: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 6, arbitrary: tie('leaf') },
    { weight: 1, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('object') },
  ),
  leaf: weighted(
    [4, hostileText.map((text) => JSON.stringify(text))],
    [3, hostileNumber],
    [2, fc.constantFrom('null', 'true', 'false', '[]', '{}')],
    [1, fc.constantFrom('"\\ud800"', '"\\u0000"', '"\t"', "'a'", 'NaN', '"', '\\', '/**/', '"\\x"', '\ufeff1')],
  ),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(hostileText, tie('value')), { maxLength: 4 })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
})).value

/** JSON that is nested deeper than anybody nests. Only 33 levels are closed again. */
export const depthBomb = fc
  .tuple(
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['{"__proto__":', '}'], ['[{"":', '}]']),
    fc.constantFrom(33, 33, 33, 1000, 1000, 1000, 100_000),
  )
  .map(
    ([[opening = '', closing = ''], depth]) =>
      opening.repeat(depth) + (depth === 33 ? `1${closing.repeat(depth)}` : ''),
  )
