import { readFileSync } from 'node:fs'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { findNearest } from '@boardwalk/core/catalogue/nearest'
import { searchBoard, searchJobs } from '@boardwalk/core/catalogue/public'
import { getCompany, updateCompanyProfile } from '@boardwalk/core/company/service'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import searches from '../../../../packages/core/src/catalogue/fixture/searches.json' with { type: 'json' }
import { createStores } from '../deps.ts'
import { createPublicSite } from '../site/public-site.ts'
import { readSearch, writeSearch } from '../site/search-query.ts'
import { type TestCompany, useServer } from './harness.ts'

const server = useServer()

const { jobs: examples }: { jobs: JobFields[] } = JSON.parse(
  readFileSync(new URL('../../../../examples/jobs.json', import.meta.url), 'utf8'),
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
    const { jobs } = await find(company, query)
    const found = jobs.flatMap(({ closeness, fields }) => (closeness === 'related' ? [] : [fields.title]))
    expect([query, ...found.toSorted()]).toEqual([query, ...expected.toSorted()])
  }
})

it('a search finds a contract type, a work mode and a city by its other names, in three languages', async () => {
  const { jobs, found } = searches.values
  // The cast holds because the API checks the values.
  const company = await companyWith(jobs as Partial<JobFields>[])
  for (const [query, titles] of Object.values(found).flatMap((found) => Object.entries<string[]>(found)))
    expect([query, ...(await find(company, query)).titles.toSorted()]).toEqual([query, ...titles.toSorted()])
})

it('a search for a reference, or for a part of one, finds the job with this external id', async () => {
  const ids = [
    'REF-2026-0117',
    'REF-2026-0118',
    'SE-8',
    'SE-80',
    '204XYZW',
    'DEV-SENIOR',
    'Réf/é 42',
    'A\u200b1\u00ad2',
    '42',
  ]
  const company = await server.company()
  const title = 'Agent de sécurité'
  await company.call('PUT', '/jobs', { jobs: ids.map((id) => ({ id, title })) })
  for (const [q, found] of [
    ['REF-2026-0117', ['REF-2026-0117']],
    ['ref 2026 0117', ['REF-2026-0117']],
    ['REF20260117', ['REF-2026-0117']],
    ['2026-0117', ['REF-2026-0117']],
    ['0118', ['REF-2026-0118']],
    ['REF-2026', ['REF-2026-0118', 'REF-2026-0117']],
    ['agent SE-8', ['SE-8']],
    ['se 8', ['SE-8']],
    ['204xyzw', ['204XYZW']],
    ['dev-senior', ['DEV-SENIOR']],
    ['ref/e 42', ['Réf/é 42']],
    ['42', ['42']],
    // A character without a shape is no part of it.
    ['a12', ['A\u200b1\u00ad2']],
    ['SE-9', []],
    ['soudeur SE-8', []],
  ] as const)
    expect([q, listIds(await find(company, q))]).toEqual([q, found])
})

it('a filter by a city finds all its spellings, and offers them as one, also with a country; a work mode is no city', async () => {
  const cities = ['Fès', 'FES', 'Fez', 'فاس', ['fès', 'Meknès'], 'Fès Médina', 'Meknes']
  const company = await companyWith(cities.map((city, index) => ({ title: `Poste ${index}`, city })))
  const { values, total } = await find(company, '')
  expect([total, values.city.map(({ value, count }) => [value, count])]).toEqual([
    7,
    [
      ['Fès', 5],
      ['Meknès', 2],
      ['Fès Médina', 1],
    ],
  ])
  const abroad = await companyWith([
    ...['Paris, France', '75 - PARIS 10', 'Paris, Texas', 'Remote', 'Tout le Maroc'].map((city) => ({
      title: 'Poste',
      city,
    })),
    { title: 'Poste', city: 'a","b\\' },
  ])
  for (const [city, found] of [
    ['Paris', ['1', '0']],
    ['Paris, Texas', ['2']],
    ['Remote', []],
    ['a","b\\', ['5']],
    ['b', []],
  ] as const)
    for (const q of ['', 'poste'])
      expect([q, city, listIds(await find(abroad, q, { query: { city } }))]).toEqual([q, city, found])
  const offered = (await find(abroad, '')).values
  expect(offered.city.map(({ value }) => value)).toEqual(['Paris', 'Paris, Texas', 'a","b\\'])
  expect(offered.workMode).toEqual([{ value: 'REMOTE', count: 1 }])
  expect(listIds(await find(abroad, '', { query: { mode: 'REMOTE' } }))).toEqual(['3'])
  for (const q of ['', 'poste'])
    for (const [city, found] of [
      ['Fez', ['4', '3', '2', '1', '0']],
      ['مكناس', ['6', '4']],
      ['Fès Médina', ['5']],
    ] as const)
      expect([q, city, listIds(await find(company, q, { query: { city } }))]).toEqual([q, city, found])
})

