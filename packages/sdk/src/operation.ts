import { BoardwalkError } from './error.ts'
import type { components, operations } from './generated/openapi.ts'
import { describeValue } from './options.ts'

export type Schema = components['schemas']
export type OperationName = keyof operations

/** The answer of an operation in JSON, without its member `error`, because the SDK throws errors. */
export type AnswerOf<Name extends OperationName> = operations[Name]['responses'][200]['content'] extends {
  'application/json': infer Body
}
  ? Omit<Body, 'error'>
  : never

/** The value of a parameter of an address. */
type QueryValue = string | number | boolean | Date | readonly string[]

/** Parameters of an address. One that is undefined is not sent. A Date is sent in ISO 8601, and a list with commas. */
export type Query = Record<string, QueryValue | undefined>

type DocumentedQuery<Name extends OperationName> = NonNullable<operations[Name]['parameters']['query']>
type DateName = 'since' | 'from' | 'to' | 'changedSince'

/** The query parameters of an operation. Each date may be a Date. */
export type QueryOf<Name extends OperationName> = {
  [Key in keyof DocumentedQuery<Name>]:
    | InputValue<DocumentedQuery<Name>[Key]>
    | (Key extends DateName ? Date : never)
    | undefined
}

/** A value of a request: a list may also be readonly, and a member of an object undefined. */
type InputValue<Value> = Value extends (infer Item)[] ? readonly Item[] : Value extends object ? Fields<Value> : Value

/** The documented fields of a type. An optional one may also be undefined, which sends nothing. */
type Fields<All> = {
  [Name in keyof All as string extends Name ? never : Name]:
    | InputValue<All[Name]>
    | (Record<never, never> extends Pick<All, Name> ? undefined : never)
}

/**
 * The documented fields of a job to create. Methods also take fields of your own, which the board stores; `satisfies
 * JobCreate` finds the misspelt name of a documented one.
 * @example
 * await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable', minSalary: 9_000 } satisfies JobCreate)
 */
export interface JobCreate extends Fields<Schema['JobCreate']> {}

/** The documented fields of a job to change. `null` clears an optional field; an absent or undefined one stays. */
export interface JobUpdate extends Fields<Schema['JobUpdate']> {}

/** A job to create or change: its id and the documented fields to set. */
export interface JobUpsert extends Fields<Schema['JobUpsert']> {}

/** The documented fields of a job as the board stores it. Fields of your own are there too: `job as Job & { team?: string }`. */
export interface Job extends StoredFields<Schema['Job']> {}

type StoredFields<All> = { [Name in keyof All as string extends Name ? never : Name]: All[Name] }

/**
 * Builds the path of a call: `{…}` in it means the id. No other function encodes parts of a path. Throws a BoardwalkError if a path
 * cannot hold the id.
 */
export function buildPath(template: string, id: string | undefined): string {
  if (!template.startsWith('/')) throw new BoardwalkError(`A path begins with "/", unlike "${template}"`)
  return template.replace(/\{\w+\}/, () => {
    // A URL drops "." and "..", even when they are encoded: "/job/../candidates" would list the candidates of all jobs.
    if (typeof id === 'string' && !['', '.', '..'].includes(id) && id.isWellFormed()) return encodeURIComponent(id)
    const advice = template.endsWith('/candidates') ? '; listAll lists the candidates of all jobs' : ''
    throw new BoardwalkError(`An id is a text other than "", "." and "..", not ${describeValue(id)}${advice}`)
  })
}

/** Builds the part of an address from its "?". The board refuses an invalid Date, and names its parameter. */
export function toSearch(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, toText(value))
  return search.size === 0 ? '' : `?${search}`
}

// `toJSON` of an invalid Date gives null.
export const toText = (value: QueryValue): string => String((value instanceof Date && value.toJSON()) || value)

/** Converts a value to JSON; undefined stays undefined. Throws a BoardwalkError if JSON cannot hold it, such as a BigInt. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new BoardwalkError(`This cannot be sent as JSON: ${findReason(cause)}`, { cause })
  }
}

/**
 * Finds why something failed: the first line of an error's message, or of its cause's message. `fetch` says only "fetch
 * failed", and its cause has the reason. Messages of TLS and of cycles in JSON have more lines.
 */
export function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error.cause instanceof Error && error.cause.message !== '' ? error.cause : error
  return message.split('\n', 1)[0] ?? ''
}
