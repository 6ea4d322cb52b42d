import { expect, test } from 'vitest'
import document from '../apps/api/openapi.json' with { type: 'json' }
import { sourceFile } from '../tools/test-server/src/server-process.ts'

/* .ci/check-api.mjs names the changes of the API that docs/versioning.md calls breaking, and no others. */

const { findBreakingChanges } = await import(sourceFile('.ci/check-api.mjs'))

interface Schema {
  [key: string]: unknown
  properties: Record<string, Property>
  required: string[]
  enum?: string[]
}
interface Property {
  [key: string]: unknown
  anyOf?: unknown[]
  'x-extensible-enum'?: string[]
}
// biome-ignore lint/suspicious/noExplicitAny: the document is changed at places that its type has, and at others.
type Document = any

/** Compares the document with a copy that was changed. */
function check(change: (copy: Document, schema: (name: string) => Schema) => void): string[] {
  const copy = structuredClone(document) as Document
  change(copy, (name) => copy.components.schemas[name])
  return findBreakingChanges(document, copy)
}

const breaking: [what: string, change: Parameters<typeof check>[0], words: string][] = [
  ['a path is removed', ({ paths }) => delete paths['/me'], 'GET /me was removed'],
  ['an operation is removed', ({ paths }) => delete paths['/jobs'].get, 'GET /jobs was removed'],
  ['an operation has another name', ({ paths }) => (paths['/me'].get.operationId = 'whoAmI'), 'is called whoAmI'],
  [
    'a parameter is removed',
    ({ paths }) => paths['/candidates'].get.parameters.shift(),
    'GET /candidates, parameter query',
  ],
  [
    'a parameter is required',
    ({ paths }) => (paths['/job/{externalJobId}'].put.parameters[0].required = true),
    'parameter header if-match is required now',
  ],
  [
    'a member of an answer is removed',
    (_, schema) => delete schema('Candidate').properties.email,
    '.email was removed',
  ],
  [
    'a member of an answer may be missing',
    (_, schema) => (schema('Candidate').required = schema('Candidate').required.filter((name) => name !== 'email')),
    '.email may be missing now',
  ],
  [
    'a member of an answer has another type',
    (_, schema) => (schema('Candidate').properties.email = { type: ['string', 'null'] }),
    '.email was string and is null',
  ],
  ['a member of a request is removed', (_, schema) => delete schema('JobUpdate').properties.city, '.city was removed'],
  [
    'a member of a request is required',
    (_, schema) => (schema('JobUpserts').required = ['jobs', 'dryRun']),
    'dryRun is required now',
  ],
  [
    'a list of values of a request is shorter',
    (_, schema) => schema('ContractType').enum?.pop(),
    'contractType no longer has the value "Autre"',
  ],
  [
    'a list of values of an answer is shorter',
    (_, schema) => schema('Candidate').properties.status?.['x-extensible-enum']?.pop(),
    '.status no longer has the value "WITHDRAWN"',
  ],
  [
    'a member of a request may no longer be null',
    (_, schema) => schema('JobUpdate').properties.workMode?.anyOf?.pop(),
    '.workMode was null and is string',
  ],
  [
    'a limit of a request is tighter',
    (_, schema) => Object.assign(schema('Link').properties.externalJobId ?? {}, { maxLength: 3 }),
    'has a tighter maxLength: 3',
  ],
  [
    'a success is removed',
    ({ paths }) => delete paths['/job/{externalJobId}'].put.responses['201'],
    'answer 201 was removed',
  ],
  [
    'a header of an answer is removed',
    ({ paths }) => delete paths['/candidates'].get.responses['200'].headers['x-synced-through'],
    'header x-synced-through was removed',
  ],
]

test.each(breaking)('a change is named before a release as one that breaks callers if %s', (_, change, words) => {
  expect(check(change).join()).toContain(words)
})

const harmless: [what: string, change: Parameters<typeof check>[0]][] = [
  ['nothing changes', () => {}],
  ['a path is added', ({ paths }) => (paths['/more'] = paths['/me'])],
  ['a member is added to an answer', (_, schema) => (schema('Candidate').properties.city = { type: 'string' })],
  [
    'a list of values of an answer is longer',
    (_, schema) => schema('Candidate').properties.status?.['x-extensible-enum']?.push('INTERVIEW'),
  ],
  [
    'an optional member is added to a request',
    (_, schema) => (schema('JobUpserts').properties.more = { type: 'string' }),
  ],
  [
    'an optional parameter is added',
    ({ paths }) => paths['/me'].get.parameters?.push({ name: 'more', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'a limit of a request is wider',
    (_, schema) => Object.assign(schema('Link').properties.externalJobId ?? {}, { maxLength: 999 }),
  ],
  ['a description changes', (_, schema) => (schema('Candidate').description = 'Somebody.')],
]

test.each(harmless)('a change breaks no caller if %s', (_, change) => {
  expect(check(change)).toEqual([])
})
