import { JobUpsert } from '@boardwalk/schema/job'
import { hasBody } from '@boardwalk/schema/operation/operation'
import { type NamedOperation, operationList } from '@boardwalk/schema/operations'
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import { z } from 'zod'
import { makeDocumentedRouter } from './documented-router.ts'
import { buildErrorResponses } from './errors.ts'
import { introduction } from './introduction.ts'
import { type Schemas, tidy, tidyEach } from './schema.ts'

type PathItem = NonNullable<OpenAPIObject['paths']>[string]
type OperationObject = NonNullable<PathItem['get']>
type Parameter = NonNullable<OperationObject['parameters']>[number]
type HeaderObject = Omit<Exclude<Parameter, { $ref: string }>, 'name' | 'in'>

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** The chapters of the document. */
const tags: Record<NamedOperation['tag'], string> = {
  Jobs: 'The company’s jobs on the board, by the external ids of the caller.',
  Candidates: 'Applications to the company’s jobs, in the order in which they were accepted.',
  Key: 'The key of the request, and its company.',
}

const RetryAfter = {
  description: 'Seconds after which to try again.',
  required: true,
  schema: { type: 'integer' as const, minimum: 1 },
  example: 30,
}
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const everyAnswer = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'x-key-ends-at': { $ref: '#/components/headers/KeyEndsAt' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

// The names of the limits are those of http/rate-limits.ts. Several limits may apply to one request.
const RateLimit = {
  description:
    'Present only if the board limits requests: of each limit that applies, the requests that remain (`r`) in the seconds (`t`) to its next window.',
  required: false,
  schema: { type: 'string' as const },
  example: '"key";r=599;t=31',
}

const RateLimitPolicy = {
  description:
    'Present only if the board limits requests: of each limit that applies, the requests (`q`) in a window of so many seconds (`w`).',
  required: false,
  schema: { type: 'string' as const },
  example: '"key";q=600;w=60',
}

const RequestId = {
  description: 'The id of the request: the caller’s own `x-request-id` if it was well-formed, else a new one.',
  required: true,
  schema: { type: 'string' as const },
  example: '0b6f3c1e-7d0a-4c55-9a41-6f2f0d7f1c2b',
}

const KeyEndsAt = {
  description: 'Present only if a new key replaces the key of the request: when this one stops working.',
  required: false,
  schema: { type: 'string' as const, format: 'date-time' },
  example: '2026-03-03T09:30:00.000Z',
}

/** Builds the OpenAPI document: the generator's output for the router, completed with what the generator cannot say. */
function buildDocument(): OpenAPIObject {
  const generated = generateOpenApiDocument(makeDocumentedRouter(), {
    title: 'Boardwalk integration API',
    description: introduction,
    // The version of the contract, not of the server. Addresses have no version, because additions break no client.
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
  const schemas: Schemas = { ...components.schemas, JobUpsert: describeUpsert() }
  const paths: Record<string, PathItem> = {}
  for (const operation of operationList) {
    const { path, method } = operation
    const raw = generated.paths?.[path]?.[verbs[method]]
    if (raw === undefined) throw new Error(`the generator left out ${operation.name}`)
    paths[path] = { ...paths[path], [verbs[method]]: completeOperation(operation, raw, schemas) }
  }
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const tidied = tidyEach(Object.fromEntries(sorted))
  return {
    'x-generated': 'by npm run codegen; do not edit',
    openapi,
    info,
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: components.securitySchemes,
      headers: { RequestId, KeyEndsAt, RateLimit, RateLimitPolicy, RetryAfter },
      schemas: { ...tidied, ...closeBodies(tidied) },
    },
  }
}

/** Describes a job of a batch. The input of upsertJobs only refers to it, because the server parses each job by itself. */
function describeUpsert(): Schemas[string] {
  const { $schema, ...schema } = z.toJSONSchema(JobUpsert, { io: 'input' })
  // Both libraries write JSON Schema 2020-12, and each has a type of its own for it.
  return schema as Schemas[string]
}

/** Closes the bodies of the extensions, because the server refuses a member of them that it does not know. */
function closeBodies(schemas: Schemas): Schemas {
  const bodies = operationList.filter((operation) => operation.isExtension && hasBody(operation))
  const names = bodies.flatMap(({ input }) => input.meta()?.id ?? [])
  return Object.fromEntries(names.map((name) => [name, { ...schemas[name], additionalProperties: false }]))
}

/** Prints the document as the text of openapi.json. */
export const printDocument = () => `${JSON.stringify(buildDocument(), null, 2)}\n`

/** Completes an operation with what the generator cannot say, and adds the schema of its body to `schemas` by name. */
function completeOperation(operation: NamedOperation, raw: OperationObject, schemas: Schemas): OperationObject {
  const { name, summary, description, tag, scope, example } = operation
  const parameters = (raw.parameters ?? []).map(completeParameter)
  const body = findBody(raw)
  // The generator removes the path's members from a body, and the name of its schema with them.
  const id = operation.input.meta()?.id
  if (id !== undefined && body?.schema) schemas[id] = body.schema
  const schema = id === undefined ? body?.schema && tidy(body.schema) : { $ref: `#/components/schemas/${id}` }
  return {
    operationId: name,
    summary,
    description: scope === 'any' ? description : `${description}\n\nScope of the key: \`${scope}\`.`,
    tags: [tag],
    security: [{ apiKey: scope === 'any' ? [] : [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(operation) && {
      requestBody: { required: true, content: { 'application/json': { schema, example: example.request } } },
    }),
    responses: buildResponses(operation, raw),
  }
}

function findBody({ requestBody }: OperationObject) {
  return requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
}

function completeParameter(raw: Parameter): Parameter {
  if ('$ref' in raw) return raw
  const { name, in: place } = raw
  const { schema, ...described } = describeOnce(raw)
  // A reference fills in the example of a parameter. That helps for a path, and misleads for an optional filter.
  const isFilledIn = place === 'path' && 'examples' in schema
  return { name, in: place, ...described, ...(isFilledIn && { example: schema.examples?.[0] }), schema }
}

/** Moves the description of a parameter or header out of its schema, so that it is there once. */
function describeOnce({ required = false, schema = {} }: HeaderObject) {
  if ('$ref' in schema) return { required, schema }
  const { description, ...rest } = schema
  return { description, required, schema: tidy(rest) }
}

function buildResponses(operation: NamedOperation, raw: OperationObject): OperationObject['responses'] {
  const { success, example } = operation
  const { headers: own = {}, content } = raw.responses?.[200] ?? {}
  const headers = {
    ...everyAnswer,
    ...Object.fromEntries(Object.entries<HeaderObject>(own).map(([name, header]) => [name, describeOnce(header)])),
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
  const errors = buildErrorResponses(operation, failed).map(([status, { description, content }]) => [
    status,
    {
      description,
      headers: status === 429 || status === 503 ? { ...everyAnswer, ...retryAfter } : everyAnswer,
      content,
    },
  ])
  return Object.fromEntries([...successes, ...errors])
}