it('a search that finds nothing names the nearest jobs, the employer and the filters of the board', async () => {
  const company = await companyWith([
    { title: 'Plombier zingueur', city: 'Safi' },
    { title: 'Zingueur' },
    { title: 'Plombier chauffagiste' },
  ])
  const own = await getCompany(server.deps, company.id)
  const employer = await server.company()
  await updateCompanyProfile(server.deps, actAsOperator(employer.id), { revision: 0, name: 'Zellige Frères' })
  const near = async (q: string, query = {}) => {
    const { search, start } = readSearch(new URLSearchParams({ q, ...query }))
    const { total, values } = await searchJobs(server.deps, own, search, start, 10)
    const { employers } = await findNearest(server.deps, undefined, search)
    const { entries } = await findNearest(server.deps, own, search)
    return {
      found: [total, values.city.map(({ value }) => value)],
      titles: entries.map(({ job }) => job.fields.title),
      employers: employers.map(({ company, jobCount }) => [company.name, jobCount]),
    }
  }
  // The first has two of the words.
  const titles = ['Plombier zingueur', 'Plombier chauffagiste', 'Zingueur']
  expect(await near('plombier zingueur de Zellige')).toEqual({
    found: [0, ['Safi']],
    titles,
    employers: [['Zellige Frères', 0]],
  })
  // The filter is what does not fit.
  expect((await near('zingueurs', { city: 'Rabat' })).titles).toEqual(['Zingueur', 'Plombier zingueur'])
  expect(await near('xyzzyx')).toEqual({ found: [0, ['Safi']], titles: [], employers: [] })
})

it('a page says which of how many it is, wherever it begins, and how many jobs there are', async () => {
  const company = await companyWith(Array.from({ length: 9 }, (_, index) => ({ title: `Poste ${index}` })))
  const { jobs } = await find(company, '')
  for (const [last, shown, page] of [
    [undefined, 2, 1],
    [1, 2, 2],
    [2, 2, 2],
    [7, 1, 5],
    // No job follows, so it is the first page.
    [8, 2, 1],
  ] as const) {
    const job = last === undefined ? undefined : jobs[last]
    const query = job && { after: `${Number(job.publishedAt)}-${job.id}` }
    const found = await find(company, '', { ...(query && { query }), pageSize: 2 })
    expect([last, found.jobs.length, found.page, found.pageCount, found.total]).toEqual([last, shown, page, 5, 9])
  }
})

it('a search finds the jobs of an employer by its name, also after it is renamed', async () => {
  for (const name of searches.employers.names) {
    const { id } = await companyWith([{ title: 'Vendeuse' }])
    await updateCompanyProfile(server.deps, actAsOperator(id), { revision: 0, name })
  }
  for (const [q, names] of Object.entries<string[]>(searches.employers.found)) {
    const { search, start } = readSearch(new URLSearchParams({ q }))
    const { entries } = await searchBoard(server.deps, search, start, 10)
    expect([q, ...entries.map(({ company }) => company.name)]).toEqual([q, ...names])
  }
  const own = await companyWith([{ title: 'Comptable' }, { title: 'Vendeur' }])
  const other = await companyWith([{ title: 'Comptable chez Quintessence' }])
  const rename = (revision: number, name: string) =>
    updateCompanyProfile(server.deps, actAsOperator(own.id), { revision, name })
  const search = async (q: string) => {
    const { search, start } = readSearch(new URLSearchParams({ q }))
    return (await searchBoard(server.deps, search, start, 10)).entries.map(({ company, job }) => [
      company.id,
      job.fields.title,
    ])
  }
  const { revision } = await rename(0, 'Centre Al-Ghazâlî')
  expect(await search('al ghazali')).toEqual([
    [own.id, 'Vendeur'],
    [own.id, 'Comptable'],
  ])
  expect(await search('comptable ghazali')).toEqual([[own.id, 'Comptable']])
  await rename(revision, 'Quintessence')
  expect(await search('ghazali')).toEqual([])
  expect(await search('comptable quintessence')).toEqual([
    [other.id, 'Comptable chez Quintessence'],
    [own.id, 'Comptable'],
  ])
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
      ['rab/raba/rabat/com/comp/compt/compta/comptab/comptabl/comptable/none', ['2']],
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
})

