import { BoardwalkError } from './error.ts'
import { routes } from './generated/contract.ts'
import type { components, operations } from './generated/openapi.ts'

export type Schema = components['schemas']
export type OperationName = keyof operations

/** The answer of an operation, without its member `error`, because the SDK throws errors. */
export type AnswerOf<Name extends OperationName> = Omit<
  operations[Name]['responses'][200]['content']['application/json'],
  'error'
>

/** The query parameters of an operation. */
export type QueryOf<Name extends OperationName> = NonNullable<operations[Name]['parameters']['query']>

export interface OperationInput {
  externalJobId?: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  body?: unknown
}

/** Builds the method and address of one call. No other function encodes parts of a path. */
export function buildAddress(name: OperationName, { externalJobId, query = {} }: OperationInput) {
  const { method, path: template } = routes[name]
  const path = template.replace('{externalJobId}', () => encodePart(externalJobId))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return { method, path, search: search.size === 0 ? '' : `?${search}` }
}

/** Encodes an external id as one part of a path. Throws a BoardwalkError if a path cannot hold it. */
function encodePart(id: string | undefined): string {
  // A URL drops "." and "..", even when they are encoded: "/job/../candidates" would list the candidates of all jobs.
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..')
    throw new BoardwalkError(`An external id is a text other than "", "." and "..", not ${JSON.stringify(id)}`)
  try {
    return encodeURIComponent(id)
  } catch (cause) {
    throw new BoardwalkError('The external id has half of a surrogate pair, which no address can hold', { cause })
  }
}
