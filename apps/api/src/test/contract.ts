import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import document from '../../openapi.json' with { type: 'json' }

interface Answer {
  status: number
  headers: Headers
  body?: unknown
}

interface Documented {
  headers: Record<string, { $ref: string } | { schema: object; required?: boolean }>
  /** By media type: JSON, or that of a file. */
  content: Record<string, { schema: object }>
}

/** The schema of a text of an answer. */
interface KnownValues {
  type: unknown
  'x-extensible-enum': unknown[]
}

interface Operation {
  operationId: string
  responses: Record<string, Documented>
}

const paths: Record<string, Record<string, Operation>> = document.paths
const headers: Record<string, { schema: object; required?: boolean }> = document.components.headers

// The document's schemas are open, because a client must survive a new member or value of an answer. Here they are closed, because
// a member or a value that the server sends and the document lacks is a mistake. (A job stays open: it has extra fields.)
const schemas = JSON.parse(JSON.stringify(document.components.schemas), (_name, value: unknown) => {
  if (isClosable(value)) return { ...value, additionalProperties: false }
  return hasKnownValues(value) ? { type: value.type, enum: [...value['x-extensible-enum'], null] } : value
})

function isClosable(value: unknown): value is object {
  const isObject = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
  return isObject && 'properties' in value && !('additionalProperties' in value)
}

function hasKnownValues(value: unknown): value is KnownValues {
  return typeof value === 'object' && value !== null && 'x-extensible-enum' in value
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)
ajv.addVocabulary(['components'])
ajv.addSchema({ $id: 'document', components: { schemas } })
// The body of an answer that belongs to no operation.
ajv.addSchema({
  $id: 'error',
  type: 'object',
  required: ['error'],
  properties: { error: { $ref: 'document#/components/schemas/ApiError' } },
  additionalProperties: false,
})

/** The codes of errors in the document, which has all of them. */
const catalogue = new Set<unknown>(document.components.schemas.ApiError.properties.code.examples)

/** Finds the code of an error, which each error has. */
function findCode(body: unknown): unknown {
  const { error } = Object(body)
  return Object(error).code
}

/**
 * Checks an answer against openapi.json: its status, headers and body. `path` is the path under /api, with the query.
 * Throws if they differ. An answer that belongs to no operation must be an error and nothing else.
 */
export function checkAgainstDocument(method: string, path: string, answer: Answer): void {
  const operation = operationAt(method, path)
  const name = `${method} ${path} answered ${answer.status}`
  const documented = operation?.responses[answer.status]
  if (operation !== undefined && documented === undefined) {
    const statuses = Object.keys(operation.responses).join(', ')
    throw new Error(`${name}, and ${operation.operationId} has only ${statuses} in openapi.json`)
  }
  if (operation === undefined && answer.status < 400) throw new Error(`${name}, and no operation is there`)
  const [type = 'application/json', { schema: described = {} } = {}] =
    Object.entries(documented?.content ?? {})[0] ?? []
  const schema = documented === undefined ? 'error' : '$ref' in described ? `document${described.$ref}` : undefined
  const code = findCode(answer.body)
  const problems = [
    ...(code === undefined || catalogue.has(code) ? [] : [`the code ${code} is not in the catalogue of errors`]),
    ...headerProblems(documented?.headers ?? { 'x-request-id': { schema: {} } }, answer),
    ...(method === 'HEAD' ? [] : bodyProblems(type, schema, answer).filter((problem) => !isLeftOut(path, problem))),
  ]
  if (problems.length === 0) return
  const body = JSON.stringify(answer.body, null, 2)
  throw new Error(`${name} unlike openapi.json (${schema}):\n${problems.join('\n')}\n${body}`)
}

/** Whether a problem is that a job of a list lacks a member which the caller, by `fields`, has not asked for. */
function isLeftOut(path: string, problem: string): boolean {
  const [members] = new URL(path, 'http://127.0.0.1').searchParams.getAll('fields')
  const [, missing] = /^\/jobs\/\d+ must have required property '(\w+)'/.exec(problem) ?? []
  return members !== undefined && missing !== undefined && !['id', 'jobId', ...members.split(',')].includes(missing)
}

function headerProblems(documented: Documented['headers'], answer: Answer): string[] {
  return Object.entries(documented).flatMap(([name, reference]) => {
    const header = '$ref' in reference ? headers[reference.$ref.split('/').at(-1) ?? ''] : reference
    if (header?.schema === undefined) return [`the header ${name} is nowhere described`]
    const { schema } = header
    const value = answer.headers.get(name)
    if (value === null) return header.required === false ? [] : [`the header ${name} is missing`]
    // A header is text. The schema says whether it is a number.
    const isInteger = 'type' in schema && schema.type === 'integer'
    return problems(ajv.compile(schema), isInteger ? Number(value) : value).map(
      (problem) => `the header ${name}${problem}`,
    )
  })
}

/** Finds what is wrong with a body. A file has no schema. */
function bodyProblems(type: string, schema: string | undefined, { headers, body }: Answer): string[] {
  const sent = headers.get('content-type')
  if (!sent?.startsWith(type)) return [`the content type is ${sent}`]
  if (schema === undefined) return []
  const validate = ajv.getSchema(schema)
  return validate === undefined ? ['there is no such schema'] : problems(validate, body)
}

function problems(validate: ReturnType<typeof ajv.compile>, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function operationAt(method: string, path: string): Operation | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  // This is the path that fetch sends: without the query, and without dots.
  const parts = new URL(`/api${path}`, 'http://127.0.0.1').pathname.split('/')
  const [template] = Object.entries(paths)
    .filter(([template, operations]) => verb in operations && isAt(`/api${template}`.split('/'), parts))
    .map(([template]) => template)
    // A path with fewer parameters comes first: POST /job/link is not about the job called "link".
    .sort((a, b) => a.split('{').length - b.split('{').length)
  return template === undefined ? undefined : paths[template]?.[verb]
}

function isAt(template: string[], parts: string[]): boolean {
  return template.length === parts.length && template.every((part, i) => part.startsWith('{') || part === parts[i])
}
