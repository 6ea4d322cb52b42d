import { readFile } from 'node:fs/promises'
import { errorCatalogue } from '@boardwalk/schema/error'
import { ExternalId } from '@boardwalk/schema/external-id'
import { HTML_CHARACTERS_MAX } from '@boardwalk/schema/field-limits'
import { sanitiserOptions } from '@boardwalk/schema/html'
import { JobTitle } from '@boardwalk/schema/job'
import { limits } from '@boardwalk/schema/limits'
import { hasBody } from '@boardwalk/schema/operation/operation'
import { type NamedOperation, operationList, operations } from '@boardwalk/schema/operations'
import { nonBlankText } from '@boardwalk/schema/wording'
import { describe, expect, it } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { checkAgainstDocument } from '../test/contract.ts'
import { useServer } from '../test/harness.ts'
import { printDocument } from './document.ts'
import { updateReadme } from './readme.ts'

const server = useServer()

interface Example {
  value: object
}
interface Documented {
  security: unknown
  responses: Record<
    string,
    { content: { 'application/json': { example?: unknown; examples?: Record<string, Example> } } }
  >
}

const paths: Record<string, Record<string, Documented>> = document.paths

function documented({ name, path, method }: NamedOperation): Documented {
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${name} is not in openapi.json`)
  return operation
}

const findTarget = ({ path }: NamedOperation) => path.replace('{externalJobId}', 'ATL-2026-0001')
const printed = printDocument()

it('openapi.json is what the code generates; if not, run npm run codegen', async () => {
  expect(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')).toBe(printed)
})

it('README.md has the table of operations that the code generates; if not, run npm run codegen', async () => {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain('| `POST /job` | Create a job | `write` |')
  expect(readme).toBe(updateReadme(readme))
})

it('every operation has its statuses, and names the scope that the server asks for', () => {
  for (const operation of operationList) {
    const { name, scope } = operation
    const own = operation.errors.map((code) => errorCatalogue[code].status)
    const ofBody = hasBody(operation) ? [413, 415] : []
    const everywhere = [400, 401, 403, 429, 500, 503]
    const statuses = new Set([...Object.keys(operation.success).map(Number), ...everywhere, ...ofBody, ...own])
    const { responses, security } = documented(operation)
    expect([name, Object.keys(responses).map(Number)]).toEqual([name, [...statuses].sort((a, b) => a - b)])
    // rights.test.ts tests that the server asks for this scope.
    expect([name, security]).toEqual([name, [{ apiKey: scope === 'any' ? [] : [scope] }]])
  }
})

it('every example answer has the form that its operation documents', () => {
  const headers = new Headers({
    ...{ 'content-type': 'application/json', 'x-request-id': '1', 'retry-after': '30' },
    'x-synced-through': '2026-03-02T09:30:00.123Z',
  })
  for (const operation of operationList)
    for (const [status, { content }] of Object.entries(documented(operation).responses)) {
      const { example, examples = {} } = content['application/json']
      const bodies = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
      expect(bodies, `${operation.name} ${status}`).not.toHaveLength(0)
      for (const body of bodies)
        checkAgainstDocument(operation.method, findTarget(operation), { status: Number(status), headers, body })
    }
})

it('the introduction lists the HTML that the sanitiser keeps', () => {
  const { description } = document.info
  for (const tag of sanitiserOptions.allowedTags) expect(description).toContain(`\`${tag}\``)
  expect(description).toContain(
    '`dir`, `lang` of each element; `href`, `rel` of `a`; `colspan`, `rowspan` of `th`; `colspan`, `rowspan` of `td`',
  )
})

it('the document has the real limits of fields, lists and pages, and no bounds that only the generator adds', () => {
  const { JobCreate, JobUpdate, Job, Link, LinkRequest, JobUpserts } = document.components.schemas
  expect(JobCreate.properties).toMatchObject({
    id: { type: 'string', minLength: 1, maxLength: 255 },
    title: { minLength: 1, maxLength: 300 },
    description: { type: ['string', 'null'], maxLength: HTML_CHARACTERS_MAX },
    city: { anyOf: [{ maxLength: 1000 }, { maxItems: 100, items: { maxLength: 1000 } }, { type: 'null' }] },
    languages: { type: ['array', 'null'], maxItems: 100, items: { enum: ['fr', 'en', 'ar'] } },
    workMode: { type: ['string', 'null'], enum: ['REMOTE', 'HYBRID', 'ONSITE', null] },
    minSalary: { type: ['number', 'null'], minimum: 0 },
    maxExperience: { type: ['number', 'null'], minimum: 0, maximum: 20 },
  })
  expect(Link.properties.externalJobId).toMatchObject({ minLength: 1, maxLength: 255 })
  expect(JobCreate.required).toStrictEqual(['id', 'title'])
  expect(JobUpdate).not.toHaveProperty('required')
  for (const schema of [JobCreate, JobUpdate, Job]) expect(schema.additionalProperties).toBe(true)
  expect(LinkRequest.properties.links).toMatchObject({ maxItems: limits.links })
  expect(JobUpserts.properties.jobs).toMatchObject({ minItems: 1, maxItems: limits.jobs })
  const { parameters } = document.paths['/candidates'].get
  const pageSize = { default: limits.pageSizeDefault, maximum: limits.pageSize }
  expect(parameters.find(({ name }) => name === 'page')?.schema).toMatchObject({ default: 1, minimum: 1 })
  expect(parameters.find(({ name }) => name === 'pageSize')?.schema).toMatchObject(pageSize)
  expect(printed).not.toMatch(/9007199254740991|"parameters": \[\]/)
  const patterns = [...printed.matchAll(/"pattern": (".*")/g)].map(([, text = '']) => JSON.parse(text))
  // The last one belongs to the header x-earlier-candidates.
  const ours = [ExternalId, JobTitle, nonBlankText(1)].map((schema) => schema.meta()?.pattern)
  expect(new Set(patterns)).toStrictEqual(new Set([...ours, '^[1-9][0-9]*$']))
})

describe('what the document shows is what the server does', () => {
  it('every example request is accepted, and its failure and the refusal of a body that is not JSON are the server’s', async () => {
    const company = await server.company()
    for (const operation of operationList) {
      const { name, method, example } = operation
      const answer = await company.call(method, findTarget(operation), example.request)
      expect(answer, name).toMatchObject({ status: 200, body: { error: null } })
      if (!hasBody(operation)) continue
      const { status, body } = await company.call(method, findTarget(operation), 'a', { 'content-type': 'text/plain' })
      body.error.requestId = expect.any(String)
      const examples = documented(operation).responses[status]?.content['application/json'].examples
      expect(examples?.body_unsupported?.value, name).toStrictEqual(body)
    }
    const { example } = operations.upsertJobs
    const { body } = await company.call('PUT', '/jobs', example.request)
    expect(example.answer).toMatchObject({ results: [{}, { error: body.results[1].error }] })
  })
})
