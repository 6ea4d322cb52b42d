import { resolve, type Schema, type Schemas } from './schema.ts'

/*
 * A newer board may send values that no list of today has, and longer ones (docs/versioning.md). Generated clients refuse a value
 * that an `enum` lacks or that is over a limit. So schemas of answers have no limits and no `enum`: their values are in
 * `x-extensible-enum` and in the description. Requests keep both.
 */

/** Finds the names of all schemas that a part of the document refers to, directly or through another schema. */
export function findReferences(part: unknown, schemas: Schemas, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g))
    if (!found.has(name)) findReferences(schemas[name], schemas, found.add(name))
  return found
}

/** Replaces each reference to a named enumeration by the enumeration. */
export const inlineEnums = (schema: Schema, schemas: Schemas): Schema =>
  changeEach(schema, (part) => {
    if (!('$ref' in part)) return part
    const { $ref, ...own } = part
    const named = resolve({ $ref }, schemas)
    return 'enum' in named ? { ...named, ...own } : part
  })

/** Replaces each closed list of values by an open one: a text with `x-extensible-enum`. */
export const openEnums = (schema: Schema): Schema =>
  changeEach(schema, (part) => {
    if (!('enum' in part) || !Array.isArray(part.enum)) return part
    const { description, type, enum: list, ...rest } = part
    const values = list.filter((value) => value !== null)
    return { description: describeValues(values, description), type, 'x-extensible-enum': values, ...rest }
  })

const LIMITS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems']

/** Removes the limits of all values. */
export const removeLimits = (schema: Schema): Schema =>
  changeEach(schema, (part) =>
    // A member may have the name of a limit. Then its value is a schema.
    Object.fromEntries(
      Object.entries(part).filter(([name, value]) => !LIMITS.includes(name) || typeof value === 'object'),
    ),
  )

/** Changes each object within a schema, the inner ones first. */
const changeEach = (schema: Schema, change: (part: Schema) => Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? change(value) : value,
  )

function describeValues(values: readonly string[], description = ''): string {
  const quoted = values.map((value) => `\`${value}\``)
  const isComplete = quoted.every((value) => description.includes(value))
  const known = isComplete
    ? 'A newer board may send other values.'
    : `Known values: ${quoted.join(', ')}; a newer board may send others.`
  return `${description} ${known}`.trim()
}
