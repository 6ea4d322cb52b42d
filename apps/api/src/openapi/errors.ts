import { AppError, invalidRequest } from '@boardwalk/core/error'
import { findUnknownNames } from '@boardwalk/core/http/endpoint'
import { missesScope } from '@boardwalk/core/key/service'
import { toApiError } from '@boardwalk/core/trpc/error'
import { type ErrorCode, type ErrorParams, errorCatalogue } from '@boardwalk/schema/error'
import { limits } from '@boardwalk/schema/limits'
import { hasBody } from '@boardwalk/schema/operation/operation'
import type { NamedOperation, OwnError } from '@boardwalk/schema/operations'
import { describeIssues } from '@boardwalk/schema/wording'
import type { Schema } from './schema.ts'

const externalId = 'ATL-2026-0001'
const unknownJob = { externalId, companyId: 'cmp_8k2m4p6q8s0t2v4x6z8b' }
const requestId = '0b6f3c1e-7d0a-4c55-9a41-6f2f0d7f1c2b'

/* The errors in the document: when each happens, and an example of its body. */

/** When an error happens, as a sentence of the document, and the values for its message. */
type Cases<Code extends ErrorCode> = { [Each in Code]: readonly [when: string, ...params: ErrorParams<Each>] }

/** Errors of every operation. */
const everywhere = {
  // `makeError` takes the message and the issues from the operation's refused example.
  invalid_request: ['A value is missing or wrong; `issues` names each.', { message: '' }],
  api_key_missing: ['The `x-api-key` header is missing or blank.'],
  api_key_invalid: ['The key is malformed, unknown or revoked.'],
  scope_missing: ['The key lacks the scope of the operation; an issue names it.'],
  rate_limited: ['More requests than the limit allows; `Retry-After` says when to go on.', { seconds: 30 }],
  internal: ['The fault is ours: try again, then ask for help.'],
  unavailable: [
    'The board cannot do this now, and nothing was changed; `Retry-After` says when to try again.',
    { reason: 'overloaded' },
  ],
} satisfies Partial<Cases<ErrorCode>>

/** Errors of the operations that change something. */
const ofWrites = {
  unconfirmed: [
    'The board could not finish, and whether anything was changed is not known. Repeat the request, which is safe, when `Retry-After` says.',
    { reason: 'database_away' },
  ],
} satisfies Partial<Cases<ErrorCode>>

/** Errors of the operations that read a body. */
const withBody = {
  body_too_large: ['The body is too large; the connection is closed.', { bytesMax: limits.bodyBytes }],
  body_unsupported: [
    'The body is not sent as JSON.',
    // The message of http/json-body.ts. document.test.ts compares both.
    { message: 'Content-Type must be application/json (in UTF-8), not "text/plain"' },
  ],
} satisfies Partial<Cases<ErrorCode>>

/** Errors of some operations. */
const own: Cases<OwnError> = {
  candidate_not_found: ['The company has no candidate with this id.', { id: '5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93' }],
  cv_not_found: ['The candidate has sent no CV.', { id: '5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93' }],
  application_erased: ['The data of the candidate was erased: erase your copy.'],
  candidates_forbidden: ['No job of the company has this external id.', unknownJob],
  job_not_found: ['No job of the company has this external id.', unknownJob],
  job_exists: [
    'The company has a job with this external id already; if it is unpublished, it stays so until a PUT sends `status`.',
    { externalId },
  ],
  company_suspended: ['The operator of the board has suspended the company; `GET /me` says so.'],
  precondition_failed: [
    'No job of the company has this external id, and `If-Match: *` asks not to create one.',
    unknownJob,
  ],
}

/** Errors of addresses that belong to no operation, and of links to CVs. */
const elsewhere = {
  route_not_found: ['No operation has this path.', { method: 'GET', path: '/api/job' }],
  method_not_allowed: ['The path has operations, and none of this method; `Allow` names theirs.', { allow: 'POST' }],
  cv_link_invalid: ['The link to a CV is older than 7 days, or was changed: fetch the candidate again.'],
  page_not_found: ['The candidate of the link has no CV, or an address cannot be decoded.'],
} satisfies Partial<Cases<ErrorCode>>

const cases = { ...everywhere, ...ofWrites, ...withBody, ...own, ...elsewhere }
type DocumentedCode = keyof typeof cases

// The cast holds because `cases` and its parts have no other keys.
const listCodes = (part: Partial<typeof cases>) => Object.keys(part) as DocumentedCode[]

function makeError(code: DocumentedCode, { name, input, isExtension, example }: NamedOperation): AppError {
  const [, params] = cases[code]
  if (code === 'scope_missing') return missesScope('write', ['read'])
  // The cast holds because `Cases` pairs each code with the values for its message.
  if (code !== 'invalid_request') return new AppError(code, params as never)
  const known = { names: Object.keys(input.shape), place: 'address', elsewhere: [], isStrict: isExtension } as const
  const issues = [
    ...findUnknownNames(Object.keys(example.refused), known),
    ...describeIssues(input.safeParse(example.refused).error ?? { issues: [] }),
  ]
  if (issues.length === 0) throw new Error(`${name} accepts the input that its description calls refused`)
  return invalidRequest(issues)
}

/** Builds the responses of an operation's errors, one for each status. `schema` is the schema of their bodies. */
export function buildErrorResponses(operation: NamedOperation, schema: Schema) {
  const codes = [
    ...listCodes(everywhere),
    ...(operation.method === 'GET' ? [] : listCodes(ofWrites)),
    ...operation.errors,
    ...(hasBody(operation) ? listCodes(withBody) : []),
  ]
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))]
  return statuses.map((status) => {
    const group = codes.filter((code) => errorCatalogue[code].status === status)
    const examples = group.map((code) => {
      const error = toApiError(makeError(code, operation), requestId)
      return [code, { value: { [operation.nullMember]: null, error } }]
    })
    const description = group.map((code) => cases[code][0]).join(' Or: ')
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } }
    return [status, { description, content }] as const
  })
}

/** The codes of all errors of the API, by status. */
export const documentedCodes = listCodes(cases).toSorted((a, b) => errorCatalogue[a].status - errorCatalogue[b].status)

/** Prints the table of all errors, for the guide. */
export function printErrorTable(): string {
  const rows = documentedCodes.map((code) => `| ${errorCatalogue[code].status} | \`${code}\` | ${cases[code][0]} |`)
  return ['| Status | `error.code` | When |', '| --- | --- | --- |', ...rows].join('\n')
}
