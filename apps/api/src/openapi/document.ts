import { integrationRouter } from '@boardwalk/core/router/integration'
import { VERSION } from '@boardwalk/core/version'
import { CandidateUpdate } from '@boardwalk/schema/candidate-update'
import { JobUpsert } from '@boardwalk/schema/job'
import { JobField } from '@boardwalk/schema/job-answer'
import { hasBody } from '@boardwalk/schema/operation/operation'
import { type NamedOperation, operationList } from '@boardwalk/schema/operations'
import { SentTerms, TERMS_FIELD } from '@boardwalk/schema/terms'
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import { findReferences, inlineEnums, openEnums, removeLimits } from './answers.ts'
import { buildErrorResponses, documentedCodes } from './errors.ts'
import { introduction } from './introduction.ts'
import { referTo, resolve, type Schema, type SchemaObject, type Schemas, tidy } from './schema.ts'

type OperationObject = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>
type Parameter = NonNullable<OperationObject['parameters']>[number]
type Header = Omit<Exclude<Parameter, { $ref: string }>, 'name' | 'in'>

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

const apiKey = {
  type: 'apiKey' as const,
  in: 'header' as const,
  name: 'x-api-key',
  description: 'A key of the company, from its back office.',
}

/** The sections of the document, with their descriptions. */
const tags: Record<NamedOperation['tag'], string> = {
  Jobs: 'The company’s jobs on the board, by the external ids of the caller.',
  Candidates: 'Applications to the company’s jobs, in the order in which they were accepted.',
  Key: 'The key of the request, and its company.',
}

/** Names the constant of a field, such as CONTRACT_TYPE. oapi-codegen would name it ContractType, which is a type. */
const toConstantName = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const text = { type: 'string' }
/** The headers that several operations have in their answers. */
const headers = {
  RequestId: {
    description: 'The id of the request: the caller’s own `x-request-id` if it was well-formed, else a new one.',
    required: true,
    schema: text,
    example: '0b6f3c1e-7d0a-4c55-9a41-6f2f0d7f1c2b',
  },
  KeyEndsAt: {
    description: 'Present only if a new key replaces the key of the request: when this one stops working.',
    required: false,
    schema: {
      ...text,
      format: 'date-time',
    },
    example: '2026-03-03T09:30:00.000Z',
  },
  // The names of the limits are those of http/rate-limits.ts. Several limits may apply to one request.
  RateLimit: {
    description:
      'Present only if the board limits requests: of each limit that applies, the requests that remain (`r`) in the seconds (`t`) to its next window.',
    required: false,
    schema: text,
    example: '"key";r=599;t=31',
  },
  RateLimitPolicy: {
    description:
      'Present only if the board limits requests: of each limit that applies, the requests (`q`) in a window of so many seconds (`w`).',
    required: false,
    schema: text,
    example: '"key";q=600;w=60',
  },
  RetryAfter: {
    description: 'Seconds after which to try again.',
    required: true,
    schema: {
      type: 'integer',
      minimum: 1,
    },
    example: 30,
  },
}
const refer = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })
const everyAnswer = {
  'x-request-id': refer('RequestId'),
  'x-key-ends-at': refer('KeyEndsAt'),
  RateLimit: refer('RateLimit'),
  'RateLimit-Policy': refer('RateLimitPolicy'),
}

