import { describe, expect, test } from 'vitest'
import type { AnyQuery, Catalogue, ListQuery } from './catalogue.ts'
import { board, findIds, listIds, makeDay, makeQuery, NOW, type SuiteOptions, writeJobs } from './fixture/board.ts'
import { makeJob } from './fixture/listed-job.ts'
import { describeLists } from './list.suite.ts'
import { everyJob, tally } from './query.ts'

/* What a catalogue promises. Each kind of catalogue runs these tests. */

/** Finds the jobs of a search, in their order, each with its closeness. */
async function find(catalogue: Catalogue, words: string, changes: Partial<ListQuery> = {}) {
  const { hits } = await catalogue.find(makeQuery(words, changes))
  return hits.map(({ id, closeness }) => [id, closeness])
}

export function describeCatalogue(place: string, options: SuiteOptions): void {
  const { create } = options
  describe(`a catalogue in ${place}`, () => {
    describeLists(options)

    test('a search finds the jobs that have all words, the closest first, and of those as close the latest', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { fields: { title: 'Serveurs', city: 'Rabat' } },
        { fields: { title: 'Chef', description: '<p>Avec un serveur</p>', city: 'Rabat' } },
        { fields: { title: 'Servuer', city: 'Rabat' } },
        { fields: { title: 'Serveurchef', city: 'Rabat' } },
        { fields: { title: 'Cuisinier', city: 'Rabat' } },
        { fields: { title: 'Serveuse' } },
        { fields: { title: 'Serveuse', city: 'Rabat' } },
        { companyId: 'cmp_named', fields: { title: 'Plongeur', city: 'Rabat' } },
        { fields: { title: 'Serveur', description: '<p>à Rabat</p>' } },
        { fields: { title: 'Serveur de nuit', city: 'Rabt', description: '<p>Rabat</p>' } },
      ])
      const employers = new Map([['serveur', ['cmp_named']]])
      expect(await find(catalogue, 'serveur rabat', { employers })).toEqual([
        [1, 'named'],
        [7, 'named'],
        [8, 'named'],
        [4, 'begun'],
        [2, 'described'],
        [9, 'described'],
        [10, 'described'],
        [3, 'misspelt'],
      ])
      // Words without a letter and a digit find nothing.
      expect(await find(catalogue, '- / …')).toEqual([])
    })

    test('a word finds the values and references that it names, and the words that begin with it if it has three letters', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { externalId: 'REF-2026-0117', fields: { title: 'Agent', contractType: 'CDI', city: 'فاس' } },
        { fields: { title: 'Golang' } },
        { fields: { title: 'Go' } },
      ])
      for (const [words, ids] of [
        ['permanent', [1]],
        ['Fez', [1]],
        ['2026-0117', [1]],
        ['2026-0118', []],
        ['go', [3]],
        ['gol', [2]],
      ] as const)
        expect([words, await findIds(catalogue, words)]).toEqual([words, ids])
    })

    test('a word of five letters finds words of as many with one letter that is wrong, missing, added or swapped', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { fields: { title: 'Livreur' } },
        { fields: { title: 'Pilote' } },
        { fields: { title: 'Toit' } },
      ])
      for (const typed of ['lavreur', 'livrur', 'liivreur', 'livruer', 'xlivreur', 'ivreur'])
        expect([typed, await find(catalogue, typed)]).toEqual([typed, [[1, 'misspelt']]])
      for (const typed of ['lavruer', 'livreurxx', 'toiat', 'tot'])
        expect([typed, await find(catalogue, typed)]).toEqual([typed, []])
    })

    test('filters leave out the jobs without a value, and the counts of all values stay', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { fields: { title: 'Serveur', city: ['Fès', 'Rabat'], contractType: 'CDI' } },
        { fields: { title: 'Serveur', city: 'FES', contractType: 'CDD' } },
        { fields: { title: 'Serveur', city: 'a","b\\', languages: ['fr', 'ar'] } },
        { fields: { title: 'Cuisinier', city: 'Rabat', contractType: 'CDI' } },
      ])
      const filters = { ...everyJob, city: 'Rabat', contractType: 'CDI' }
      const { hits, counts, shown } = await catalogue.find(
        makeQuery('', { search: { ...filters, words: ['serveur'] } }),
      )
      expect([listIds(hits), shown]).toEqual([[1], 1])
      const { total, values } = tally(counts, filters)
      expect([total, values.city]).toEqual([
        1,
        [
          { value: 'Fès', count: 1 },
          { value: 'Rabat', count: 1 },
        ],
      ])
      const all = tally(counts, everyJob)
      expect([all.total, all.values.city.map(({ value, count }) => [value, count])]).toEqual([
        3,
        [
          ['Fès', 2],
          ['Rabat', 1],
          ['a","b\\', 1],
        ],
      ])
      expect(all.values.language.map(({ value }) => value)).toEqual(['ar', 'fr'])
      expect(await findIds(catalogue, '', { search: { ...everyJob, city: 'a","b\\', language: 'ar' } })).toEqual([3])
      expect(tally((await catalogue.find(makeQuery('plombier'))).counts, everyJob).total).toBe(0)
    })

    test('closed jobs and jobs of suspended companies are in no list, and each can be found to take it off the board', async () => {
      const catalogue = await create()
      const closing = (closesAt: Date) => ({ companyId: 'cmp_closing', closesAt })
      await writeJobs(catalogue, [
        { companyId: 'cmp_a' },
        { companyId: 'cmp_b' },
        closing(new Date(NOW.getTime() + 1)),
        closing(NOW),
        closing(new Date('2026-05-01')),
      ])
      expect(await findIds(catalogue, '', { owners: { exceptCompanyIds: ['cmp_b', 'cmp_none'] } })).toEqual([1, 3])
      expect(await findIds(catalogue, '', { owners: { companyId: 'cmp_closing' } })).toEqual([3])
      const query = { afterId: 0, jobsMax: Number.POSITIVE_INFINITY, at: NOW }
      expect(await catalogue.listIds(query)).toEqual([1, 2, 3])
      expect(await catalogue.listIds({ ...query, companyId: 'cmp_closing', at: new Date(0) })).toEqual([3, 4, 5])
      expect(await catalogue.listIds({ ...query, afterId: 1, jobsMax: 1 })).toEqual([2])
      expect(await catalogue.countByCompany({ at: NOW })).toEqual(
        new Map([
          ['cmp_a', 1],
          ['cmp_b', 1],
          ['cmp_closing', 1],
        ]),
      )
      expect(await catalogue.countByCompany({ companyIds: ['cmp_b', 'cmp_none'], at: NOW })).toEqual(
        new Map([['cmp_b', 1]]),
      )
      expect(listIds(await catalogue.findClosed(NOW, 10)).toSorted()).toEqual([4, 5])
      expect(await catalogue.findClosed(NOW, 1)).toHaveLength(1)
      // A later date opens a job again.
      expect(
        await catalogue.update([{ job: { id: 4, companyId: 'cmp_closing', revision: 2, terms: {} }, from: 1 }]),
      ).toEqual([])
      expect(await findIds(catalogue, '', { owners: { companyId: 'cmp_closing' } })).toEqual([3, 4])
    })

    test('similar jobs have words of the title in common, those of the same cities first, then those with a rarer word', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { fields: { title: 'Vendeur automobile', city: 'Fès' } },
        { fields: { title: 'Vendeuse en boutique', city: 'Rabat' } },
        { fields: { title: 'Vendeurs', city: 'Rabat' } },
        { fields: { title: 'Mécanicien automobile', city: 'Rabat' } },
        { fields: { title: 'Vendeuse', city: ['Rabat', 'Fez'] } },
        { fields: { title: 'Chef', city: 'Fès', description: '<p>Vendeur automobile</p>' } },
        { fields: { title: 'Vendeur automobile' }, closesAt: NOW },
      ])
      const query = { at: NOW, jobsMax: 10 }
      expect(listIds(await catalogue.findSimilar(1, query))).toEqual([5, 4, 2, 3])
      expect(listIds(await catalogue.findSimilar(1, { ...query, jobsMax: 2 }))).toEqual([5, 4])
      expect(await catalogue.findSimilar(99, query)).toEqual([])
    })

    test('jobs with any of the words are found, those with most of them first; each word counts in its closest way alone', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { fields: { title: 'Plombier', description: '<p>Chauffagiste</p>' } },
        { fields: { title: 'Plombier chauffagiste' } },
        { fields: { title: 'Chauffagiste' } },
        { fields: { title: 'Plombieur chauffagiste' }, closesAt: NOW },
        { companyId: 'cmp_named', fields: { title: 'Zingueur' } },
      ])
      const query: AnyQuery = {
        owners: board,
        employers: new Map([['atlas', ['cmp_named']]]),
        at: NOW,
        words: [],
        wordsMax: 3,
        jobsMax: 10,
      }
      const findAny = async (words: string, changes = {}) =>
        listIds(await catalogue.findAny({ ...query, words: words.split(' '), ...changes }))
      expect(await findAny('plombier chauffagiste absent zingueur')).toEqual([2, 1, 3])
      expect(await findAny('atlas plombier')).toEqual([1, 2, 5])
      expect(await findAny('plombieer', { jobsMax: 1 })).toEqual([1])
      expect(await findAny('plombier', { owners: { companyId: 'cmp_named' } })).toEqual([])
      expect(await findAny('absent')).toEqual([])
    })

    test('the newest jobs of a search are found by their publication alone, misspelt ones only if there are no others', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { fields: { title: 'Servuer' } },
        { fields: { title: 'Chef', description: '<p>Serveur</p>' } },
        { fields: { title: 'Serveur' } },
      ])
      const findNew = async (words: string[], changes = {}) =>
        listIds(
          await catalogue.findNew({
            owners: board,
            employers: new Map(),
            search: { ...everyJob, words },
            at: NOW,
            after: undefined,
            through: undefined,
            jobsMax: 10,
            ...changes,
          }),
        )
      expect(await findNew(['serveur'])).toEqual([2, 3])
      expect(await findNew(['serveur'], { jobsMax: 1 })).toEqual([2])
      expect(await findNew(['servuur'])).toEqual([1, 3])
      // There are others, published at another time.
      expect(await findNew(['serveur'], { after: makeDay(2) })).toEqual([])
      expect(await findNew([], { after: makeDay(1), through: makeDay(2) })).toEqual([2])
      expect(await findNew([])).toEqual([1, 2, 3])
    })

    test('what was read before a later change or a removal changes nothing when it is written late', async () => {
      const catalogue = await create()
      const make = (revision: number, title: string) => makeJob({ revision, fields: { title } })
      const update = (revision: number, externalId: string) =>
        catalogue.update([{ job: { id: 1, companyId: 'cmp_a', revision, externalId }, from: revision - 1 }])
      const check = async (words: string) => expect([words, await findIds(catalogue, words)]).toEqual([words, [1]])
      await catalogue.write([make(3, 'Chef')])
      await catalogue.write([make(2, 'Plongeur'), make(3, 'Plongeur')])
      await check('chef')
      await catalogue.remove([{ id: 1, revision: 2 }])
      await check('chef')
      // Between this change and the known one there was another, perhaps of the title.
      expect(await update(5, 'REF-5')).toEqual([1])
      expect(await update(4, 'REF-4')).toEqual([])
      await check('chef ref-4')
      expect(await update(3, 'REF-3')).toEqual([])
      await check('ref-4')
      expect(await catalogue.findRevisions([1, 2])).toEqual(new Map([[1, 4]]))
      for (const revision of [4, 3]) await catalogue.remove([{ id: 1, revision }])
      await catalogue.write([make(4, 'Chef')])
      expect(await findIds(catalogue, '')).toEqual([])
      // A job that the catalogue never had is removed before it is written.
      await catalogue.remove([{ id: 2, revision: 2 }])
      await catalogue.write([makeJob({ id: 2, revision: 1 })])
      expect(await findIds(catalogue, '')).toEqual([])
      expect(await update(5, 'REF-5')).toEqual([1])
      await catalogue.write([make(5, 'Chef')])
      await check('chef')
    })

    test('the jobs of removed companies are removed', async () => {
      const catalogue = await create()
      await writeJobs(catalogue, [
        { companyId: 'cmp_a' },
        { companyId: 'cmp_b' },
        { companyId: 'cmp_a', closesAt: NOW },
      ])
      await catalogue.removeCompanies(['cmp_a', 'cmp_none'])
      expect(await catalogue.listIds({ afterId: 0, jobsMax: 10, at: new Date(0) })).toEqual([2])
      await catalogue.removeCompanies([])
      expect(await findIds(catalogue, '')).toEqual([2])
    })

    test('a catalogue is complete only when its writer says so', async () => {
      const catalogue = await create()
      expect(await catalogue.isComplete()).toBe(false)
      await catalogue.setComplete()
      expect(await catalogue.isComplete()).toBe(true)
    })
  })
}