describe('commands to the database', () => {
  const commands: string[] = []
  let connection: Connection
  let company: TestCompany
  /** Ten titles of one job each, and the same with a wrong letter. */
  const words = [
    'soudure',
    'menuiserie',
    'comptabilite',
    'plomberie',
    'logistique',
    'vitrerie',
    'peinture',
    'carrelage',
  ]
  const all = [...words, 'toitures', 'jardinage']
  const misspelt = all.map((word) => word.replace(/(?<=^...)./, 'x'))
  const unknown = all.map((word) => [...word].reverse().join(''))
  beforeAll(async () => {
    company = await companyWith([{ title: all.join(' ') }, ...all.map((title) => ({ title }))])
    await server.deps.catalogue.flush()
    connection = await connect(inject('mongodbUri'), server.connection.db.databaseName, {
      observer: {
        databaseCommand: (name, _outcome, seconds) => commands.push(`${name} ${Math.round(seconds * 1e3)}`),
        connectionsChanged: () => {},
        connectionsLimited: () => {},
        connectionFailed: () => {},
      },
    })
  })
  afterAll(() => connection.close())
  /** Makes deps of a process with empty caches. The commands of its catalogue do not count: they come by time. */
  const restart = () => {
    commands.length = 0
    return { ...server.deps, ...createStores(connection) }
  }

  it.each([
    ['all known', all, {}],
    ['all unknown', unknown, {}],
    ['all misspelt', misspelt, {}],
    ['known and unknown', [...all.slice(0, 5), ...unknown.slice(5)], {}],
    ['known and misspelt', [...all.slice(0, 4), ...misspelt.slice(4)], {}],
    ['misspelt words of different jobs and an unknown one', [...misspelt.slice(0, 9), ...unknown.slice(9)], {}],
    ['unknown, after a job', unknown, { after: '1790000000000-17' }],
    ['unknown, with a filter', unknown, { contract: 'CDI' }],
    ['the name of an employer, and unknown', ['atlas', ...unknown.slice(1)], {}],
  ])('a search for words sends at most seven: %s', async (_, searched, query) => {
    const deps = restart()
    const { search, start } = readSearch(new URLSearchParams({ q: searched.join(' '), ...query }))
    const result = await searchBoard(deps, search, start, 20)
    const nearest = result.total === 0 ? await findNearest(deps, undefined, search) : undefined
    const shown = [...result.entries, ...(nearest ? [...nearest.entries, ...nearest.employers] : [])]
    await deps.companies.findThumbnails(shown.map(({ company }) => company.id))
    expect(commands.length, commands.join(', ')).toBeLessThanOrEqual(7)
  })

  it('a page of a job sends one while its companies are in the cache, which reads it with similar jobs', async () => {
    const { jobUrl } = (await company.call('GET', '/job/1')).body.job
    const params = { companySlug: company.slug, jobSlug: jobUrl.split('/').at(-1) }
    const { findJobPage } = createPublicSite(restart())
    const read = async () => (await findJobPage('fr', params)).similar.map(({ job }) => job.fields.title)
    expect(await read()).toContain(all.join(' '))
    // The company; its logo, cover and thumbnail at once; the jobs; the companies of the similar ones.
    expect(commands.length, commands.join(', ')).toBeLessThanOrEqual(6)
    commands.length = 0
    await read()
    expect(commands).toHaveLength(1)
  })
})
