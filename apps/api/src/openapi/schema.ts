import type { OpenAPIObject } from 'trpc-to-openapi'

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>
export type Schema = Schemas[string]
export type SchemaObject = Exclude<Schema, { $ref: string }>
type Reference = Extract<Schema, { $ref: string }>

/** The order of the members of a schema, for readers. It keeps openapi.json stable if a version of zod changes the order. */
const MEMBERS = [
  ['title', 'description', 'type', 'format', 'enum', 'default'],
  ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ['required', 'properties', 'additionalProperties', 'items', 'anyOf', 'examples'],
].flat()

/** Refers to a schema by its name. */
export const referTo = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` })

/** Finds the schema that a reference names. */
export function resolve(schema: Schema, schemas: Schemas): SchemaObject {
  if (!('$ref' in schema)) return schema
  const named = schemas[schema.$ref.split('/').at(-1) ?? '']
  if (named === undefined || '$ref' in named) throw new Error(`the document has no schema ${schema.$ref}`)
  return named
}

/** Tidies a schema for readers. It accepts the same values as before. */
export function tidy(schema: Schema): Schema {
  if ('$ref' in schema) return tidyReference(schema)
  const inner = removeNoise(schema)
  if (inner.properties) inner.properties = tidyEach(inner.properties)
  if (inner.items) inner.items = tidy(inner.items)
  if (inner.anyOf) inner.anyOf = inner.anyOf.map(tidy)
  return sortMembers(putNullIntoType(inner))
}

/** Removes what the generator repeats of the schema that is referred to. */
const tidyReference = ({ $ref, description }: Reference): Reference => ({ ...(description && { description }), $ref })

function tidyEach(schemas: Schemas): Schemas {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]))
}

function removeNoise(schema: SchemaObject): SchemaObject {
  const { additionalProperties, ...rest } = schema
  if (rest.minimum === -Number.MAX_SAFE_INTEGER) delete rest.minimum
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  // zod forbids further members of every output. The document allows them, so that a client does not fail on a new member of an answer.
  // test/contract.ts checks that the server sends no undocumented member.
  return additionalProperties ? { ...rest, additionalProperties: true } : rest
}

/** Turns `anyOf: [X, null]` into X with the types of X and null. A reference stays unchanged. */
function putNullIntoType(schema: SchemaObject): SchemaObject {
  const { anyOf = [], ...rest } = schema
  const [some, none, ...others] = anyOf
  const isNullable = some && none && others.length === 0 && 'type' in none && none.type === 'null'
  if (!isNullable || '$ref' in some) return schema
  if (some.anyOf) return { ...some, ...rest, anyOf: [...some.anyOf, none] }
  if (typeof some.type !== 'string') return schema
  return { ...some, ...rest, type: [some.type, 'null'], ...(some.enum && { enum: [...some.enum, null] }) }
}

function sortMembers(schema: SchemaObject): SchemaObject {
  const rank = (member: string) => (MEMBERS.includes(member) ? MEMBERS.indexOf(member) : MEMBERS.length)
  return Object.fromEntries(Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)))
}
