import { readFileSync } from 'node:fs'

/* The JSON Schema of each operation, for Ajv and fast-json-stringify: as Boardwalk's OpenAPI document has it. */

type JsonSchema = Record<string, unknown>
type Content = Record<'application/json', { schema: JsonSchema }>

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}

interface OpenApiDocument {
  components: { schemas: Record<string, { properties?: Record<string, JsonSchema> }> }
  paths: Record<string, Record<string, Operation>>
}

// The path begins at bench/dist/peer.
const file = new URL('../../../apps/api/openapi.json', import.meta.url)
const { components, paths }: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'))
const operations = Object.values(paths).flatMap((path) => Object.values(path))

/** The names of a job's documented fields. */
export const jobFieldNames = new Set(Object.keys(components.schemas.JobUpdate?.properties ?? {}))

/** Finds what an operation accepts and answers. */
export function findSchema(operationId: string) {
  const operation = operations.find((known) => known.operationId === operationId)
  if (operation === undefined) throw new Error(`the OpenAPI document has no operation ${operationId}`)
  const { parameters = [], requestBody, responses } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  return {
    params: { type: 'object', properties: Object.fromEntries(inPath.map(({ name, schema }) => [name, schema])) },
    ...(requestBody && { body: resolve(requestBody.content['application/json'].schema) }),
    response: Object.fromEntries(
      successes.map(([status, { content }]) => [status, resolve(content['application/json'].schema)]),
    ),
  }
}

/** Replaces each reference by the schema that it names. */
function resolve(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    const name = value?.$ref?.split('/').at(-1)
    return name === undefined ? value : resolve(components.schemas[name] ?? {})
  })
}
