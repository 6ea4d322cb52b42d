import { limits } from '@boardwalk/schema/limits'
import { hasBody } from '@boardwalk/schema/operation/operation'
import type { NamedOperation, OwnError } from '@boardwalk/schema/operations'
import { describeIssues } from '@boardwalk/schema/wording'
import { AppError, invalidRequest } from '../error.ts'
import { missesScope } from '../feature/api-key/service.ts'
import { findUnknownNames } from '../http/unknown-names.ts'
import { toApiError } from '../trpc/error.ts'
import type { Schema } from './schema.ts'

const externalId = 'ATL-2026-0001'
const unknownJob = { externalId, companyId: 'cmp_8k2m4p6q8s0t2v4x6z8b' }
const requestId = '0b6f3c1e-7d0a-4c55-9a41-6f2f0d7f1c2b'

interface ErrorCase {
  /** When the error happens, for readers of the document. */
  when: string
  error: AppError
}

/** Errors that every operation can answer with. */
const everywhere = [
  'invalid_request',
  'api_key_missing',
  'api_key_invalid',
  'scope_missing',
  'rate_limited',
  'internal',
  'overloaded',
  'database_away',
  'database_busy',
  'deadline_passed',
  'clock_wrong',
] as const
/** Errors of the operations that read a body. */
const withBody = ['body_too_large', 'body_unsupported'] as const

type DocumentedError = OwnError | (typeof everywhere)[number] | (typeof withBody)[number]

/** What the document says of each error that an operation can answer with. */
const cases: Record<DocumentedError, ErrorCase> = {
  invalid_request: {
    when: 'A value is missing or wrong; `issues` names each.',
    // buildErrorResponses puts the issues of the operation's refused example here.
    error: invalidRequest([]),
  },
  api_key_missing: { when: 'The `x-api-key` header is missing or blank.', error: new AppError('api_key_missing') },
  api_key_invalid: { when: 'The key is malformed, unknown or revoked.', error: new AppError('api_key_invalid') },
  scope_missing: {
    when: 'The key lacks the scope of the operation; an issue names it.',
    error: missesScope('write', ['read']),
  },
  candidates_forbidden: {
    when: 'No job of the company has this external id.',
    error: new AppError('candidates_forbidden', unknownJob),
  },
  job_not_found: {
    when: 'No job of the company has this external id.',
    error: new AppError('job_not_found', unknownJob),
  },
  job_exists: {
    when: 'The company has a job with this external id already; if it is unpublished, it stays so until a PUT sends `status`.',
    error: new AppError('job_exists', { externalId }),
  },
  precondition_failed: {
    when: 'No job of the company has this external id, and `If-Match: *` asks not to create one.',
    error: new AppError('precondition_failed', unknownJob),
  },
  body_too_large: {
    when: 'The body is too large; the connection is closed.',
    error: new AppError('body_too_large', { bytesMax: limits.bodyBytes }),
  },
  body_unsupported: {
    when: 'The body is not sent as JSON.',
    // http/json-body.ts has the same words. document.test.ts compares this with the server's answer.
    error: new AppError('body_unsupported', {
      message: 'Content-Type must be application/json (in UTF-8), not "text/plain"',
    }),
  },
  rate_limited: {
    when: 'More requests than the limit allows; `Retry-After` says when to go on.',
    error: new AppError('rate_limited', { seconds: 30 }),
  },
  overloaded: {
    when: 'The server is doing as much as it can; `Retry-After` says when to try again.',
    error: new AppError('overloaded'),
  },
  database_away: {
    when: 'The database cannot be reached, and whether anything was changed is not known; `Retry-After` says when to try again.',
    error: new AppError('database_away'),
  },
  database_busy: {
    when: 'All connections to the database are in use, and whether anything was changed is not known; `Retry-After` says when to try again.',
    error: new AppError('database_busy'),
  },
  deadline_passed: {
    when: 'The server did not finish in time and stopped, and whether anything was changed is not known; `Retry-After` says when to try again.',
    error: new AppError('deadline_passed'),
  },
  clock_wrong: {
    when: 'The clock of the server is wrong, so it does nothing that needs a date; `Retry-After` says when to try again.',
    error: new AppError('clock_wrong'),
  },
  internal: { when: 'The fault is ours: try again, then ask for help.', error: new AppError('internal') },
}

/** Errors of addresses that are no operation, and of the links to CVs. */
const elsewhere = {
  route_not_found: {
    when: 'No operation has this path.',
    error: new AppError('route_not_found', { method: 'GET', path: '/api/job' }),
  },
  method_not_allowed: {
    when: 'The path has operations, and none of this method; `Allow` names theirs.',
    error: new AppError('method_not_allowed', { allow: 'POST' }),
  },
  cv_link_invalid: {
    when: 'The link to a CV is older than 7 days, or was changed: fetch the candidate again.',
    error: new AppError('cv_link_invalid'),
  },
  page_not_found: {
    when: 'The candidate of the link has no CV, or an address cannot be decoded.',
    error: new AppError('page_not_found'),
  },
  application_erased: {
    when: 'The candidate of the link was erased: erase your copy.',
    error: new AppError('application_erased'),
  },
} satisfies Record<string, ErrorCase>

function describeError(code: DocumentedError, { name, input, isExtension, example }: NamedOperation): ErrorCase {
  if (code !== 'invalid_request') return cases[code]
  const known = { names: Object.keys(input.shape), place: 'address', elsewhere: [], isStrict: isExtension } as const
  const issues = [
    ...findUnknownNames(Object.keys(example.refused), known),
    ...describeIssues(input.safeParse(example.refused).error ?? { issues: [] }),
  ]
  if (issues.length === 0) throw new Error(`${name} accepts the input that its description calls refused`)
  return { ...cases[code], error: invalidRequest(issues) }
}

/** Builds the responses for an operation's errors, one for each status. `schema` is the schema of their bodies. */
export function buildErrorResponses(operation: NamedOperation, schema: Schema) {
  const { nullMember, errors } = operation
  const codes = [...everywhere, ...errors, ...(hasBody(operation) ? withBody : [])]
  const all = codes.map((code) => describeError(code, operation))
  const statuses = [...new Set(all.map(({ error }) => error.status))]
  return statuses.map((status) => {
    const group = all.filter(({ error }) => error.status === status)
    const examples = group.map(({ error }) => [
      error.code,
      { value: { [nullMember]: null, error: toApiError(error, requestId) } },
    ])
    const description = group.map(({ when }) => when).join(' Or: ')
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } }
    return [status, { description, content }] as const
  })
}

/** Prints every error that a caller can get as a table, for the introduction of the document. */
export function printErrorTable(): string {
  const all: ErrorCase[] = [...Object.values(cases), ...Object.values(elsewhere)]
  const sorted = all.toSorted((a, b) => a.error.status - b.error.status)
  const rows = sorted.map(({ when, error }) => `| ${error.status} | \`${error.code}\` | ${when} |`)
  return ['| Status | `error.code` | When |', '| --- | --- | --- |', ...rows].join('\n')
}
