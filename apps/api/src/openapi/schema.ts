import type { OpenAPIObject } from 'trpc-to-openapi'

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>
export type Schema = Schemas[string]
type SchemaObject = Exclude<Schema, { $ref: string }>

/** How a schema reads best. It is also what keeps openapi.json the same when zod writes its members in another order. */
const MEMBERS = [
  ['title', 'description', 'type', 'format', 'enum', 'default'],
  ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ['required', 'properties', 'additionalProperties', 'items', 'anyOf', 'allOf', 'examples'],
].flat()

/** A schema as a reader wants it: what is accepted, and none of the generator's noise. */
export function tidied(schema: Schema): Schema {
  if ('$ref' in schema) return schema
  const inner = withoutNoise(schema)
  if (inner.properties) inner.properties = mapped(inner.properties)
  if (inner.items) inner.items = tidied(inner.items)
  if (inner.anyOf) inner.anyOf = inner.anyOf.map(tidied)
  if (inner.allOf) inner.allOf = inner.allOf.map(tidied)
  return ordered(nullInType(inner))
}

export function mapped(schemas: Schemas): Schemas {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidied(schema)]))
}

function withoutNoise(schema: SchemaObject): SchemaObject {
  const { additionalProperties, ...rest } = schema
  if (rest.minimum === -Number.MAX_SAFE_INTEGER) delete rest.minimum
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  // zod closes every output. The document leaves them open, so that a client which believes it outlives a new member
  // of an answer; that we send no member which we do not document, test/contract.ts checks.
  return additionalProperties ? { ...rest, additionalProperties: true } : rest
}

/** `anyOf: [X, null]` as X whose type may be null too; a reference stays apart. */
function nullInType(schema: SchemaObject): SchemaObject {
  const { anyOf = [], ...rest } = schema
  const [some, none, ...others] = anyOf
  const isNullable = some && none && others.length === 0 && 'type' in none && none.type === 'null'
  if (!isNullable || '$ref' in some) return schema
  if (some.anyOf) return { ...some, ...rest, anyOf: [...some.anyOf, none] }
  if (typeof some.type !== 'string') return schema
  return { ...some, ...rest, type: [some.type, 'null'], ...(some.enum && { enum: [...some.enum, null] }) }
}

function ordered(schema: SchemaObject): SchemaObject {
  const rank = (member: string) => (MEMBERS.includes(member) ? MEMBERS.indexOf(member) : MEMBERS.length)
  return Object.fromEntries(Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)))
}
