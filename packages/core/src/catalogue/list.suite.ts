import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Catalogue, FoundPage, ListQuery } from './catalogue.ts'
import { findIds, listIds, makeQuery, type SuiteOptions, writeJobs } from './fixture/board.ts'
import { createModel, hideInARow, type ModelQuery } from './fixture/catalogue-model.ts'
import { makeJob } from './fixture/listed-job.ts'
import { LAST_ID, type RandomStep, randomQuery, randomRows, randomStep } from './fixture/random-board.ts'
import { tally } from './query.ts'

/** Reads a list from its first page to its last. */
async function readForwards(catalogue: Catalogue, query: ListQuery): Promise<FoundPage[]> {
  const pages = [await catalogue.find(query)]
  for (;;) {
    const after = pages.at(-1)?.hits.at(-1)
    const page = after && (await catalogue.find({ ...query, start: { after } }))
    if (page === undefined || page.hits.length === 0) return pages
    pages.push(page)
  }
}

/** Checks that the page before each page is the one that was before it on the way forwards, and the first one before the first. */
async function checkBackwards(catalogue: Catalogue, query: ListQuery, pages: readonly FoundPage[]): Promise<void> {
  for (const [index, page] of pages.entries()) {
    const [before] = page.hits
    const previous = before && (await catalogue.find({ ...query, start: { before } }))
    if (previous !== undefined) expect(previous).toEqual(pages[Math.max(0, index - 1)])
  }
}

type Model = ReturnType<typeof createModel>

/** Makes a change in the catalogue and in the model. */
async function change(catalogue: Catalogue, model: Model, { kind, job }: RandomStep): Promise<void> {
  if (kind === 'update')
    expect(await catalogue.update([{ job: withoutWords(job), from: job.revision - 1 }])).toEqual(model.update(job))
  else if (kind === 'write') await Promise.all([catalogue.write([job]), model.write(job)])
  else await Promise.all([catalogue.remove([job]), model.remove(job)])
}

const withoutWords = ({ id, companyId, revision, externalId, terms }: ReturnType<typeof makeJob>) => ({
  id,
  companyId,
  revision,
  externalId,
  terms,
})

/** Checks all pages of a list. */
async function checkList(catalogue: Catalogue, query: ListQuery, expected: ReturnType<Model['list']>): Promise<void> {
  const pages = await readForwards(catalogue, query)
  const hits = pages.flatMap((page) => page.hits)
  expect(hits.map(({ id, revision, closeness }) => ({ id, revision, closeness }))).toEqual(expected.hits)
  for (const [index, page] of pages.entries()) {
    expect([page.before, page.shown]).toEqual([index * query.pageSize, expected.hits.length])
    expect(tally(page.counts, query.search)).toEqual(tally(expected.counts, query.search))
  }
  await checkBackwards(catalogue, query, pages)
}

/** The tests of lists with their pages. */
export function describeLists({ create, runs }: SuiteOptions): void {
  test('after any changes in any order, a list is what a naive search of the same jobs finds, on pages forwards and back', async () => {
    const steps = fc.array(randomStep, { maxLength: 25 })
    const queries = fc.array(randomQuery, { minLength: 1, maxLength: 4 })
    const checkBoard = async (made: RandomStep[], asked: ModelQuery[], pageSize: number) => {
      const [catalogue, model] = [await create(), createModel()]
      for (const step of made) await change(catalogue, model, step)
      const known = await catalogue.findRevisions(Array.from({ length: LAST_ID }, (_, index) => index + 1))
      for (const [id, { revision }] of model.jobs) expect([id, known.get(id)]).toEqual([id, revision])
      for (const query of asked) await checkList(catalogue, { ...query, start: {}, pageSize }, model.list(query))
    }
    await fc.assert(fc.asyncProperty(steps, queries, fc.integer({ min: 1, max: 4 }), checkBoard), { numRuns: runs })
  })

  test('a list with at most three jobs of a company in a row has the same pages forwards and back, and says which jobs hidden ones follow', async () => {
    const property = fc.asyncProperty(randomRows, async (rows) => {
      const catalogue = await create()
      const companyIds = rows.flatMap(({ companyId, jobs }) => Array.from({ length: jobs }, () => companyId))
      // Newest first. Some were published at the same instant.
      const jobs = companyIds.map((companyId, index) =>
        makeJob({
          id: 10_000 - index,
          companyId,
          publishedAt: new Date(1_700_000_000_000 - Math.floor(index / 4) * 1_000),
        }),
      )
      await catalogue.write(jobs)
      const { shown, cutIds } = hideInARow(jobs, 3)
      const query = makeQuery('', { pageSize: 5, inARowMax: 3 })
      const pages = await readForwards(catalogue, query)
      expect(pages.flatMap((page) => listIds(page.hits))).toEqual(listIds(shown))
      expect(pages.flatMap((page) => [...page.cutIds])).toEqual(cutIds)
      for (const [index, { before, shown }] of pages.entries())
        expect([before === 0, before + 5 < shown]).toEqual([index === 0, index < pages.length - 1])
      await checkBackwards(catalogue, query, pages)
    })
    await fc.assert(property, { numRuns: Math.ceil(runs / 2) })
  })

  test('a page before a position that is not full is the first page, and after the last job there is none', async () => {
    const catalogue = await create()
    await writeJobs(
      catalogue,
      Array.from({ length: 5 }, () => ({})),
    )
    const { hits } = await catalogue.find(makeQuery(''))
    const [, second] = hits
    const first = await catalogue.find(makeQuery('', { start: { before: second }, pageSize: 3 }))
    expect([listIds(first.hits), first.before]).toEqual([[1, 2, 3], 0])
    const past = await catalogue.find(makeQuery('', { start: { after: hits.at(-1) }, pageSize: 3 }))
    expect([past.hits, past.shown]).toEqual([[], 5])
    // The job at a position may be gone.
    await catalogue.remove([{ id: 2, revision: 1 }])
    expect(await findIds(catalogue, '', { start: { after: second }, pageSize: 2 })).toEqual([3, 4])
  })
}
