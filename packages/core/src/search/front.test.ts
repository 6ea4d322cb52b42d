import { useServer } from '@boardwalk/api/test/harness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { openJobs } from '../job/schema.ts'
import { readFrontPage } from './front.ts'
import type { PageStart } from './public.ts'

const server = useServer()

const PAGE_SIZE = 5
/** More jobs in a row than one query reads. */
const LONG_ROW = 130

/** Counts the queries of a call. */
async function readPage(start: PageStart) {
  const { jobs } = server.deps
  let queries = 0
  const count =
    <Args extends unknown[], Result>(read: (...args: Args) => Result) =>
    (...args: Args): Result => {
      queries++
      return read(...args)
    }
  const counted = {
    ...jobs,
    markBoard: count(jobs.markBoard),
    findOtherCompany: count(jobs.findOtherCompany),
    readMarked: count(jobs.readMarked),
  }
  const deps: Deps = { ...server.deps, jobs: counted }
  const page = await readFrontPage(deps, start, PAGE_SIZE)
  return { ...page, ids: page.jobs.map(({ id }) => id), queries }
}

const toPosition = (job: { publishedAt: Date | null; id: number } | undefined) => ({
  id: job?.id ?? 0,
  publishedAt: job?.publishedAt ?? new Date(0),
  closeness: 'named' as const,
})

test('the list of the home has at most three jobs of a company in a row, the same pages forwards and back, in few queries', async () => {
  const companies = await Promise.all([server.company(), server.company(), server.company()])
  const { jobId } = (await companies[0]?.boardJob()) ?? expect.fail('no company')
  const collection = openJobs(server.connection)
  const model = (await collection.findOne({ _id: jobId })) ?? expect.fail('no job')
  const row = fc.record({
    company: fc.constantFrom(...companies.map(({ id }) => id)),
    jobs: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constant(LONG_ROW)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const list = rows.flatMap(({ company, jobs }) => Array.from({ length: jobs }, () => company))
      // Newest first. Some were published at the same instant.
      const rowsOfJobs = list.map((companyId, at) => {
        const id = 1_000_000 - at
        const publishedAt = new Date(1_700_000_000_000 - Math.floor(at / 4) * 1000)
        return { ...model, _id: id, companyId, externalKey: id, slug: `job-${id}`, publishedAt }
      })
      await collection.deleteMany({})
      await collection.insertMany(rowsOfJobs)
      const isHidden = (at: number) =>
        at >= 3 && at < list.length && list.slice(at - 3, at).every((company) => company === list[at])
      const shown = rowsOfJobs.filter((_, at) => !isHidden(at)).map(({ _id }) => _id)
      const cut = rowsOfJobs.filter((_, at) => !isHidden(at) && isHidden(at + 1)).map(({ _id }) => _id)

      const pages = [await readPage({})]
      for (let last = pages[0]; last?.hasOlder; pages.push(last))
        last = await readPage({ after: toPosition(last.jobs.at(-1)) })
      expect(pages.flatMap(({ ids }) => ids)).toEqual(shown)
      expect(pages.flatMap(({ cutIds }) => [...cutIds])).toEqual(cut)
      for (const [at, page] of pages.entries()) {
        expect(page.isFirst).toBe(at === 0)
        // Each row that the page shows costs three queries at most, and the page itself four.
        expect(page.queries).toBeLessThanOrEqual(3 * (PAGE_SIZE + 1) + 4)
        if (at === 0) continue
        const before = await readPage({ before: toPosition(page.jobs[0]) })
        expect([before.ids, before.isFirst && at > 1]).toEqual([pages[at - 1]?.ids, false])
        expect([...before.cutIds]).toEqual([...(pages[at - 1]?.cutIds ?? [])])
        expect(before.queries).toBeLessThanOrEqual(3 * (PAGE_SIZE + 1) + 4)
      }
    }),
    { numRuns: 12 },
  )
})
