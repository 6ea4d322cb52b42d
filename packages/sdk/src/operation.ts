import { BoardwalkError } from './error.ts'
import type { components, operations } from './generated/openapi.ts'

export type Schema = components['schemas']
export type OperationName = keyof operations

/** The answer of an operation, without its member `error`, because the SDK throws errors. */
export type AnswerOf<Name extends OperationName> = Omit<
  operations[Name]['responses'][200]['content']['application/json'],
  'error'
>

/** Parameters of an address. One that is undefined is not sent. A Date is sent in ISO 8601. */
export type Query = Record<string, string | number | Date | undefined>

type DocumentedQuery<Name extends OperationName> = NonNullable<operations[Name]['parameters']['query']>
type DateName = 'since' | 'from' | 'to' | 'changedSince'

/** The query parameters of an operation. Each date may be a Date. */
export type QueryOf<Name extends OperationName> = {
  [Key in keyof DocumentedQuery<Name>]: DocumentedQuery<Name>[Key] | (Key extends DateName ? Date : never) | undefined
}

/** Builds the path of a call. No other function encodes parts of a path. */
export function buildPath(template: string, externalJobId: string | undefined): string {
  if (!template.startsWith('/')) throw new BoardwalkError(`A path begins with "/", unlike "${template}"`)
  return template.replace('{externalJobId}', () => encodePart(externalJobId))
}

/** Builds the part of an address from its "?". The board refuses an invalid Date, and names its parameter. */
export function toSearch(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, toText(value))
  return search.size === 0 ? '' : `?${search}`
}

// `toJSON` of an invalid Date gives null.
export const toText = (value: string | number | Date): string =>
  String((value instanceof Date && value.toJSON()) || value)

/** Encodes an external id as one part of a path. Throws a BoardwalkError if a path cannot hold it. */
function encodePart(id: string | undefined): string {
  // A URL drops "." and "..", even when they are encoded: "/job/../candidates" would list the candidates of all jobs.
  if (typeof id !== 'string' || ['', '.', '..'].includes(id) || !id.isWellFormed())
    throw new BoardwalkError(
      `An external id is a text other than "", "." and "..", without half of a surrogate pair, not ${JSON.stringify(id)}`,
    )
  return encodeURIComponent(id)
}
