import { readFile } from 'node:fs/promises'
import { ExternalId } from '@boardwalk/schema/external-id'
import { JobTitle } from '@boardwalk/schema/job'
import { beforeAll, describe, expect, it } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { authCaseOf } from '../test/auth-cases.ts'
import { checkAgainstDocument } from '../test/contract.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { documentText } from './document.ts'
import { type Operation, operations } from './operation.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

interface Documented {
  responses: Record<
    string,
    { content: { 'application/json': { example?: unknown; examples?: Record<string, Example> } } }
  >
}
interface Example {
  value: object
}

const paths: Record<string, Record<string, Documented>> = document.paths

function documented({ name, meta: { openapi } }: Operation): Documented['responses'] {
  const operation = paths[openapi.path]?.[openapi.method.toLowerCase()]
  if (operation === undefined) throw new Error(`${name} is not in openapi.json`)
  return operation.responses
}

function operationNamed(name: string): Operation {
  const operation = operations.find((operation) => operation.name === name)
  if (operation === undefined) throw new Error(`there is no operation ${name}`)
  return operation
}

const pathOf = ({ meta }: Operation) => meta.openapi.path.replace('{externalJobId}', 'ATL-2026-0001')

it('openapi.json is what the code makes of it now; if not, npm run codegen', async () => {
  expect(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')).toBe(documentText())
})

describe('every operation has its statuses', () => {
  const read = [200, 400, 401, 403, 429, 500, 503]
  const write = [200, 400, 401, 403, 413, 415, 429, 500, 503]
  it.each([
    ['createJob', [...write, 409]],
    ['updateJob', [...write, 201]],
    ['unpublishJob', [...read, 404]],
    ['linkJobs', write],
    ['getJob', [...read, 404]],
    ['listJobs', read],
    ['upsertJobs', write],
    ['listCandidates', read],
    ['listAllCandidates', read],
  ])('%s', (name, statuses) => {
    expect(Object.keys(documented(operationNamed(name))).map(Number)).toStrictEqual(statuses.sort((a, b) => a - b))
  })

  it('and no operation is left out of this table', () => {
    expect(operations).toHaveLength(9)
  })
})

it('every operation names the scope that the server asks for', () => {
  for (const { name, scope } of operations) expect(scope, name).toBe(authCaseOf(name).scope)
})

it('every example answer has the form that its operation documents', () => {
  for (const operation of operations) {
    for (const [status, { content }] of Object.entries(documented(operation))) {
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
        checkAgainstDocument(operation.meta.openapi.method, pathOf(operation), {
          status: Number(status),
          headers,
          body,
        })
      }
    }
  }
})

describe('the real limits', () => {
  const { JobCreate, JobUpdate, Job, Link } = document.components.schemas

  it('of fields', () => {
    expect(JobCreate.properties).toMatchObject({
      id: { type: 'string', minLength: 1, maxLength: 255 },
      title: { minLength: 1, maxLength: 300 },
      description: { type: ['string', 'null'], maxLength: 100_000 },
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
    expect(document.components.schemas.LinkRequest.properties.links).toMatchObject({ maxItems: 1000 })
    expect(document.components.schemas.JobUpserts.properties.jobs).toMatchObject({ minItems: 1, maxItems: 100 })
  })

  it('of pages', () => {
    const parameters = document.paths['/candidates'].get.parameters
    expect(parameters.find(({ name }) => name === 'page')?.schema).toMatchObject({ default: 1, minimum: 1 })
    expect(parameters.find(({ name }) => name === 'pageSize')?.schema).toMatchObject({ default: 50, maximum: 100 })
  })

  it('and a job takes any field more', () => {
    for (const schema of [JobCreate, JobUpdate, Job]) expect(schema.additionalProperties).toBe(true)
  })

  it('without the bounds and patterns of the generator’s making', () => {
    expect(documentText()).not.toMatch(/9007199254740991|"parameters": \[\]/)
    const patterns = [...documentText().matchAll(/"pattern": (".*")/g)].map(([, text = '']) => JSON.parse(text))
    // The last is of the header x-earlier-candidates.
    const ours = [ExternalId.meta()?.pattern, JobTitle.meta()?.pattern, '^[1-9][0-9]*$']
    expect(new Set(patterns)).toStrictEqual(new Set(ours))
  })
})

describe('what the document shows is what the server does', () => {
  it('every example request is accepted', async () => {
    for (const operation of operations) {
      const { openapi, example } = operation.meta
      const answer = await company.call(openapi.method, pathOf(operation), example.request)
      expect(answer, operation.name).toMatchObject({ status: 200, body: { error: null } })
    }
  })

  it('the failure in the example of upsertJobs is the server’s', async () => {
    const { meta } = operationNamed('upsertJobs')
    const { body } = await company.call('PUT', '/jobs', meta.example.request)
    expect(meta.example.answer).toMatchObject({ results: [{}, { error: body.results[1].error }] })
  })

  it('a body that is not JSON is refused in the words of the example', async () => {
    for (const operation of operations.filter(({ hasBody }) => hasBody)) {
      const { method } = operation.meta.openapi
      const { status, body } = await company.call(method, pathOf(operation), 'a', { 'content-type': 'text/plain' })
      body.error.requestId = expect.any(String)
      const examples = documented(operation)[status]?.content['application/json'].examples
      expect(examples?.body_unsupported?.value, operation.name).toStrictEqual(body)
    }
  })
})
