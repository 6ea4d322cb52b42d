import fc from 'fast-check'
import { bomb } from './bomb.ts'
import { contentType, oddHeaders } from './hostile-header.ts'
import { depthBomb, encoded, hostileDate, hostileJson, hostileNumber, hostileText } from './hostile-value.ts'
import { type HostileRequest, wholeRequest } from './request.ts'

const FIELDS = [
  ...['id', 'title', 'description', 'responsibilities', 'qualifications', 'benefits', 'city', 'country', 'languages'],
  ...['contractType', 'educationLevel', 'workMode', 'minSalary', 'maxSalary', 'displaySalary', 'minExperience'],
  ...['maxExperience', 'status', 'recruitmentProcess'],
]
/** Values that are right, so that what is wrong beside them is reached. */
const RIGHT = ['"x"', '"PUBLISHED"', '"CDI"', '["Rabat"]', '["fr"]', '10', 'true', '"<p>x</p>"']

const member = (names: fc.Arbitrary<string>) =>
  fc
    .tuple(names, fc.oneof(fc.constantFrom(...RIGHT), hostileJson))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)

const job = fc
  .array(
    member(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: hostileText })),
    {
      maxLength: 8,
    },
  )
  .map((members) => `{${['"title":"x"', ...members].join(',')}}`)

const jobBody = fc.oneof(
  { weight: 6, arbitrary: job.map((text) => `{"job":${text}}`) },
  { weight: 2, arbitrary: hostileJson },
  { weight: 1, arbitrary: depthBomb.map((text) => `{"job":{"title":"x","extra":${text}}}`) },
  { weight: 1, arbitrary: depthBomb },
)
const jobsBody = fc.oneof(
  { weight: 3, arbitrary: fc.array(job, { maxLength: 3 }).map((jobs) => `{"jobs":[${jobs.join(',')}]}`) },
  { weight: 1, arbitrary: hostileJson.map((value) => `{"jobs":${value}}`) },
  { weight: 1, arbitrary: fc.constant(`{"jobs":[${'{},'.repeat(5000)}{}]}`) },
)
const linkBody = fc.oneof(
  fc
    .array(fc.tuple(hostileJson, hostileJson), { maxLength: 3 })
    .map((links) => `{"links":[${links.map(([a, b]) => `{"platformJobId":${a},"externalJobId":${b}}`).join(',')}]}`),
  hostileJson.map((value) => `{"links":${value}}`),
)

/** A body as bytes: cut, with bytes that are no UTF-8, or as it is. */
const bytesOf = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('as it is', 'as it is', 'as it is', 'cut', 'not UTF-8', 'UTF-16'))
    .map(([body, how]) => {
      if (how === 'cut') return Buffer.from(body).subarray(0, body.length >> 1)
      if (how === 'not UTF-8') return Buffer.concat([Buffer.from(body), Buffer.from([0xc3, 0x28, 0xff])])
      return Buffer.from(body, how === 'UTF-16' ? 'utf16le' : 'utf8')
    })

