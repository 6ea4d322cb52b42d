import fc from 'fast-check'
import { bomb } from './bomb.ts'
import { contentType, oddHeaders } from './hostile-header.ts'
import { depthBomb, encoded, hostileJson, hostileNumber, hostileText } from './hostile-value.ts'
import { type HostileRequest, wholeRequest } from './request.ts'
import { weighted, word } from './weighted.ts'

// None of these ends the session, invites anybody or counts attempts to sign in: the next request needs them.
const query = fc.oneof(
  word('session.me user.list key.list key.firstUse job.list job.get application.list application.get company.get'),
  word('activity.list activity.audit home.summary session.checkLink'),
)
const mutation = fc.oneof(
  word('key.revoke job.create job.update job.publish job.setExternalId application.setStatus application.erase'),
  word('company.update company.setLogo session.setPassword user.remove'),
)
const unknown = word('. .. toString __proto__ constructor.prototype job job. job.list. session a,b ,,, job.list/x')
const one = weighted([24, fc.oneof(query, mutation)], [12, unknown], [1, fc.constant('')])
const repeated = fc
  .tuple(query, fc.constantFrom(20, 700))
  .map(([name, count]) => Array.from({ length: count }, () => name).join(','))
const procedure = weighted(
  [24, one],
  [4, fc.array(one, { maxLength: 5 }).map((names) => names.join(','))],
  [4, encoded],
  [1, repeated],
)

const memberName = fc.oneof(
  word('id jobId revision job search page pageSize status cursor name link base64 externalId description'),
  word('allOfPerson failedOnly'),
  hostileText,
)
const members = fc
  .array(fc.tuple(memberName, fc.oneof(hostileJson, hostileNumber)), { maxLength: 5 })
  .map((all) => `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`)
const input = weighted([4, members], [2, hostileJson], [1, depthBomb])

const batchQuery = fc.constantFrom('', '', '?batch=1', '?batch=0', '?batch=1&batch=1', '?batch', '?batch=1&input=%ZZ')

/** Requests to the back office by an administrator who is signed in, and some by a stranger. */
export function backOfficeRequest(origin: string, cookie: string): fc.Arbitrary<HostileRequest> {
  const signedIn: [string, string][] = [
    ['origin', origin],
    ['cookie', cookie],
  ]
  const strangers: [string, string][][] = [
    [],
    [['origin', 'null']],
    [
      ['origin', origin],
      ['cookie', `${cookie}x`],
    ],
  ]
  const session = weighted([8, fc.constant(signedIn)], [1, fc.constantFrom(...strangers)])
  const queried = fc
    .tuple(session, word('GET GET HEAD PUT OPTIONS DELETE'), procedure, batchQuery, input, oddHeaders)
    .map(([who, method, name, batch, text, odd]) => {
      const encodedInput = encodeURIComponent(text.toWellFormed()).slice(0, 6000)
      const target = `/trpc/${name}${batch}${batch === '' ? '?' : '&'}input=${encodedInput}`
      return wholeRequest({ kind: 'a query of the back office', method, target, headers: [...who, ...odd] })
    })
  const mutated = fc
    .tuple(session, procedure, batchQuery, input, contentType, oddHeaders)
    .map(([who, name, batch, text, type, odd]) =>
      wholeRequest({
        kind: 'a mutation of the back office',
        method: 'POST',
        target: `/trpc/${name}${batch}`,
        headers: [...who, ['content-type', type], ...odd],
        body: batch.startsWith('?batch=1') ? `{"0":${text},"1":${text},"__proto__":${text}}` : text,
      }),
    )
  const bombed = fc.tuple(mutation, bomb).map(([name, [coding, body]]) =>
    wholeRequest({
      kind: `a ${coding} bomb for the back office`,
      method: 'POST',
      target: `/trpc/${name}`,
      headers: [...signedIn, ['content-type', 'application/json'], ['content-encoding', coding]],
      body,
      isRefused: true,
    }),
  )
  const cv = fc
    .tuple(session, encoded)
    .map(([headers, id]) =>
      wholeRequest({ kind: 'a CV of the back office', method: 'GET', target: `/backoffice/cv/${id}`, headers }),
    )
  return weighted([4, queried], [4, mutated], [1, bombed], [1, cv])
}
