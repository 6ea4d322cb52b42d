import type { Issue } from '../error.ts'
import { operations } from '../generated/operations.ts'
import type { OperationName, Schema as Schemas } from '../operation.ts'
import { extraIssues } from './content.ts'
import { instantOf, invalidInstant } from './instant.ts'
import { isObject, issuesOf } from './issues.ts'
import { invalidRequest, Refusal } from './refusal.ts'
import type { OperationRules, Schema } from './schema.ts'

/** What an operation is given, each member only where its document has it. */
export interface Input {
  externalJobId: string
  job: Record<string, unknown>
  jobs: unknown[]
  dryRun?: boolean
  links: Schemas['Link'][]
  status: string | undefined
  afterJobId?: number
  /** Milliseconds since 1970, as the next two. */
  since: number | undefined
  from: number | undefined
  to: number | undefined
  page: number
  pageSize: number
}

const BASE_PATH = '/api'
const BODY_BYTES_MAX = 1024 * 1024
const JSON_TYPE = /^application\/json[\t ]*(?:;[\t ]*charset="?utf-8"?[\t ]*)?$/i
const PARAMETER = '{externalJobId}'

/** Which operation a request is for, and the part of its path that is an external id, not yet decoded. */
export function routeOf({ method, url }: Request): { name: OperationName; part: string | undefined } {
  const { pathname } = new URL(url)
  const parts = pathname.split('/')
  const onPath = operationNames.filter((name) => partsOf(name).every((part, at) => isAt(part, parts, at, name)))
  const name = onPath.find((one) => operations[one].method === method)
  if (name !== undefined) return { name, part: parts[partsOf(name).indexOf(PARAMETER)] }
  if (onPath.length === 0) throw new Refusal('route_not_found', `No such address: ${method} ${pathname}`)
  const accepted = onPath.map((one) => operations[one].method).join(', ')
  throw new Refusal('method_not_allowed', `This address accepts ${accepted} only`)
}

// The record has an entry for each of these names and no other.
const operationNames = Object.keys(operations) as OperationName[]

const partsOf = (name: OperationName) => `${BASE_PATH}${operations[name].path}`.split('/')

const isAt = (part: string, parts: string[], at: number, name: OperationName) =>
  partsOf(name).length === parts.length && (part === PARAMETER || part === parts[at])

/** Reads and checks what came with a request. Throws a Refusal. */
export async function inputOf(rules: OperationRules, part: string | undefined, request: Request): Promise<Input> {
  const body = rules.body === undefined ? {} : await bodyOf(request)
  const query = rules.body === undefined ? queryOf(rules, new URL(request.url).searchParams) : {}
  const externalJobId = part === undefined ? undefined : decoded(part)
  const issues = [
    ...(externalJobId === undefined ? [] : issuesOf({}, externalJobId, 'externalJobId', true)),
    ...Object.entries(rules.query).flatMap(([name, schema]) => queryIssues(schema, query[name], name)),
    ...Object.entries(rules.body?.properties ?? {}).flatMap(([name, schema]) =>
      issuesOf(schema, body[name], name, rules.body?.required?.includes(name) ?? false),
    ),
  ]
  const all = issues.length > 0 ? issues : extraIssues(body.job)
  if (all.length > 0) throw invalidRequest(all)
  const [since, from, to] = [
    instantIn(query.since),
    instantIn(query.from, { roundUp: true }),
    instantIn(query.to, { dayEnd: true }),
  ]
  // What the document's schemas say of the members was checked just now.
  return { page: 1, pageSize: 50, ...query, ...body, externalJobId, since, from, to } as Input
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    const message = `externalJobId is not percent-encoded UTF-8: ${part}`
    throw invalidRequest([{ path: 'externalJobId', message }])
  }
}

type Query = Record<string, string | number>

function queryOf(rules: OperationRules, parameters: URLSearchParams): Query {
  const query: Query = {}
  for (const [name, text] of parameters) {
    const schema = rules.query[name]
    if (schema === undefined) continue
    if (name in query) throw invalidRequest([{ path: name, message: `${name} must be given once` }])
    query[name] = schema.type === 'integer' && /^-?\d{1,16}$/.test(text) ? Number(text) : text
  }
  return query
}

const dates = ['since', 'from', 'to']

function queryIssues(schema: Schema, value: string | number | undefined, name: string): Issue[] {
  if (!dates.includes(name) || typeof value !== 'string') return issuesOf(schema, value, name, false)
  return instantOf(value) === undefined ? [{ path: name, message: invalidInstant(name, value) }] : []
}

const instantIn = (value: string | number | undefined, reading?: Parameters<typeof instantOf>[1]) =>
  typeof value === 'string' ? instantOf(value, reading) : undefined

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new Refusal('body_unsupported', 'Content-Type must be application/json (in UTF-8)')
  const text = await request.text()
  if (new TextEncoder().encode(text).length > BODY_BYTES_MAX)
    throw new Refusal('body_too_large', `The request body is over ${BODY_BYTES_MAX} bytes`)
  if (text === '') throw malformed('it is empty, and a JSON object is expected')
  const body = parsed(text)
  if (!isObject(body)) throw malformed('it must be a JSON object')
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('it is not JSON')
  }
}

const malformed = (what: string) => invalidRequest([{ path: '', message: `The request body is not valid: ${what}` }])
