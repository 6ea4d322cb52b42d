import fc from 'fast-check'
import { weighted, word } from './weighted.ts'

type Header = [name: string, value: string]

/** Visible ASCII and the bytes above it, which a header's value may have. */
const value = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
})

const name = fc.oneof(
  word('accept accept-language accept-encoding accept-charset cookie range if-none-match origin if-modified-since'),
  word('x-request-id x-forwarded-for x-forwarded-proto forwarded referer user-agent authorization te prefer'),
  word('x-http-method-override trpc-accept sec-fetch-site via date'),
)

const odd: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(name, value),
  fc.constantFrom<Header>(
    ['accept', `${'a/b;q=0.1,'.repeat(500)}*/*`],
    ['accept', 'application/json;q=NaN, text/html;q=-1'],
    ['cookie', `boardwalk=${encodeURIComponent('s:x.y')}; boardwalk=%ZZ; __proto__=1`],
    ['cookie', 'a=b; '.repeat(1000)],
    ['range', 'bytes=0-0,1-1,-1,99999999999999999999-'],
    ['range', `bytes=${'0-,'.repeat(1000)}`],
    ['x-forwarded-for', '1.1.1.1, '.repeat(300)],
    ['trpc-accept', 'application/jsonl'],
    ['expect', '100-continue'],
    ['connection', 'close'],
    ['upgrade', 'websocket'],
    ['upgrade', 'h2c'],
    ['x-api-key', 'bwk_'.padEnd(5000, 'x')],
    ['if-none-match', '*'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['x-long', 'x'.repeat(8000)],
  ),
)

export const oddHeaders = weighted<Header[]>(
  [3, fc.constant([])],
  [1, fc.array(odd, { minLength: 1, maxLength: 3 })],
  [1, fc.nat({ max: 300 }).map((count) => Array.from({ length: count }, (_, i): Header => [`x-${i}`, 'y']))],
)

const strangeType = fc.constantFrom(
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json;charset=utf-8', '/', ''],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json, text/html', 'APPLICATION/JSON'],
  ...['application/problem+json', 'text/html', 'application/octet-stream', 'application/json; boundary=', 'json'],
)
export const contentType = weighted([6, fc.constant('application/json')], [1, strangeType])
