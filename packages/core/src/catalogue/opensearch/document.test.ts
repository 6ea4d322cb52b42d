import { expect, test } from 'vitest'
import { makeJob } from '../fixture/listed-job.ts'
import { changeDocument, DOCUMENT_VERSION, toDocument } from './document.ts'

const job = makeJob({
  externalId: 'REF-2026-0117',
  closesAt: new Date('2026-12-31'),
  fields: { title: 'Serveuse, full stack', city: 'Fès', contractType: 'CDI', description: '<p>Les serveurs</p>' },
})

test('another form of the documents has another version, so that the next start fills another index', () => {
  // Raise the version with each change here.
  expect({ DOCUMENT_VERSION, ...toDocument(job) }).toEqual({
    DOCUMENT_VERSION: 1,
    id: 1,
    companyId: 'cmp_a',
    publishedAt: Date.UTC(2026, 0, 1),
    closesAt: Date.UTC(2026, 11, 31),
    words: ['serveuse', 'full', 'stack', 'serveur', 'fullstack', 'fes'],
    longWords: ['serveuse', 'stack', 'serveur', 'fullstack'],
    keys: ['=CDI', '@fes', '%waiter', '#ref20260117', '#20260117', '#0117', '#ref2026'],
    titleRoots: ['serveur', 'full', 'stack'],
    combination: '{"city":["Fès"],"contractType":["CDI"],"workMode":[],"language":[]}',
    city: ['Fès'],
    contractType: ['CDI'],
    workMode: [],
    language: [],
  })
})

test('a change of the reference or the closing date changes these alone', () => {
  const document = toDocument(job)
  const change = { id: 1, companyId: 'cmp_a', revision: 2 }
  expect(changeDocument(document, change)).toEqual(document)
  expect(changeDocument(document, { ...change, externalId: null, terms: {} })).toEqual({
    ...document,
    keys: ['=CDI', '@fes', '%waiter'],
    closesAt: undefined,
  })
})
