import { hasBody } from '@boardwalk/schema/operation/operation'
import { type NamedOperation, operationList } from '@boardwalk/schema/operations'
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import { documentedRouter } from './documented-router.ts'
import { errorResponses } from './errors.ts'
import { introduction } from './introduction.ts'
import { mapped, type Schemas, tidied } from './schema.ts'

type PathItem = NonNullable<OpenAPIObject['paths']>[string]
type OperationObject = NonNullable<PathItem['get']>
type Parameter = NonNullable<OperationObject['parameters']>[number]
type HeaderObject = Omit<Exclude<Parameter, { $ref: string }>, 'name' | 'in'>

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** The chapters of the document. */
const tags: Record<NamedOperation['tag'], string> = {
  Jobs: 'The company’s jobs on the board, by the external ids of the caller.',
  Candidates: 'Applications to the company’s jobs, in the order in which they were accepted.',
}

const RetryAfter = {
  description: 'Seconds after which to try again.',
  required: true,
  schema: { type: 'integer' as const, minimum: 1 },
  example: 30,
}
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const everyAnswer = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }

const RequestId = {
  description: 'The id of the request: the caller’s own `x-request-id` if it was well-formed, else a new one.',
  required: true,
  schema: { type: 'string' as const },
  example: '0b6f3c1e-7d0a-4c55-9a41-6f2f0d7f1c2b',
}

/** The OpenAPI document of the integration API: what the generator makes of the router, and what it cannot say. */
function buildDocument(): OpenAPIObject {
  const generated = generateOpenApiDocument(documentedRouter(), {
    title: 'Boardwalk integration API',
    description: introduction,
    // Of the contract, not of the server: the addresses have no version, and what is added here breaks no client.
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: 'A key of the company, from its back office.',
      },
    },
  })
  const { openapi, info, servers, components = {} } = generated
  const schemas: Schemas = { ...components.schemas }
  const paths: Record<string, PathItem> = {}
  for (const operation of operationList) {
    const { path, method } = operation
    const raw = generated.paths?.[path]?.[verbs[method]]
    if (raw === undefined) throw new Error(`the generator left out ${operation.name}`)
    paths[path] = { ...paths[path], [verbs[method]]: completed(operation, raw, schemas) }
  }
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    'x-generated': 'by npm run codegen; do not edit',
    openapi,
    info,
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: components.securitySchemes,
      headers: { RequestId, RetryAfter },
      schemas: mapped(Object.fromEntries(sorted)),
    },
  }
}

/** The document as it stands in openapi.json. */
export const documentText = () => `${JSON.stringify(buildDocument(), null, 2)}\n`

/** The operation with all that the generator cannot say; the schema of its body gets its name in `schemas`. */
function completed(operation: NamedOperation, raw: OperationObject, schemas: Schemas): OperationObject {
  const { name, summary, description, tag, scope, example } = operation
  const parameters = (raw.parameters ?? []).map(parameter)
  const body = bodyOf(raw)
  // The generator takes the path's members out of a body, and with them its name.
  const id = operation.input.meta()?.id
  if (id !== undefined && body?.schema) schemas[id] = body.schema
  const schema = id === undefined ? body?.schema && tidied(body.schema) : { $ref: `#/components/schemas/${id}` }
  return {
    operationId: name,
    summary,
    description: `${description}\n\nScope of the key: \`${scope}\`.`,
    tags: [tag],
    security: [{ apiKey: [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(operation) && {
      requestBody: { required: true, content: { 'application/json': { schema, example: example.request } } },
    }),
    responses: responses(operation, raw),
  }
}

function bodyOf({ requestBody }: OperationObject) {
  return requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
}

function parameter(raw: Parameter): Parameter {
  if ('$ref' in raw) return raw
  const { name, in: place } = raw
  const { schema, ...described } = describedOnce(raw)
  // Swagger UI fills in the example of a parameter, which helps where there must be one and misleads elsewhere.
  const isFilledIn = place === 'path' && 'examples' in schema
  return { name, in: place, ...described, ...(isFilledIn && { example: schema.examples?.[0] }), schema }
}

/** A parameter or header, whose schema does not say again what it is. */
function describedOnce({ required = false, schema = {} }: HeaderObject) {
  if ('$ref' in schema) return { required, schema }
  const { description, ...rest } = schema
  return { description, required, schema: tidied(rest) }
}

function responses(operation: NamedOperation, raw: OperationObject): OperationObject['responses'] {
  const { success, example } = operation
  const { headers: own = {}, content } = raw.responses?.[200] ?? {}
  const headers = {
    ...everyAnswer,
    ...Object.fromEntries(Object.entries<HeaderObject>(own).map(([name, header]) => [name, describedOnce(header)])),
  }
  const [succeeded, failed] = content['application/json'].schema.anyOf
  const successes = Object.entries(success).map(([status, description]) => [
    status,
    {
      description,
      headers,
      content: { 'application/json': { schema: succeeded, example: example.answer } },
    },
  ])
  const errors = errorResponses(operation, failed).map(([status, { description, content }]) => [
    status,
    {
      description,
      headers: status === 429 || status === 503 ? { ...everyAnswer, ...retryAfter } : everyAnswer,
      content,
    },
  ])
  return Object.fromEntries([...successes, ...errors])
}