/** Prints openapi.json: the output of trpc-to-openapi, with what that library cannot generate. */
export function printDocument(): string {
  const { openapi, info, servers, paths, components } = generateOpenApiDocument(integrationRouter, {
    title: 'Boardwalk integration API',
    description: introduction,
    // All packages have one version. Addresses have none, because a new MINOR breaks no client.
    version: VERSION,
    license: { name: 'MIT', identifier: 'MIT' },
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    securitySchemes: { apiKey },
    // The inputs of batches only refer to their items, because the server parses each item by itself; `fields` is one text to the server.
    defs: {
      JobField: JobField.meta({ unusedIO: 'input', 'x-enum-varnames': JobField.options.map(toConstantName) }),
      JobUpsert: JobUpsert.out.meta({ unusedIO: 'input' }),
      CandidateUpdate: CandidateUpdate.meta({ unusedIO: 'input' }),
      JobTerms: SentTerms.meta({ unusedIO: 'input' }),
    },
  })
  const schemas = completeSchemas(addCodes(addTerms(components?.schemas ?? {})), paths)
  for (const operation of operationList) {
    const item = paths?.[operation.path]
    const verb = verbs[operation.method]
    if (item?.[verb]) item[verb] = completeOperation(operation, item[verb], schemas)
  }
  const document = {
    'x-generated': 'by npm run codegen; do not edit',
    openapi,
    info,
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey },
      headers,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/**
 * Adds the terms to the schemas of jobs. To the server they are an extra field that it never refuses, so the schemas that parse a job
 * do not have them. An answer has what was sent, with each mistake, so any value may come.
 */
function addTerms(schemas: Schemas): Schemas {
  const sent = { anyOf: [referTo('JobTerms'), { type: 'null' as const }] }
  const stored = {
    description:
      'The terms of the job (`JobTerms`) as they were sent, also a part that is wrong. Absent if there are none.',
    examples: [{ closesAt: '2026-12-31' }],
  }
  const jobs: Schemas = { JobCreate: sent, JobUpdate: sent, JobUpsert: sent, Job: stored }
  return Object.entries(jobs).reduce(
    (all, [name, field]) => changeProperties(all, name, () => ({ [TERMS_FIELD]: field })),
    schemas,
  )
}

/** Lists the codes of the API in the schema of its errors. To the server they are texts, because the back office has further ones. */
const addCodes = (schemas: Schemas): Schemas =>
  changeProperties(schemas, 'ApiError', ({ code }) => ({ code: { ...code, examples: documentedCodes } }))

/** Adds properties to the schema of this name, or replaces them. */
function changeProperties(schemas: Schemas, name: string, change: (properties: Schemas) => Schemas): Schemas {
  const { properties = {}, ...schema } = resolve(referTo(name), schemas)
  return { ...schemas, [name]: { ...schema, properties: { ...properties, ...change(properties) } } }
}

/** Tidies all schemas, and opens the enumerations and limits in those of answers. A named enumeration stays: requests refer to it. */
function completeSchemas(raw: Schemas, paths: OpenAPIObject['paths'] = {}): Schemas {
  const operations: OperationObject[] = Object.values(paths).flatMap((item) => Object.values(item))
  const responses = operations.map((operation) => operation.responses)
  const answers = findReferences(responses, raw)
  const complete = Object.entries(raw).map(([name, schema]) => {
    const isAnswer = answers.has(name) && !('enum' in schema)
    return [name, isAnswer ? removeLimits(openEnums(tidy(inlineEnums(schema, raw)))) : tidy(schema)]
  })
  return Object.fromEntries(complete)
}

/**
 * Describes the body of an error, from that of a success. Its null member has the type of a success too, because some code generators fail
 * on a member whose only type is null, and others on one with `const`.
 */
function describeErrorBody(nullMember: string, success: SchemaObject): Schema {
  const member = {
    description: 'Null in an error.',
    anyOf: [success.properties?.[nullMember] ?? {}, { type: 'null' as const }],
    examples: [null],
  }
  const properties = { [nullMember]: member, error: referTo('ApiError') }
  return tidy({ type: 'object', required: [nullMember, 'error'], properties })
}

/** Completes an operation: security, headers, errors and examples. Adds the schema of its body to `schemas` if the schema has a name. */
function completeOperation(operation: NamedOperation, raw: OperationObject, schemas: Schemas): OperationObject {
  const { scope, example, success, nullMember, fileTypes } = operation
  const parameters = raw.parameters?.map(completeParameter)
  const { headers: own = {}, content } = raw.responses?.[200] ?? {}
  const succeeded = content['application/json'].schema
  // Operations with the same null member share the schema of their error, such as JobIdError.
  const failed = `${nullMember.charAt(0).toUpperCase()}${nullMember.slice(1)}Error`
  schemas[failed] ??= describeErrorBody(nullMember, resolve(succeeded, schemas))
  const ownHeaders = Object.entries<Header>(own).map(([name, header]) => [name, describeOnce(header)])
  const successes = Object.entries(success).map(([status, description]) => [
    status,
    {
      description,
      headers: { ...everyAnswer, ...Object.fromEntries(ownHeaders) },
      content:
        fileTypes === undefined
          ? { 'application/json': { schema: succeeded, example: example.answer } }
          : Object.fromEntries(fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
    },
  ])
  const errors = buildErrorResponses(operation, referTo(failed)).map(([status, { description, content }]) => [
    status,
    {
      description,
      headers: { ...everyAnswer, ...([429, 503].includes(status) && { 'Retry-After': refer('RetryAfter') }) },
      content,
    },
  ])
  return {
    ...raw,
    security: [{ apiKey: scope === 'any' ? [] : [scope] }],
    parameters: parameters?.length ? parameters : undefined,
    ...(hasBody(operation) && { requestBody: completeBody(operation, raw, schemas) }),
    responses: Object.fromEntries([...successes, ...errors]),
  }
}

function completeBody(operation: NamedOperation, { requestBody }: OperationObject, schemas: Schemas) {
  const { input, isExtension, example } = operation
  const raw = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.schema : undefined
  let schema = tidy(raw ?? {})
  // The generator removes the members of the path from a body, and with them the name of its schema.
  const id = input.meta()?.id
  if (id !== undefined) {
    // The server refuses an unknown member of an extension's body.
    schemas[id] = isExtension ? { ...schema, additionalProperties: false } : schema
    schema = referTo(id)
  }
  return { required: true, content: { 'application/json': { schema, example: example.request } } }
}

function completeParameter(raw: Parameter): Parameter {
  if ('$ref' in raw) return raw
  const { name, in: place } = raw
  const { schema, ...described } = describeOnce(raw)
  // The reference page puts the example of a parameter into its request. That helps for a path, and misleads for an optional filter.
  const hasExample = place === 'path' && 'examples' in schema
  // A list comes in one parameter, with commas, because no parameter may be given twice.
  const listForm = 'type' in schema && schema.type === 'array' && { style: 'form' as const, explode: false }
  return { name, in: place, ...described, ...listForm, ...(hasExample && { example: schema.examples?.[0] }), schema }
}

/** Moves the description of a parameter or header out of its schema, where the generator repeats it. */
function describeOnce({ required = false, schema = {} }: Header) {
  const { description, ...rest } = schema
  return { description, required, schema: tidy(rest) }
}
