import fc from 'fast-check'

/** Names and texts that other servers have tripped over. */
const texts = [
  ...[
    '',
    ' ',
    '\t',
    '\0',
    'a\0b',
    '\r\nx-injected: 1',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udfff',
    'a\ud83d',
    '\u202egnp.exe',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'valueOf', '__defineGetter__'],
  ...['$where', '$gt', '$ne', '$expr', '$function', '$$ROOT', 'a.b', '.a', 'a.', '_id', 'companyId', 'externalKey'],
  ...[
    '.',
    '..',
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '%2e%2e%2f',
    'a/b',
    '//',
    'CON',
    'null',
    'undefined',
    'NaN',
    'true',
  ],
  ...[
    "' OR 1=1 --",
    '{"$gt":""}',
    '{{7*7}}',
    '$' + '{7*7}',
    '<script>canary()</script>',
    '() { :; }; echo',
    '%n%n%s',
    '=1+1',
  ],
  ...[
    'ﷺ',
    '\u0130',
    'ß',
    'e\u0301',
    '👩‍👩‍👧‍👦',
    '\u0600',
    '𐀀',
    '\u{10ffff}',
    '\uffff',
    'x'.repeat(256),
    'é'.repeat(1001),
  ],
]

/** A character of any row of 128 code points of Unicode, surrogates included: ids of every block come by. */
const anyBlock = fc
  .tuple(fc.nat({ max: 0x10ffff >> 7 }), fc.nat({ max: 127 }))
  .map(([row, place]) => String.fromCodePoint((row << 7) + place))

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 3, arbitrary: fc.array(anyBlock, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)

/** Numbers at the edges, as they stand in JSON and in queries. */
export const hostileNumber = fc.constantFrom(
  ...['0', '-0', '1', '-1', '0.1', '1e0', '20', '21', '101', '2147483648', '4294967296', '9007199254740991'],
  ...['9007199254740992', '-9007199254740993', '18446744073709551616', '1e308', '1e400', '-1e400', '1e-400', '5e-324'],
  ...['1'.repeat(400), '0.'.padEnd(400, '3'), '١٢', '1_000', '0x10', '01', '+1', '.5', '1.', 'Infinity', '-Infinity'],
)

export const hostileDate = fc.constantFrom(
  ...[
    '2026-01-31',
    '2026-02-30',
    '2026-13-01',
    '0000-00-00',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13',
    '-000001-01-01',
  ],
  ...[
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T09:30:00+99:99',
    '2026-01-31T09:30:00 01:00',
    'now',
    '1',
  ],
  ...['2026-W05-6', '2026-031', '20260131', '2026-01-31T09', '1e400', '0', '2026-01-31\0', '٢٠٢٦-٠١-٣١'],
)

/** Percent-encoded in a path or a query, rightly or not. */
const brokenEncoding = fc.constantFrom(
  ...[
    '%',
    '%2',
    '%ZZ',
    '%C3%28',
    '%00',
    '%ED%A0%80',
    '%F4%90%80%80',
    '%C0%AF',
    '%FF',
    '%u0041',
    '..%2f',
    '%2e%2e',
    '%252e',
  ],
  ...[
    '%0d%0ax:1',
    ';a=b',
    'a;b',
    '*',
    '[',
    ']',
    '{',
    '}',
    '|',
    '^',
    '`',
    '"',
    '<',
    '>',
    '\\',
    '~',
    '!',
    '@',
    ':',
    '//x',
    '%5c',
  ],
)
export const encoded = fc.oneof(
  { weight: 3, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: brokenEncoding },
)

/** A text that may be JSON: numbers and names as no serialiser writes them, members twice, lone surrogates escaped. */
export const hostileJson = fc.letrec<{ value: string; leaf: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 6, arbitrary: tie('leaf') },
    { weight: 1, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('object') },
  ),
  leaf: fc.oneof(
    { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
    { weight: 3, arbitrary: hostileNumber },
    { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('"\\ud800"', '"\\u0000"', '"\t"', "'a'", 'NaN', '"', '\\', '/**/', '"\\x"', '\ufeff1'),
    },
  ),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(fc.tuple(hostileText, tie('value')), { maxLength: 4 })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
})).value

/** Deeper than anybody nests. */
export const depthBomb = fc
  .tuple(
    fc.constantFrom('[', '{"a":', '{"__proto__":', '[{"":'),
    fc.constantFrom(33, 33, 33, 1000, 1000, 1000, 100_000),
  )
  .map(([opening, depth]) => opening.repeat(depth) + (depth === 33 ? `1${closing(opening).repeat(depth)}` : ''))
const closing = (opening: string) =>
  [...opening]
    .reverse()
    .map((char) => ({ '[': ']', '{': '}' })[char] ?? '')
    .join('')