const queryName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('since', 'from', 'to', 'page', 'pageSize', 'status', 'afterJobId') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['since[$gt]', 'since[]', 'since.a', '__proto__', '__proto__[x]', 'constructor[prototype][x]', 'toString', ''],
    ),
  },
)
export const queryOf = (names: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.tuple(names, fc.oneof(hostileDate.map(encodeURIComponent), hostileNumber.map(encodeURIComponent), encoded)),
      {
        maxLength: 4,
      },
    )
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`))
const query = queryOf(queryName)

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'QUERY',
]

/** A path that a Unix server takes for one of its own, or that is hardly one. */
const strangePath = fc.oneof(
  fc.constantFrom(
    ...[
      '/',
      '*',
      '//',
      '/..',
      '/../..',
      '/api',
      '/api/',
      '/api//job',
      '/api/job/',
      '/API/JOB',
      '/api/job/a/b/c',
      '/.env',
    ],
    ...[
      '/api/../admin',
      '/api/./job',
      '/api;x/job',
      '/.git/config',
      '/trpc/../api/jobs',
      'http://x/api/jobs',
      'http://[/api',
    ],
    ...[
      'https://x?y',
      '/api/openapi.json?x',
      '/metrics',
      '/healthz/x',
      '/readyz?x',
      '/api/docs/..%2f..%2fpackage.json',
    ],
    ...['/api/docs/swagger-ui.css%00', '/backoffice/assets/..%2findex.html', '/backoffice/%2e%2e/%2e%2e/etc/passwd'],
  ),
  encoded.map((part) => `/${part}`),
  fc.array(encoded, { maxLength: 5 }).map((parts) => `/api/${parts.join('/')}`),
  fc.constant(`/${'a/'.repeat(3000)}`),
)

/** Requests to the integration API, by somebody who has a key of a company, or has none. */
export function apiRequest(key: string): fc.Arbitrary<HostileRequest> {
  const keyHeader = fc.oneof(
    { weight: 12, arbitrary: fc.constant<[string, string][]>([['x-api-key', key]]) },
    { weight: 1, arbitrary: fc.constantFrom<[string, string][]>([], [['x-api-key', '']], [['x-api-key', `${key}x`]]) },
  )
  const id = fc.oneof({ weight: 3, arbitrary: encoded }, { weight: 1, arbitrary: fc.constantFrom('a', 'link', 'b') })
  const withBody = (kind: string, method: string, target: fc.Arbitrary<string>, text: fc.Arbitrary<string>) =>
    fc
      .tuple(target, keyHeader, contentType, oddHeaders, bytesOf(text))
      .map(([path, keys, type, odd, body]) =>
        wholeRequest({ kind, method, target: path, headers: [...keys, ['content-type', type], ...odd], body }),
      )
  const without = (kind: string, method: fc.Arbitrary<string>, target: fc.Arbitrary<string>) =>
    fc
      .tuple(method, target, keyHeader, oddHeaders)
      .map(([verb, path, keys, odd]) => wholeRequest({ kind, method: verb, target: path, headers: [...keys, ...odd] }))
  const get = fc.constantFrom('GET', 'GET', 'GET', 'HEAD')
  const paths = fc.oneof(
    fc.constantFrom('/api/job', '/api/jobs', '/api/job/link'),
    id.map((part) => `/api/job/${part}`),
  )
  return fc.oneof(
    { weight: 4, arbitrary: withBody('createJob', 'POST', fc.constant('/api/job'), jobBody) },
    {
      weight: 6,
      arbitrary: withBody(
        'updateJob',
        'PUT',
        id.map((part) => `/api/job/${part}`),
        jobBody,
      ),
    },
    { weight: 2, arbitrary: withBody('upsertJobs', 'PUT', fc.constant('/api/jobs'), jobsBody) },
    { weight: 2, arbitrary: withBody('linkJobs', 'POST', fc.constant('/api/job/link'), linkBody) },
    {
      weight: 6,
      arbitrary: without(
        'getJob',
        get,
        fc.tuple(id, query).map(([part, text]) => `/api/job/${part}${text}`),
      ),
    },
    {
      weight: 4,
      arbitrary: without(
        'listCandidates',
        get,
        fc.tuple(id, query).map(([part, text]) => `/api/job/${part}/candidates${text}`),
      ),
    },
    {
      weight: 4,
      arbitrary: without(
        'listAllCandidates',
        get,
        query.map((text) => `/api/candidates${text}`),
      ),
    },
    {
      weight: 3,
      arbitrary: without(
        'listJobs',
        get,
        query.map((text) => `/api/jobs${text}`),
      ),
    },
    {
      weight: 2,
      arbitrary: without(
        'unpublishJob',
        fc.constant('DELETE'),
        id.map((part) => `/api/job/${part}`),
      ),
    },
    { weight: 4, arbitrary: without('a strange method', fc.constantFrom(...METHODS), paths) },
    { weight: 4, arbitrary: without('a strange path', fc.constantFrom(...METHODS), strangePath) },
    {
      weight: 1,
      arbitrary: fc.tuple(paths, bomb).map(([target, [coding, body]]) =>
        wholeRequest({
          kind: `a ${coding} bomb`,
          method: 'PUT',
          target,
          headers: [
            ['x-api-key', key],
            ['content-type', 'application/json'],
            ['content-encoding', coding],
          ],
          body,
          isRefused: true,
        }),
      ),
    },
  )
}
