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
import { beforeAll, describe, expect, it } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { checkAgainstDocument } from '../test/contract.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { printDocument } from './document.ts'
import { updateReadme } from './readme.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

interface Documented {
  security: unknown
  responses: Record<
    string,
    { content: { 'application/json': { example?: unknown; examples?: Record<string, Example> } } }
  >
}
interface Example {
  value: object
}

const paths: Record<string, Record<string, Documented>> = document.paths

function documented({ name, path, method }: NamedOperation): Documented {
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${name} is not in openapi.json`)
  return operation
}

const findTarget = ({ path }: NamedOperation) => path.replace('{externalJobId}', 'ATL-2026-0001')

it('openapi.json is what the code generates; if not, run npm run codegen', async () => {
  expect(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')).toBe(printDocument())
})

it('README.md has the table of operations that the code generates; if not, run npm run codegen', async () => {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain('| `POST /job` | Create a job | `write` |')
  expect(readme).toBe(updateReadme(readme))
})

describe('every operation has its statuses', () => {
  const everywhere = [400, 401, 403, 429, 500, 503]
  it.each(operationList)('$name', (operation) => {
    const own = operation.errors.map((code) => errorCatalogue[code].status)
    const ofBody = hasBody(operation) ? [413, 415] : []
    const statuses = new Set([...Object.keys(operation.success).map(Number), ...everywhere, ...ofBody, ...own])
    expect(Object.keys(documented(operation).responses).map(Number)).toStrictEqual([...statuses].sort((a, b) => a - b))
  })
})

it('every operation names the scope that the server asks for', () => {
  // rights.test.ts tests that the server asks for this scope.
  for (const operation of operationList)
    expect(documented(operation).security, operation.name).toStrictEqual([
      { apiKey: operation.scope === 'any' ? [] : [operation.scope] },
    ])
})

it('every example answer has the form that its operation documents', () => {
  for (const operation of operationList) {
    for (const [status, { content }] of Object.entries(documented(operation).responses)) {
      const { example, examples = {} } = content['application/json']
      const bodies = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
      expect(bodies, `${operation.name} ${status}`).not.toHaveLength(0)
      const headers = new Headers({
        'content-type': 'application/json',
        'x-request-id': '1',
        'x-synced-through': '2026-03-02T09:30:00.123Z',
        'retry-after': '30',
      })
      for (const body of bodies) {
        checkAgainstDocument(operation.method, findTarget(operation), {
          status: Number(status),
          headers,
          body,
        })
      }
    }
  }
})

it('the introduction lists the HTML that the sanitiser keeps', () => {
  const { description } = document.info
  for (const tag of sanitiserOptions.allowedTags) expect(description).toContain(`\`${tag}\``)
  expect(description).toContain(
    '`dir`, `lang` of each element; `href`, `rel` of `a`; `colspan`, `rowspan` of `th`; `colspan`, `rowspan` of `td`',
  )
})

describe('the real limits', () => {
  const { JobCreate, JobUpdate, Job, Link } = document.components.schemas

  it('of fields', () => {
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
  })

  it('of lists', () => {
    expect(document.components.schemas.LinkRequest.properties.links).toMatchObject({ maxItems: limits.links })
    expect(document.components.schemas.JobUpserts.properties.jobs).toMatchObject({ minItems: 1, maxItems: limits.jobs })
  })

  it('of pages', () => {
    const parameters = document.paths['/candidates'].get.parameters
    expect(parameters.find(({ name }) => name === 'page')?.schema).toMatchObject({ default: 1, minimum: 1 })
    expect(parameters.find(({ name }) => name === 'pageSize')?.schema).toMatchObject({
      default: limits.pageSizeDefault,
      maximum: limits.pageSize,
    })
  })

  it('and a job accepts extra fields', () => {
    for (const schema of [JobCreate, JobUpdate, Job]) expect(schema.additionalProperties).toBe(true)
  })

  it('without bounds and patterns that only the generator adds', () => {
    expect(printDocument()).not.toMatch(/9007199254740991|"parameters": \[\]/)
    const patterns = [...printDocument().matchAll(/"pattern": (".*")/g)].map(([, text = '']) => JSON.parse(text))
    // The last one belongs to the header x-earlier-candidates.
    const ours = [ExternalId, JobTitle, nonBlankText(1)].map((schema) => schema.meta()?.pattern)
    expect(new Set(patterns)).toStrictEqual(new Set([...ours, '^[1-9][0-9]*$']))
  })
})

describe('what the document shows is what the server does', () => {
  it('every example request is accepted', async () => {
    for (const operation of operationList) {
      const { method, example } = operation
      const answer = await company.call(method, findTarget(operation), example.request)
      expect(answer, operation.name).toMatchObject({ status: 200, body: { error: null } })
    }
  })

  it('the failure in the example of upsertJobs is the server’s', async () => {
    const { example } = operations.upsertJobs
    const { body } = await company.call('PUT', '/jobs', example.request)
    expect(example.answer).toMatchObject({ results: [{}, { error: body.results[1].error }] })
  })

  it('a body that is not JSON is refused in the words of the example', async () => {
    for (const operation of operationList.filter(hasBody)) {
      const { method } = operation
      const { status, body } = await company.call(method, findTarget(operation), 'a', { 'content-type': 'text/plain' })
      body.error.requestId = expect.any(String)
      const examples = documented(operation).responses[status]?.content['application/json'].examples
      expect(examples?.body_unsupported?.value, operation.name).toStrictEqual(body)
    }
  })
})
