import type { ErrorCode } from '@boardwalk/schema/error'
import { issuesOf } from '@boardwalk/schema/wording'
import { AppError, invalidRequest } from '../error.ts'
import { BODY_BYTES_MAX } from '../http/json-body.ts'
import type { integrationRouter } from '../router/integration.ts'
import { apiErrorOf } from '../trpc/error.ts'
import type { Operation } from './operation.ts'
import type { Schema } from './schema.ts'

const externalId = 'ATL-2026-0001'
const unknownJob = { externalId, companyId: 'cmp_8k2m4p6q8s0t2v4x6z8b' }
const requestId = '0b6f3c1e-7d0a-4c55-9a41-6f2f0d7f1c2b'

interface ErrorCase {
  /** For the reader of the document; the message is the catalogue's. */
  when: string
  error: AppError
}

/** What the document says of each error that an operation can answer with. */
const cases: { [Code in ErrorCode]?: ErrorCase } = {
  invalid_request: {
    when: 'A value is missing or wrong; `issues` names each.',
    // Each operation words its own, see wrongInput.
    error: invalidRequest([]),
  },
  api_key_missing: { when: 'The `x-api-key` header is missing or blank.', error: new AppError('api_key_missing') },
  api_key_invalid: { when: 'The key is malformed, unknown or revoked.', error: new AppError('api_key_invalid') },
  scope_missing: { when: 'The key lacks the scope of the operation.', error: new AppError('scope_missing') },
  candidates_forbidden: {
    when: 'No job of the company has this external id.',
    error: new AppError('candidates_forbidden', unknownJob),
  },
  job_not_found: {
    when: 'No job of the company has this external id.',
    error: new AppError('job_not_found', unknownJob),
  },
  job_exists: {
    when: 'The company has a job with this external id already.',
    error: new AppError('job_exists', { externalId }),
  },
  body_too_large: {
    when: 'The body is too large; the connection is closed.',
    error: new AppError('body_too_large', { bytesMax: BODY_BYTES_MAX }),
  },
  body_unsupported: {
    when: 'The body is not sent as JSON.',
    // The words of http/json-body.ts; document.test.ts holds this against the server's answer.
    error: new AppError('body_unsupported', { message: 'Content-Type must be application/json (in UTF-8)' }),
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
  internal: { when: 'The fault is ours: try again, then ask for help.', error: new AppError('internal') },
}

/** An input that each operation refuses; what its 400 says of it is asked of its own schema. */
const wrongInput: Record<keyof (typeof integrationRouter)['_def']['procedures'], unknown> = {
  createJob: { job: { title: 'Comptable', educationLevel: 'Bac+5' } },
  updateJob: { externalJobId: externalId, job: { contractType: 'Permanent', maxExperience: 25 } },
  unpublishJob: { externalJobId: ' ' },
  linkJobs: { links: [{ platformJobId: '42', externalJobId: externalId }] },
  getJob: { externalJobId: ' ' },
  listJobs: { page: 0 },
  upsertJobs: { jobs: [] },
  listCandidates: { externalJobId: externalId, since: 'yesterday' },
  listAllCandidates: { since: '2026-02-30' },
}

function caseOf(code: ErrorCode, { name, input }: Operation): ErrorCase {
  const known = cases[code]
  if (known === undefined) throw new Error(`${name} answers with ${code}: say in openapi/errors.ts when`)
  if (code !== 'invalid_request') return known
  // An operation's name is its key in the router, and wrongInput has every key.
  const { error } = input.safeParse(wrongInput[name as keyof typeof wrongInput])
  if (error === undefined) throw new Error(`${name} accepts the input that openapi/errors.ts has as a wrong one`)
  return { ...known, error: invalidRequest(issuesOf(error)) }
}

const everywhere: ErrorCode[] = [
  'invalid_request',
  'api_key_missing',
  'api_key_invalid',
  'scope_missing',
  'rate_limited',
  'internal',
  'overloaded',
  'database_away',
]
const withBody: ErrorCode[] = ['body_too_large', 'body_unsupported']

/** Every error of an operation, by its status; `schema` is the one of their body. */
export function errorResponses(operation: Operation, schema: Schema) {
  const { nullMember, errors } = operation.meta
  const codes = [...everywhere, ...errors, ...(operation.hasBody ? withBody : [])]
  const all = codes.map((code) => caseOf(code, operation))
  const statuses = [...new Set(all.map(({ error }) => error.status))]
  return statuses.map((status) => {
    const group = all.filter(({ error }) => error.status === status)
    const examples = group.map(({ error }) => [
      error.code,
      { value: { [nullMember]: null, error: apiErrorOf(error, requestId) } },
    ])
    const description = group.map(({ when }) => when).join(' Or: ')
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } }
    return [status, { description, content }] as const
  })
}

/** Every error of an operation as a table, for the document's introduction. */
export function errorTable(): string {
  const rows = Object.values(cases).map(({ when, error }) => `| ${error.status} | \`${error.code}\` | ${when} |`)
  return ['| Status | `error.code` | When |', '| --- | --- | --- |', ...rows].join('\n')
}
