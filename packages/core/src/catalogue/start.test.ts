import { expect, test } from 'vitest'
import { makeJob } from './fixture/listed-job.ts'
import { createLiveCatalogue } from './follow.ts'
import { createMemoryCatalogue } from './memory/memory-catalogue.ts'

const never = new AbortController().signal
const ever = { afterId: 0, jobsMax: Number.POSITIVE_INFINITY, at: new Date(0) }

/** Makes a catalogue over these rows of the database, and notes which of them are read whole. */
function follow(catalogue: ReturnType<typeof createMemoryCatalogue>, rows: ReturnType<typeof makeJob>[]) {
  const readIds: number[] = []
  const pick = (ids: readonly number[]) => rows.filter(({ id }) => ids.includes(id))
  const live = createLiveCatalogue({
    catalogue,
    jobs: {
      findLastChange: async () => undefined,
      async *readListedRevisions(batchSize) {
        for (let first = 0; first < rows.length; first += batchSize) yield rows.slice(first, first + batchSize)
      },
      // Answered from before the job 11 was stored.
      findAddresses: async (ids) => pick(ids).filter(({ id }) => id !== 11),
      readListedLatest: async (ids) => pick(ids),
      async *readChanged() {},
      async readListed(ids) {
        readIds.push(...ids)
        return pick(ids)
      },
    },
    findRemovedCompanies: async () => [],
  })
  return { live, readIds }
}

test('a start reads the jobs that the catalogue lacks or has as they were before, and removes those that are public no more', async () => {
  const catalogue = createMemoryCatalogue({ error: () => {} })
  const rows = Array.from({ length: 2_500 }, (_, index) => makeJob({ id: index + 1 }))
  // More than the database has.
  await catalogue.write([...rows, makeJob({ id: 3_000, closesAt: new Date(1) }), makeJob({ id: 4_000 })])
  const changed = [7, 1_500, 2_400].map((id) => makeJob({ id, revision: 2 }))
  const added = makeJob({ id: 3_500 })
  // One that another process has written in a later state than this one reads.
  await catalogue.write([makeJob({ id: 9, revision: 5 })])
  const now = [...rows.filter(({ id }) => !changed.some((job) => job.id === id)), ...changed, added]
  const { live, readIds } = follow(
    catalogue,
    now.toSorted((a, b) => a.id - b.id),
  )
  await live.run(never)
  expect(readIds).toEqual([7, 1_500, 2_400, 3_500])
  expect(await live.listIds(ever)).toEqual([...rows, added].map(({ id }) => id))
  expect(await catalogue.findRevisions([7, 8, 9])).toEqual(
    new Map([
      [7, 2],
      [8, 1],
      [9, 5],
    ]),
  )
})

test('lists are shown before the jobs are compared only if the catalogue had all of them once', async () => {
  const catalogue = createMemoryCatalogue({ error: () => {} })
  await catalogue.write([makeJob({ id: 1 })])
  const first = follow(catalogue, [makeJob({ id: 1 }), makeJob({ id: 2 })])
  expect(first.live.isShown()).toBe(false)
  await first.live.run(never)
  expect([first.live.isShown(), await catalogue.isComplete()]).toEqual([true, true])

  const later = follow(catalogue, [])
  const aborted = AbortSignal.abort()
  await later.live.run(aborted)
  expect([later.live.isShown(), await later.live.listIds(ever)]).toEqual([true, [1, 2]])
})
