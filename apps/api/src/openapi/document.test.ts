import { readFile } from 'node:fs/promises'
import { integrationRouter } from '@boardwalk/core/router/integration'
import { limits } from '@boardwalk/schema/limits'
import { hasBody } from '@boardwalk/schema/operation/operation'
import { type NamedOperation, operationList, operations } from '@boardwalk/schema/operations'
import { describe, expect, it } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { checkAgainstDocument } from '../test/contract.ts'
import { apply, pdf } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { findReferences } from './answers.ts'
import { printDocument } from './document.ts'
import type { Schemas } from './schema.ts'
import { fillTables } from './tables.ts'

const server = useServer()

interface Example {
  value: object
}
interface DocumentedOperation {
  parameters?: unknown
  requestBody?: unknown
  security: unknown
  responses: Record<
    string,
    {
      content: {
        'application/json'?: { example?: unknown; examples?: Record<string, Example> }
        'application/pdf'?: object
      }
    }
  >
}

const paths: Record<string, Record<string, DocumentedOperation>> = document.paths

function documented({ name, path, method }: NamedOperation): DocumentedOperation {
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${name} is not in openapi.json`)
  return operation
}

const findTarget = ({ path }: NamedOperation, candidateId = 'none') =>
  path.replace('{externalJobId}', 'ATL-2026-0001').replace('{id}', candidateId)
const printed = printDocument()
const headers = new Headers({
  'content-type': 'application/json',
  'x-request-id': '1',
  'retry-after': '30',
  'x-synced-through': '2026-03-02T09:30:00.123Z',
})

it('openapi.json and the tables of the guide are what the code generates; if not, run npm run codegen', {
  tags: ['document'],
}, async () => {
  expect(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')).toBe(printed)
  const guide = await readFile(new URL('../../../../docs/guides/values-and-limits.md', import.meta.url), 'utf8')
  expect(fillTables(guide)).toBe(guide)
})

it('every example answer has the form that its operation documents', () => {
  for (const operation of operationList)
    for (const [status, { content }] of Object.entries(documented(operation).responses)) {
      if (content['application/json'] === undefined) continue
      const { example, examples = {} } = content['application/json']
      const bodies = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
      expect(bodies, `${operation.name} ${status}`).not.toHaveLength(0)
      for (const body of bodies)
        checkAgainstDocument(operation.method, findTarget(operation), { status: Number(status), headers, body })
    }
})

it('the document has the real limits of fields, lists and pages, and no bounds that only the generator adds', () => {
  const { JobCreate, LinkRequest, JobUpserts } = document.components.schemas
  expect(JobCreate.properties).toMatchObject({
    title: { minLength: 1, maxLength: 300 },
    city: { anyOf: [{ maxLength: 1000 }, { maxItems: 100, items: { maxLength: 1000 } }, { type: 'null' }] },
    maxExperience: { type: ['number', 'null'], minimum: 0, maximum: 20 },
  })
  expect(JobCreate.required).toStrictEqual(['id', 'title'])
  expect(LinkRequest.properties.links).toMatchObject({ maxItems: limits.links })
  expect(JobUpserts.properties.jobs).toMatchObject({ minItems: 1, maxItems: limits.jobs })
  const { parameters } = document.paths['/candidates'].get
  const pageSize = { default: limits.pageSizeDefault, maximum: limits.pageSize }
  expect(parameters.find(({ name }) => name === 'pageSize')?.schema).toMatchObject(pageSize)
  expect(printed).not.toMatch(/9007199254740991|"parameters": \[\]/)
})

it('no answer has an enum or a limit, so that a newer board may send other values; each enum of a request is one schema with a name', () => {
  const { schemas } = document.components
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  /** Prints a part of the document and what it refers to. */
  const printWhole = (part: unknown) =>
    JSON.stringify([part, ...[...findReferences(part, schemas as Schemas)].map((name) => Object(schemas)[name])])
  const listEnums = (part: unknown) => printWhole(part).match(/"enum":\[.*?\]/g) ?? []
  const answers = operations.map(({ responses }) => Object.values(responses).map(({ content }) => content))
  expect(listEnums(answers)).toStrictEqual([])
  expect(printWhole(answers).match(/"(?:max|min)(?:Length|Items|imum)":|"pattern":"/g)).toBeNull()
  const named = Object.values(schemas).flatMap((schema) =>
    'enum' in schema ? [`"enum":${JSON.stringify(schema.enum)}`] : [],
  )
  const requests = listEnums(operations.map(({ parameters, requestBody }) => [parameters, requestBody]))
  expect(requests.toSorted()).toStrictEqual([...new Set(named)].toSorted())
  expect(printed.match(/"enum": \[/g)).toHaveLength(named.length)
})

it('a board may not send a value that the document lacks, although callers must pass over it', () => {
  const results = ['updated', 'postponed'].map((status) => ({ id: '1', status, error: null }))
  expect(() =>
    checkAgainstDocument('PUT', '/candidates', { status: 200, headers, body: { results, error: null } }),
  ).toThrow(/\n\/results\/1\/status must be equal to one of the allowed values .*\n\{/)
})

it('a 503 has one of two codes, and one of a request that only reads says that nothing was changed', () => {
  for (const operation of operationList) {
    const { content } = documented(operation).responses[503] ?? { content: {} }
    const codes = operation.method === 'GET' ? ['unavailable'] : ['unavailable', 'unconfirmed']
    expect(Object.keys(content['application/json']?.examples ?? {}), operation.name).toEqual(codes)
    // The errors of a query say that nothing was changed.
    const { type } = integrationRouter._def.procedures[operation.name]._def
    expect(type, operation.name).toBe(operation.method === 'GET' ? 'query' : 'mutation')
  }
})

describe('what the document shows is what the server does', () => {
  it('every example request is accepted, and its failure and the refusal of a body that is not JSON are the server’s', async () => {
    const company = await server.company()
    const { jobUrl } = await company.boardJob()
    const { body: applied } = await apply(jobUrl, {}, pdf)
    for (const operation of operationList) {
      const { name, method, example } = operation
      const answer = await company.call(method, findTarget(operation, applied.id), example.request)
      const isFile = operation.fileTypes !== undefined
      expect(answer, name).toMatchObject({
        status: 200,
        body: isFile ? expect.stringMatching(/^%PDF/) : { error: null },
      })
      if (!hasBody(operation)) continue
      const { status, body } = await company.call(method, findTarget(operation), 'a', { 'content-type': 'text/plain' })
      body.error.requestId = expect.any(String)
      const examples = documented(operation).responses[status]?.content['application/json']?.examples
      expect(examples?.body_unsupported?.value, name).toStrictEqual(body)
    }
    const { example } = operations.upsertJobs
    const { body } = await company.call('PUT', '/jobs', example.request)
    expect(example.answer).toMatchObject({ results: [{}, { error: body.results[1].error }] })
  })
})
