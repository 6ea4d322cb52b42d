import { readFileSync } from 'node:fs'
import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSearch, writeSearch } from '../../../site/search-query.ts'
import { startTestServer, type TestCompany, useServer } from '../../../test/harness.ts'
import { getCompany } from '../../company/service.ts'
import searches from '../fixture/searches.json' with { type: 'json' }
import { searchJobs } from './public.ts'

const server = useServer()

const { jobs: examples }: { jobs: JobFields[] } = JSON.parse(
  readFileSync(new URL('../../../../../../examples/jobs.json', import.meta.url), 'utf8'),
)

async function companyWith(jobs: (Partial<JobFields> & { status?: PublicationStatus })[]): Promise<TestCompany> {
  const company = await server.company()
  const { status } = await company.call('PUT', '/jobs', {
    jobs: jobs.map((job, index) => ({ id: String(index), ...job })),
  })
  expect(status).toBe(200)
  return company
}

async function find({ id }: TestCompany, q: string, { query = {}, pageSize = 100 } = {}) {
  const { search, start } = readSearch(new URLSearchParams({ q, ...query }))
  const result = await searchJobs(server.deps, await getCompany(server.deps, id), search, start, pageSize)
  return { ...result, titles: result.jobs.map(({ fields }) => fields.title) }
}

const listIds = ({ jobs }: Awaited<ReturnType<typeof find>>) => jobs.map(({ externalId }) => externalId)

it('a search finds the titles that have the forms, the beginnings or near forms of its words, and no others', async () => {
  // words.json has the table of forms. Here are the beginnings of the titles that each search finds.
  const named = examples.map(({ title, city }) => ({ title, city: city ?? null }))
  const company = await companyWith([...named, ...searches.titles.map((title) => ({ title }))])
  const titles = [...named.map(({ title }) => title), ...searches.titles]
  for (const [query, beginnings] of Object.values(searches.found).flatMap((found) => Object.entries<string[]>(found))) {
    const expected = titles.filter((title) => beginnings.some((beginning) => title.startsWith(beginning)))
    expect(new Set(expected).size).toBeGreaterThanOrEqual(beginnings.length)
    expect([query, ...(await find(company, query)).titles.toSorted()]).toEqual([query, ...expected.toSorted()])
  }
})

describe('the words of texts', () => {
  const texts = [
    { title: 'Comptable', description: '<p>Une mission.</p>' },
    { title: 'Assistante', description: '<p>Aide aux <strong>comptables</strong>&amp;trésorière.</p>', city: 'Fès' },
    { title: 'Comptable', city: 'Rabat' },
    { title: 'Caissier', qualifications: '<ul><li>Notions de comptable</li></ul>', city: 'Rabat' },
    { title: 'Chauffeur', description: '<p>Vélo</p>' },
    { title: 'Comptable' },
  ]
  let company: TestCompany
  beforeAll(async () => {
    company = await companyWith(texts)
  })

  it('find a job after those that have them in the title, and each newest first', async () => {
    for (const [query, ids] of [
      ['COMPTABLES', ['5', '2', '0', '3', '1']],
      ['comptable rabat', ['2', '3']],
      ['trésorier', ['1']],
      // A part of a word is found in a title, not in a text. A strong tag is no word of a text.
      ['compta', ['5', '2', '0']],
      ['strong', []],
      ['comptible rabat', ['2']],
      // Ten words count, however they are joined.
      ['c/co/com/comp/compt/compta/comptab/comptabl/comptable/comptables/none', ['5', '2', '0']],
      // One job has the word, so none that has a similar word is found.
      ['velo', ['4']],
    ] as const)
      expect([query, listIds(await find(company, query))]).toEqual([query, ids])
  })

  it.each([
    ['comptable', [2, 3], ['5', '2', '0', '3', '1']],
    ['comptible', [2], ['5', '2', '0']],
    ['', [3], ['5', '4', '3', '2', '1', '0']],
  ])('the pages of a search for %j, forwards and back, have each job once', async (q, pageSizes, all) => {
    const { search } = readSearch(new URLSearchParams({ q }))
    const follow = (beside: Parameters<typeof writeSearch>[1], pageSize: number) =>
      find(company, q, { query: Object.fromEntries(new URLSearchParams(writeSearch(search, beside))), pageSize })
    for (const pageSize of pageSizes) {
      const pages = [await find(company, q, { pageSize })]
      for (let last = pages[0]; last?.hasOlder; pages.push(last))
        last = await follow({ after: last.jobs.at(-1) }, pageSize)
      expect(pages.flatMap(listIds)).toEqual(all)
      for (const [index, { jobs, total }] of pages.entries()) {
        expect(total).toBe(all.length)
        const before = pages[index - 1]
        if (before) expect(listIds(await follow({ before: jobs[0] }, pageSize))).toEqual(listIds(before))
      }
    }
  })

  it('of a job that an earlier version stored without its words are found after a start', async () => {
    const others = Array.from({ length: 98 }, () => ({ title: 'Autre' }))
    const old = await companyWith([
      { title: 'Archiviste' },
      { title: 'Relieur(euse)', status: 'UNPUBLISHED' },
      ...others,
    ])
    const rows = server.connection.db.collection('jobs')
    // More than are given words at once.
    await companyWith([{ title: 'Autre' }])
    const unchecked = { bypassDocumentValidation: true }
    const { modifiedCount } = await rows.updateMany({}, { $unset: { words: 1 } }, unchecked)
    expect(modifiedCount).toBeGreaterThan(100)
    expect((await find(old, 'archivistes')).total).toBe(0)
    const { stop } = await startTestServer(server.connection)
    await stop()
    expect((await find(old, 'archivistes')).total).toBe(1)
    expect(await rows.countDocuments({ words: { $exists: false } })).toBe(0)
    // Its revision is the same, so the words alone were written.
    await old.call('PUT', '/job/1', { job: { status: 'PUBLISHED' } })
    expect((await find(old, 'relieuse')).jobs).toMatchObject([{ revision: 2 }])
  })
})
