import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { bomb } from './bomb.ts'
import { contentType, oddHeaders } from './hostile-header.ts'
import { depthBomb, encoded, hostileJson, hostileQuery, hostileText } from './hostile-value.ts'
import { type HostileRequest, wholeRequest } from './request.ts'
import { weighted, word } from './weighted.ts'

/*
 * Requests to the integration API that schemathesis cannot make, because no client library sends them: texts that are no
 * JSON, bytes that are no text, broken percent-encoding, odd headers, methods and paths. Their operations, parameters and
 * right bodies come from the OpenAPI document.
 */

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
}

// The path begins at proof/dist.
const file = new URL('../../apps/api/openapi.json', import.meta.url)
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(readFileSync(file, 'utf8'))

const id = weighted([3, encoded], [1, word('a link b')])
const hostilePath = (path: string) => id.map((part) => `/api${path.replace('{externalJobId}', part)}`)
const documentedPath = fc.oneof(...Object.keys(paths).map(hostilePath))

/** A right JSON text with one to three hostile members, each the last one of an object: a repeated name counts. */
const spoil = (text: string): fc.Arbitrary<string> => {
  const names = [...text.matchAll(/"([^"]+)":/g)].map(([, name = '']) => name)
  const name = weighted([4, fc.constantFrom(...names)], [1, hostileText])
  const member = fc.tuple(fc.nat(), name, weighted([6, hostileJson], [1, depthBomb]))
  return fc.array(member, { minLength: 1, maxLength: 3 }).map((members) =>
    members.reduce((spoilt, [place, key, value]) => {
      const ends = [...spoilt.matchAll(/\}/g)]
      const at = ends[place % ends.length]?.index ?? 0
      return `${spoilt.slice(0, at)},${JSON.stringify(key)}:${value}${spoilt.slice(at)}`
    }, text),
  )
}

const hostileBody = (example: unknown): fc.Arbitrary<Buffer> => {
  const text = JSON.stringify(example)
  const how = fc.constantFrom('whole', 'whole', 'whole', 'cut', 'not UTF-8', 'UTF-16')
  return fc.tuple(weighted([6, spoil(text)], [2, hostileJson], [1, depthBomb], [1, fc.constant(text)]), how).map(encode)
}

function encode([body, how]: [string, string]): Buffer {
  if (how === 'cut') return Buffer.from(body).subarray(0, body.length >> 1)
  if (how === 'not UTF-8') return Buffer.concat([Buffer.from(body), Buffer.from([0xc3, 0x28, 0xff])])
  return Buffer.from(body, how === 'UTF-16' ? 'utf16le' : 'utf8')
}

const queryName = (names: string[]) =>
  weighted(
    [4, fc.constantFrom(...names, 'page')],
    [1, fc.constantFrom('since[$gt]', 'since[]', 'since.a', '__proto__', '__proto__[x]', 'toString', '')],
    [1, fc.constant('constructor[prototype][x]')],
  )

const strangeMethod = word('GET HEAD POST PUT DELETE PATCH OPTIONS TRACE PROPFIND M-SEARCH PURGE QUERY')
const strangePath = fc.oneof(
  word('/ * // /.. /../.. /api /api/ /api//job /api/job/ /API/JOB /api/job/a/b/c /.env /api/../admin /api/./job'),
  word('/api;x/job /.git/config /trpc/../api/jobs http://x/api/jobs http://[/api https://x?y /api/openapi.json?x'),
  word(
    '/metrics /healthz/x /readyz?x /api/docs/..%2f..%2fpackage.json /api/docs/assets/look.css%00 /api/docs/guides/..%2findex',
  ),
  word('/backoffice/assets/..%2findex.html /backoffice/%2e%2e/%2e%2e/etc/passwd'),
  encoded.map((part) => `/${part}`),
  fc.array(encoded, { maxLength: 5 }).map((parts) => `/api/${parts.join('/')}`),
  fc.constant(`/${'a/'.repeat(3000)}`),
)

/** Requests to the integration API with a company's key, and some without it. */
export function apiRequest(key: string): fc.Arbitrary<HostileRequest> {
  const keyHeaders = weighted<[string, string][]>(
    [12, fc.constant([['x-api-key', key]])],
    [1, fc.constantFrom<[string, string][]>([], [['x-api-key', '']], [['x-api-key', `${key}x`]])],
  )
  const ask = (kind: string, method: fc.Arbitrary<string>, target: fc.Arbitrary<string>) =>
    fc
      .tuple(method, target, keyHeaders, oddHeaders)
      .map(([verb, path, keys, odd]) => wholeRequest({ kind, method: verb, target: path, headers: [...keys, ...odd] }))
  const send = (kind: string, method: string, target: fc.Arbitrary<string>, example: unknown) =>
    fc
      .tuple(target, keyHeaders, contentType, oddHeaders, hostileBody(example))
      .map(([path, keys, type, odd, body]) =>
        wholeRequest({ kind, method, target: path, headers: [...keys, ['content-type', type], ...odd], body }),
      )
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const verb = method.toUpperCase()
      if (requestBody !== undefined)
        return send(operationId, verb, hostilePath(path), requestBody.content['application/json'].example)
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      const target = fc.tuple(hostilePath(path), hostileQuery(queryName(names))).map((parts) => parts.join(''))
      return ask(operationId, verb === 'GET' ? word('GET GET GET HEAD') : fc.constant(verb), target)
    }),
  )
  const bombed = fc.tuple(documentedPath, bomb).map(([target, [coding, body]]) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-encoding': coding }
    const kind = `a ${coding} bomb`
    return wholeRequest({ kind, method: 'PUT', target, headers: Object.entries(headers), body, isRefused: true })
  })
  return weighted(
    [33, fc.oneof(...operations)],
    [4, ask('a strange method', strangeMethod, documentedPath)],
    [4, ask('a strange path', strangeMethod, strangePath)],
    [1, bombed],
  )
}
