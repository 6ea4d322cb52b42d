import type { SeenOperation } from './seen-request.ts'

/* Adds to an answer what a newer board may send, and what docs/versioning.md therefore asks every client to ignore. */

/** The members of a JSON Schema of the OpenAPI document that lead to enumerated values. */
interface Schema {
  $ref?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  'x-extensible-enum'?: string[]
}

/** The part of openapi.json that describes answers. */
interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema> }
}

interface DescribedOperation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const UNKNOWN = 'TOMORROW'

const isExtensible = (schema: Schema) => schema['x-extensible-enum'] !== undefined

/**
 * Gives each object of an answer a member more, replaces each enumerated value by one that no client knows, and adds such a value to
 * each list of them: a newer board may have one scope more, and the key still has those that it had.
 */
export function addUnknownValues(
  openapi: object,
  { operation, status }: { operation: SeenOperation; status: number },
  answer: unknown,
): unknown {
  // The cast holds because the generator of openapi.json (apps/api/src/openapi) writes these members.
  const document = openapi as OpenApiDocument
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const described = operations.find(({ operationId }) => operationId === operation)
  const schema = described?.responses[status]?.content?.['application/json']?.schema
  return schema === undefined ? answer : change(answer, listSchemas(schema))

  /** Changes a value that fits one of the schemas. */
  function change(value: unknown, schemas: Schema[]): unknown {
    if (typeof value === 'string') return schemas.some(isExtensible) ? UNKNOWN : value
    if (Array.isArray(value)) {
      const items = schemas.flatMap((each) => (each.items === undefined ? [] : listSchemas(each.items)))
      return items.some(isExtensible) ? [...value, UNKNOWN] : value.map((item) => change(item, items))
    }
    const isDescribed = schemas.some(({ properties }) => properties !== undefined)
    if (typeof value !== 'object' || value === null || !isDescribed) return value
    const members = Object.entries(value).map(([name, member]) => {
      const ofMember = schemas.flatMap(({ properties }) => listSchemas(properties?.[name] ?? {}))
      return [name, change(member, ofMember)]
    })
    return { ...Object.fromEntries(members), tomorrow: UNKNOWN }
  }

  /** Lists the schemas that a schema refers to. */
  function listSchemas(schema: Schema): Schema[] {
    const { $ref, anyOf = [] } = schema
    const named = $ref === undefined ? [] : [document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}]
    return [schema, ...[...named, ...anyOf].flatMap(listSchemas)]
  }
}
