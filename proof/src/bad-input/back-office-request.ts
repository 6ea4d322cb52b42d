import fc from 'fast-check'
import { bomb } from './bomb.ts'
import { contentType, oddHeaders } from './hostile-header.ts'
import { depthBomb, encoded, hostileJson, hostileNumber, hostileText } from './hostile-value.ts'
import { type HostileRequest, wholeRequest } from './request.ts'

/** None that ends the session, invites anybody, or counts tries to sign in: the next request needs them. */
const QUERIES = [
  'session.me',
  'user.list',
  'key.list',
  'key.firstUse',
  'job.list',
  'job.get',
  'application.list',
  'application.get',
  'company.get',
  'activity.list',
  'activity.audit',
  'home.summary',
  'session.checkLink',
]
const MUTATIONS = [
  'key.revoke',
  'job.create',
  'job.update',
  'job.publish',
  'job.setExternalId',
  'application.setStatus',
  'application.erase',
  'company.update',
  'company.setLogo',
  'session.setPassword',
  'user.remove',
]
const NONE = [
  '',
  '.',
  '..',
  'toString',
  '__proto__',
  'constructor.prototype',
  'job',
  'job.',
  'job.list.',
  'session',
  'a,b',
  ',,,',
  'job.list/x',
]

const MEMBERS = [
  'id',
  'jobId',
  'revision',
  'job',
  'search',
  'page',
  'pageSize',
  'status',
  'cursor',
  'name',
  'link',
  'base64',
  'externalId',
  'description',
  'allOfPerson',
  'failedOnly',
]
const input = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...MEMBERS), hostileText), fc.oneof(hostileJson, hostileNumber)), {
        maxLength: 5,
      })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  },
  { weight: 2, arbitrary: hostileJson },
  { weight: 1, arbitrary: depthBomb },
)

const batchQuery = fc.constantFrom('', '', '?batch=1', '?batch=0', '?batch=1&batch=1', '?batch', '?batch=1&input=%ZZ')

/** Requests of the back office, by somebody who is signed in, or is not. */
export function backOfficeRequest(origin: string, cookie: string): fc.Arbitrary<HostileRequest> {
  const session = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constant<[string, string][]>([
        ['origin', origin],
        ['cookie', cookie],
      ]),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<[string, string][]>(
        [],
        [['origin', 'null']],
        [
          ['origin', origin],
          ['cookie', `${cookie}x`],
        ],
      ),
    },
  )
  const one = fc.constantFrom(...QUERIES, ...MUTATIONS, ...NONE)
  const procedure = fc.oneof(
    { weight: 24, arbitrary: one },
    { weight: 4, arbitrary: fc.array(one, { maxLength: 5 }).map((names) => names.join(',')) },
    { weight: 4, arbitrary: encoded },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...QUERIES), fc.constantFrom(20, 700))
        .map(([name, count]) => Array.from({ length: count }, () => name).join(',')),
    },
  )
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          session,
          fc.constantFrom('GET', 'GET', 'HEAD', 'PUT', 'OPTIONS', 'DELETE'),
          procedure,
          batchQuery,
          input,
          oddHeaders,
        )
        .map(([who, method, name, batch, text, odd]) =>
          wholeRequest({
            kind: 'a question of the back office',
            method,
            target: `/trpc/${name}${batch}${batch === '' ? '?' : '&'}input=${encodeURIComponent(text.toWellFormed()).slice(0, 6000)}`,
            headers: [...who, ...odd],
          }),
        ),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(session, procedure, batchQuery, input, contentType, oddHeaders)
        .map(([who, name, batch, text, type, odd]) =>
          wholeRequest({
            kind: 'a deed of the back office',
            method: 'POST',
            target: `/trpc/${name}${batch}`,
            headers: [...who, ['content-type', type], ...odd],
            body: batch.startsWith('?batch=1') ? `{"0":${text},"1":${text},"__proto__":${text}}` : text,
          }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...MUTATIONS), bomb).map(([name, [coding, body]]) =>
        wholeRequest({
          kind: `a ${coding} bomb for the back office`,
          method: 'POST',
          target: `/trpc/${name}`,
          headers: [
            ['origin', origin],
            ['cookie', cookie],
            ['content-type', 'application/json'],
            ['content-encoding', coding],
          ],
          body,
          isRefused: true,
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(session, encoded).map(([who, id]) =>
        wholeRequest({
          kind: 'a CV of the back office',
          method: 'GET',
          target: `/backoffice/cv/${id}`,
          headers: who,
        }),
      ),
    },
  )
}
