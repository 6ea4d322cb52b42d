import fc from 'fast-check'
import { brokenRequest, type HostileRequest } from './request.ts'
import { weighted } from './weighted.ts'

const SMUGGLED = 'GET /api/smuggled HTTP/1.1\r\nhost: a\r\n\r\n'

/** Requests whose frames a proxy and the server behind it may read differently. */
function makeFramings(key: string): [kind: string, text: string][] {
  const put = (lines: string, body: string) =>
    `PUT /api/job/smuggler HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n${lines}\r\n${body}`
  const chunked = `0\r\n\r\n${SMUGGLED}`
  return [
    ['two lengths', put('content-length: 2\r\ncontent-length: 50\r\n', `{}${SMUGGLED}`)],
    ['two equal lengths', put('content-length: 2\r\ncontent-length: 2\r\n', '{}')],
    ['a list of lengths', put('content-length: 2, 2\r\n', '{}')],
    ['a length and chunks', put('content-length: 4\r\ntransfer-encoding: chunked\r\n', chunked)],
    ['chunks and a length', put('transfer-encoding: chunked\r\ncontent-length: 4\r\n', chunked)],
    ['two codings', put('transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n', chunked)],
    ['chunked twice', put('transfer-encoding: chunked, chunked\r\n', chunked)],
    ['an unknown coding', put('transfer-encoding: xchunked\r\n', chunked)],
    ['a coding that is not last', put('transfer-encoding: chunked, gzip\r\n', chunked)],
    ['a coding in quotes', put('transfer-encoding: "chunked"\r\n', chunked)],
    ['a coding after a vertical tab', put('transfer-encoding: \x0bchunked\r\n', chunked)],
    ['a coding before a blank colon', put('transfer-encoding : chunked\r\n', chunked)],
    ['a folded header', put('x-a: b\r\n content-length: 2\r\n', '{}')],
    ['a folded coding', put('transfer-encoding:\r\n chunked\r\n', chunked)],
    ['a header after a bare LF', put('x-a: b\ncontent-length: 2\r\n', '{}')],
    ['a header after a bare CR', put('x-a: b\rcontent-length: 2\r\n', '{}')],
    ['a NUL in a header', put('x-a: b\0\r\ncontent-length: 2\r\n', '{}')],
    ['a negative length', put('content-length: -2\r\n', '{}')],
    ['a signed length', put('content-length: +2\r\n', '{}')],
    ['a hexadecimal length', put('content-length: 0x2\r\n', '{}')],
    ['a length beyond 64 bits', put('content-length: 18446744073709551618\r\n', '{}')],
    ['an empty length', put('content-length:\r\n', '{}')],
    ['an underscored length', put('content_length: 2\r\n', '')],
    ['only bare LFs', 'GET /api/jobs HTTP/1.1\nhost: a\n\n'],
    ['a bare LF in chunks', put('transfer-encoding: chunked\r\n', '2\n{}\n0\n\n')],
    ['a chunk extension', put('transfer-encoding: chunked\r\n', '2;a=b\r\n{}\r\n0\r\n\r\n')],
    ['a chunk extension with a line end', put('transfer-encoding: chunked\r\n', `2;a="\r\n{}\r\n0\r\n\r\n${SMUGGLED}`)],
    ['a huge chunk extension', put('transfer-encoding: chunked\r\n', `2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`)],
    ['a chunk of a negative size', put('transfer-encoding: chunked\r\n', '-1\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size in 0x', put('transfer-encoding: chunked\r\n', '0x2\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size beyond 64 bits', put('transfer-encoding: chunked\r\n', '10000000000000002\r\n{}\r\n0\r\n\r\n')],
    ['a chunk longer than it says', put('transfer-encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n')],
    ['chunks without an end', put('transfer-encoding: chunked\r\n', '2\r\n{}\r\n')],
    [
      'a trailer',
      put('transfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\nx-api-key: other\r\ncontent-length: 9\r\n\r\n'),
    ],
    ['a huge trailer', put('transfer-encoding: chunked\r\n', `2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(9000)}\r\n`)],
    ['a body on a GET', `GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-length: 2\r\n\r\n{}`],
    [
      'a GET whose body is short',
      `GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-length: 99\r\n\r\n{}`,
    ],
    ['two hosts', 'GET /api/jobs HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['two keys', `GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\nx-api-key: x\r\n\r\n`],
    ['no host', 'GET /api/jobs HTTP/1.1\r\n\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nhost: [::/\\?@\r\n\r\n'],
    [
      'a host that is none, for the back office',
      'GET /trpc/session.me HTTP/1.1\r\nhost: [::/\\?@\r\norigin: x\r\n\r\n',
    ],
    ['HTTP/0.9', 'GET /\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/1.2', 'GET / HTTP/1.2\r\nhost: a\r\n\r\n'],
    ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    ['CONNECT', 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nhost: a\r\n\r\n'],
    [
      'an upgrade',
      'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n',
    ],
    [
      'an upgrade to h2c',
      'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: A\r\n\r\n',
    ],
    ['an expectation', put('expect: 100-continue\r\ncontent-length: 2\r\n', '{}')],
    ['an unknown expectation', put('expect: 200-ok\r\ncontent-length: 2\r\n', '{}')],
    ['an expectation without a body', put('expect: 100-continue\r\ncontent-length: 2\r\n', '')],
    ['a huge header', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a huge address', `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['a huge method', `${'X'.repeat(20_000)} / HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['2000 headers', `GET / HTTP/1.1\r\nhost: a\r\n${'a: b\r\n'.repeat(2000)}\r\n`],
    ['blank lines', `${'\r\n'.repeat(1000)}GET / HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['nothing but blank lines', '\r\n'.repeat(5000)],
    ['a body of a wrong length', put('content-length: 1\r\n', `{}${SMUGGLED}`)],
    ['garbage after a request', `GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n\0\0\0garbage\r\n\r\n`],
  ]
}

const change = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  fc.integer({ min: 0, max: 255 }),
  fc.nat({ max: 4 }),
)

/** Changes, removes or inserts bytes at one to four random places. */
const mutate = (bytes: fc.Arbitrary<Buffer>) =>
  fc
    .tuple(bytes, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([original, changes]) =>
      changes.reduce((changed, [place, byte, how]) => changeAt(changed, place, byte, how), original),
    )

function changeAt(bytes: Buffer, place: number, byte: number, how: number): Buffer {
  const at = Math.floor(place * bytes.length)
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)]
  if (how === 0) return Buffer.concat([head, Buffer.of(byte), tail.subarray(1)])
  if (how === 1) return Buffer.concat([head, Buffer.of(byte), tail])
  if (how === 2) return Buffer.concat([head, tail.subarray(1 + (byte & 7))])
  if (how === 3) return Buffer.concat([head, Buffer.from('\r\n'), tail])
  return head
}

/** Bytes that are no whole request, or a request in a strange frame. */
export function unframedRequest(key: string, wholes: fc.Arbitrary<HostileRequest>): fc.Arbitrary<HostileRequest> {
  const framing = fc.constantFrom(...makeFramings(key))
  const plain = fc.constantFrom(
    ...[
      `GET /api/jobs?page=1 HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\naccept: */*\r\n\r\n`,
      `POST /api/job HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
      `PUT /api/job/a HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      'GET / HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\n\r\n',
    ].map((text) => Buffer.from(text)),
  )
  const send = (kind: string, bytes: fc.Arbitrary<Buffer>) => bytes.map((all) => brokenRequest(kind, all))
  const framed = framing.map(([, text]) => Buffer.from(text, 'latin1'))
  const random = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  return weighted(
    [4, framing.map(([kind, text]) => brokenRequest(kind, text))],
    [4, send('a request with changed bytes', mutate(plain))],
    [2, send('a strange frame with changed bytes', mutate(framed))],
    [1, send('a hostile request with changed bytes', mutate(wholes.map(({ bytes }) => bytes)))],
    [1, send('random bytes', random)],
  )
}
