import { readFileSync, writeFileSync } from 'node:fs'
import type { OperationRules, Schema } from '../src/testing/schema.ts'

/* apps/api/openapi.json -> src/generated/operations.ts: of each operation, what a board must know to answer it. */

interface Operation {
  operationId: string
  security: { apiKey: OperationRules['scope'][] }[]
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Referring } } }
  responses: { 400: { content: { 'application/json': { schema: Referring } } } }
}

type Referring = Schema & { $ref?: string }

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Referring> }
}

const document: Document = JSON.parse(readFileSync(new URL('../../../apps/api/openapi.json', import.meta.url), 'utf8'))

/** A schema without what is for people, and with what it refers to in its place. */
function rulesOf(schema: Referring): Schema {
  if (schema.$ref !== undefined) return rulesOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const { type, minLength, maxLength, minimum, maximum, minItems, maxItems, required } = schema
  return {
    type,
    enum: schema.enum,
    ...{ minLength, maxLength, minimum, maximum, minItems, maxItems, required },
    anyOf: schema.anyOf?.map(rulesOf),
    items: schema.items && rulesOf(schema.items),
    properties: schema.properties && rulesOfEach(Object.entries(schema.properties)),
  }
}

const rulesOfEach = (schemas: [string, Schema][]) =>
  Object.fromEntries(schemas.map(([name, schema]) => [name, rulesOf(schema)]))

function operationOf(method: string, path: string, operation: Operation): OperationRules {
  const { security, parameters = [], requestBody, responses } = operation
  const error = rulesOf(responses[400].content['application/json'].schema)
  const [scope] = security.flatMap(({ apiKey }) => apiKey)
  const [nullMember] = Object.keys(error.properties ?? {}).filter((name) => name !== 'error')
  if (scope === undefined || nullMember === undefined) throw new Error(`${operation.operationId} has no such thing`)
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }): [string, Schema] => [name, schema])
  return {
    method: method.toUpperCase(),
    path,
    scope,
    nullMember,
    query: rulesOfEach(query),
    body: requestBody && rulesOf(requestBody.content['application/json'].schema),
  }
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [operation.operationId, operationOf(method, path, operation)]),
)

writeFileSync(
  new URL('../src/generated/operations.ts', import.meta.url),
  `// Generated from apps/api/openapi.json by "npm run codegen": do not edit.
import type { OperationName } from '../operation.ts'
import type { OperationRules } from '../testing/schema.ts'

export const operations: Record<OperationName, OperationRules> = ${JSON.stringify(Object.fromEntries(operations), null, 2)}
`,
)
