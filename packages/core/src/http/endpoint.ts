import type { Issue } from '@boardwalk/schema/error'
import { hasBody } from '@boardwalk/schema/operation/operation'
import { findNearest } from '@boardwalk/schema/wording'
import type { ProcedureType } from '@trpc/server'
import { z } from 'zod'
import { invalidRequest } from '../error.ts'
import { type IntegrationRouter, listProcedures } from '../trpc/init.ts'

/* The endpoints of the integration API: which operation a request calls, and what of the request is the operation's input. */

export interface Endpoint {
  method: string
  /** The segments of the path. A segment in braces is a parameter. */
  parts: string[]
  procedure: string
  type: ProcedureType
  nullMember: string
  /** Whether a success is a file, which is the null member of what the procedure returns. */
  isFile: boolean
  isExtension: boolean
  /** The members of the input without those of the path. `isNumber` says whether the schema accepts a whole number. */
  members: Map<string, { isNumber: boolean }>
}

/** The address of a request. Its path is split before it is decoded, because an id may contain a slash. */
export interface Address {
  parts: string[]
  query: string
}

const isParameter = (part: string) => part.startsWith('{')

/** Makes an endpoint for each procedure of a router. */
export function createEndpoints(router: IntegrationRouter, prefix: string): Endpoint[] {
  return listProcedures(router).map(({ name, type, meta, input }): Endpoint => {
    const { openapi, nullMember, isFile, isExtension } = meta
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    const isNumber = (schema: unknown) =>
      typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'integer'
    const parts = `${prefix}${openapi.path}`.split('/').slice(1)
    const members = Object.keys(input.shape).filter((member) => !parts.includes(`{${member}}`))
    return {
      method: openapi.method,
      parts,
      procedure: name,
      type,
      nullMember,
      isFile,
      isExtension,
      members: new Map(members.map((member) => [member, { isNumber: isNumber(properties[member]) }])),
    }
  })
}

/** Splits the target of a request. */
export function splitUrl(url: string): Address {
  // The first line of a request may have the whole address, with its host (RFC 9112, 3.2.2).
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  return { parts: path.split('/').slice(1), query: mark < 0 ? '' : target.slice(mark + 1) }
}

/** Whether an endpoint has the path of an address. */
export function isOnPath(endpoint: Pick<Endpoint, 'parts'>, { parts }: Pick<Address, 'parts'>): boolean {
  return (
    endpoint.parts.length === parts.length &&
    endpoint.parts.every((part, index) => isParameter(part) || part === parts[index])
  )
}

/** Reads the input of an operation from the query, the body and the path. */
export async function readInput(
  endpoint: Endpoint,
  { parts, query }: Address,
  readBody: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const input = readQuery(endpoint, query)
  if (hasBody(endpoint)) Object.assign(input, pickMembers(endpoint, await readBody()))
  // The path comes last, so neither the body nor the query can replace one of its parameters.
  return Object.assign(input, readParameters(endpoint, parts))
}

/**
 * Picks the members of the input from a body, which may have tens of thousands of others. Throws `invalid_request` for a
 * misspelt one.
 */
function pickMembers({ members, isExtension }: Endpoint, body: Record<string, unknown>): Record<string, unknown> {
  const names = [...members.keys()]
  const known = { names, place: 'body', elsewhere: [], isStrict: isExtension } as const
  const issues = findUnknownNames(Object.keys(body), known)
  if (issues.length > 0) throw invalidRequest(issues)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]))
}

/** Reads the parameters of a path. Throws `invalid_request` for one that cannot be decoded. */
export function readParameters(endpoint: Endpoint, parts: string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [index, part] of endpoint.parts.entries()) {
    if (!isParameter(part)) continue
    const name = part.slice(1, -1)
    try {
      parameters[name] = decodeURIComponent(parts[index] ?? '')
    } catch {
      throw invalidRequest([{ path: name, message: `${name} is not percent-encoded UTF-8: ${parts[index]}` }])
    }
  }
  return parameters
}

/**
 * Reads the members of the input from the query, if the operation takes them from there. Digits become a number if the
 * schema has one; zod reports any other text. Throws `invalid_request` for a parameter that is misspelt or given twice.
 */
function readQuery(endpoint: Endpoint, query: string): Record<string, unknown> {
  const sent = new URLSearchParams(query)
  const [names, elsewhere] = hasBody(endpoint) ? [[], [...endpoint.members.keys()]] : [[...endpoint.members.keys()], []]
  const known = { names, place: 'address', elsewhere, isStrict: endpoint.isExtension } as const
  const issues = findUnknownNames(sent.keys(), known)
  const input: Record<string, unknown> = {}
  for (const name of names) {
    const [value, ...others] = sent.getAll(name)
    if (value === undefined) continue
    if (others.length > 0) issues.push({ path: name, message: `${name} must be given once` })
    input[name] = endpoint.members.get(name)?.isNumber && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return input
}

/** After this many unknown names, the caller has made no typing error, and no more are compared. */
const UNKNOWN_MAX = 100

interface KnownNames {
  /** The names that belong here. */
  names: readonly string[]
  /** What the names are of: the address or the body. */
  place: 'address' | 'body'
  /** The names that belong into the other place. */
  elsewhere: readonly string[]
  /** Refuses every unknown name. Without it, only one that resembles a name that belongs here is refused. */
  isStrict: boolean
}

const kinds = { address: 'parameter of the address', body: 'member of the body' }

/** Finds the names of a request that its operation does not have, so that no misspelt name is ignored. */
export function findUnknownNames(sent: Iterable<string>, { names, place, elsewhere, isStrict }: KnownNames): Issue[] {
  const issues: Issue[] = []
  let unknown = 0
  for (const name of sent) {
    if (names.includes(name)) continue
    if (++unknown > UNKNOWN_MAX) break
    const meant = findNearest(name, names)
    if (meant === undefined && !isStrict) continue
    issues.push({ path: name, message: `${JSON.stringify(name)} ${describeUnknown(name, meant)}` })
  }
  return issues

  function describeUnknown(name: string, meant: string | undefined): string {
    if (meant !== undefined) return `is not a ${kinds[place]}; did you mean ${JSON.stringify(meant)}?`
    if (elsewhere.includes(name))
      return `belongs into the ${place === 'body' ? 'address' : 'body'}, not into the ${place}`
    const known = names.length === 0 ? 'none' : names.join(', ')
    return `is not a ${kinds[place]}, which has ${known}`
  }
}
