import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { listFilterValues } from '../../job/filters.ts'
import { countCharacters, type KnownJob } from '../../job/job.ts'
import type { JobMark } from '../../job/range.ts'
import { waitForTurn } from '../../process/turns.ts'
import { type Catalogue, CLOSENESSES, type Hit, type ListedJob } from '../catalogue.ts'
import { listKeys, listTitleRoots, readSearchWords } from '../keys.ts'
import { listReferenceKeys } from '../reference.ts'
import { JobTable } from './job-table.ts'
import { countAll, createLists, takePage } from './lists.ts'
import { listWays } from './ranking.ts'
import { WordIndex } from './word-index.ts'

/** The slots in no use that make a pass over the index of words worth its work, at least and as a part of the jobs. */
const RETIRED_MIN = 1_000
const RETIRED_PART = 0.25

const REMOVED_MAX = 100_000
const REMOVED_MS = 5 * 60_000

/** The words of a title that similar jobs are looked for by, and the latest jobs that are compared for each. */
const ROOTS_MAX = 5
const JOBS_A_ROOT = 50

/** Finds what job seekers look for among jobs that this process holds. Each function is one step, so it finds no job half changed. */
export function createMemoryCatalogue(log: Pick<Logger, 'error'>): Catalogue {
  const table = new JobTable()
  const words = new WordIndex()
  const { isShown, list, hideInARow, findIndex } = createLists({ table, words })
  /** The revisions of jobs that were removed lately: what was read before must not bring them back. */
  const removed = new LRUCache<number, number>({ max: REMOVED_MAX, ttl: REMOVED_MS })
  let forgetting: Promise<void> | undefined
  let isComplete = false

  /** Makes the slots that were used before free for others, when they are many. */
  function forgetRetired(): void {
    if (forgetting !== undefined || table.retiredCount < Math.max(RETIRED_MIN, table.count * RETIRED_PART)) return
    const retired = table.takeRetired()
    forgetting = words.forget(table.isUsed).then(() => {
      table.release(retired)
      forgetting = undefined
    })
  }

  function put(job: ListedJob): void {
    const keys = new Set(listKeys(job))
    const slot = table.put({
      ...job,
      title: job.fields.title,
      closesAt: job.terms.closesAt,
      filters: listFilterValues(job.fields),
    })
    for (const key of keys) words.add(key, slot)
    forgetRetired()
  }

  const compareNewest = (a: number, b: number): number =>
    table.publishedMs(b) - table.publishedMs(a) || table.id(b) - table.id(a)

  const toMark = (slot: number): JobMark => ({
    ...table.position(slot),
    companyId: table.companyId(slot),
    revision: table.revision(slot),
  })

  /** Changes what no search for words asks for, and the reference. */
  function change(slot: number, { revision, externalId = table.externalId(slot), terms }: KnownJob): void {
    const before = table.externalId(slot)
    if (externalId !== before) {
      for (const key of listReferenceKeys(before)) words.remove(key, slot)
      for (const key of listReferenceKeys(externalId)) words.add(key, slot)
    }
    const closesAt = terms === undefined ? table.closesAt(slot) : terms.closesAt
    table.update(slot, { revision, externalId, closesAt })
  }

  /** Finds the latest revision of a job that the catalogue knows, also if the job is public no more. */
  function findRevision(jobId: number): number | undefined {
    const slot = table.findSlot(jobId)
    return slot === undefined ? removed.get(jobId) : table.revision(slot)
  }

  function remove({ id, revision }: Pick<KnownJob, 'id' | 'revision'>): void {
    if ((findRevision(id) ?? 0) > revision) return
    table.remove(id)
    removed.set(id, revision)
    forgetRetired()
  }

  return {
    async find({ start: { after, before }, pageSize, inARowMax, ...query }) {
      const { tiers, counts } = list(query)
      const [named = [], ...others] = tiers
      const { shown, cut } = inARowMax === undefined ? { shown: named, cut: undefined } : hideInARow(named, inARowMax)
      const shownTiers = [shown, ...others]
      const count = countAll(shownTiers)
      let first = 0
      if (after !== undefined) first = findIndex(shownTiers, after, true)
      else if (before !== undefined) first = findIndex(shownTiers, before, false) - pageSize
      first = Math.max(0, first)
      const page = takePage(shownTiers, first, pageSize)
      return {
        hits: page.map(({ slot, tier }): Hit => ({ ...toMark(slot), closeness: CLOSENESSES[tier] ?? 'named' })),
        before: first,
        shown: count,
        counts,
        cutIds: new Set(page.flatMap(({ slot }) => (cut?.has(slot) ? [table.id(slot)] : []))),
      }
    },

    async findNew({ after, through, jobsMax, ...query }) {
      const { tiers } = list(query)
      const exact = tiers.slice(0, -1)
      const slots = (countAll(exact) > 0 ? exact : tiers).flat().filter((slot) => {
        const { publishedAt } = table.position(slot)
        return (after === undefined || publishedAt > after) && (through === undefined || publishedAt <= through)
      })
      return slots.sort(compareNewest).slice(0, jobsMax).map(toMark)
    },

    async findAny({ owners, employers, at, words: typed, wordsMax, jobsMax }) {
      const isIn = isShown(owners, at)
      const had = new Map<number, number>()
      for (const word of readSearchWords(typed).slice(0, wordsMax)) {
        // Each word counts in the closest way in which any job has it.
        for (const visitAll of listWays({ table, words }, word, employers.get(word.text) ?? [])) {
          const slots = new Set<number>()
          visitAll((slot) => {
            if (table.isUsed(slot) && isIn(slot)) slots.add(slot)
          })
          for (const slot of slots) had.set(slot, (had.get(slot) ?? 0) + 1)
          if (slots.size > 0) break
        }
      }
      const found = [...had].sort(([a, one], [b, other]) => other - one || compareNewest(a, b))
      return found.slice(0, jobsMax).map(([slot]) => toMark(slot))
    },

    async findSimilar(jobId, { at, jobsMax }) {
      const own = table.findSlot(jobId)
      if (own === undefined) return []
      const isOther = (slot: number) => slot !== own && table.isUsed(slot) && table.isOpen(slot, at.getTime())
      const scores = new Map<number, number>()
      for (const root of listTitleRoots(table.title(own)).slice(0, ROOTS_MAX)) {
        const { slots, count } = words.last(root, JOBS_A_ROOT)
        // A rare word counts more.
        for (const slot of slots) if (isOther(slot)) scores.set(slot, (scores.get(slot) ?? 0) + 1 / count)
      }
      const cities = (slot: number) => table.filterValues[table.filters(slot)]?.city ?? []
      const isNear = (slot: number) => cities(slot).some((city) => cities(own).includes(city))
      const found = [...scores].map(([slot, score]) => ({ slot, score, near: isNear(slot) ? 1 : 0 }))
      found.sort((a, b) => b.near - a.near || b.score - a.score || compareNewest(a.slot, b.slot))
      return found.slice(0, jobsMax).map(({ slot }) => toMark(slot))
    },

    async countByCompany({ companyIds, at }) {
      const counts = new Map<string, number>()
      for (const companyId of companyIds ?? table.companyIds()) {
        let count = 0
        table.companyOrder(companyId).each((slot) => {
          if (table.isOpen(slot, at.getTime())) count++
        })
        if (count > 0) counts.set(companyId, count)
      }
      return counts
    },

    async listIds({ companyId, afterId, jobsMax, at }) {
      const order = companyId === undefined ? table.order : table.companyOrder(companyId)
      const ids = new Float64Array(order.length)
      let count = 0
      order.each((slot) => {
        if (table.id(slot) > afterId && table.isOpen(slot, at.getTime())) ids[count++] = table.id(slot)
      })
      return [...ids.subarray(0, count).sort().subarray(0, jobsMax)]
    },

    async findClosed(at, jobsMax) {
      const closed: JobMark[] = []
      for (let index = 0; index < table.order.length && closed.length < jobsMax; index++) {
        const slot = table.order.at(index)
        if (!table.isOpen(slot, at.getTime())) closed.push(toMark(slot))
      }
      return closed
    },

    async findRevisions(jobIds) {
      return new Map(
        jobIds.flatMap((id) => {
          const revision = findRevision(id)
          return revision === undefined ? [] : [[id, revision] as const]
        }),
      )
    },

    async write(jobs) {
      for (const job of jobs) {
        await waitForTurn(countCharacters(job))
        if (job.revision <= (findRevision(job.id) ?? 0)) continue
        try {
          put(job)
        } catch (err) {
          // One job that cannot be read must not keep the others from the lists.
          log.error({ err, jobId: job.id }, 'a job is in no list, because its words cannot be read')
        }
      }
    },

    async remove(jobs) {
      for (const job of jobs) remove(job)
    },

    async update(updates) {
      const unknown: number[] = []
      for (const { job, from } of updates) {
        const slot = table.findSlot(job.id)
        if (slot === undefined || table.revision(slot) < from) unknown.push(job.id)
        else if (job.revision > table.revision(slot)) change(slot, job)
      }
      return unknown
    },

    async removeCompanies(companyIds) {
      for (const companyId of companyIds) {
        const order = table.companyOrder(companyId)
        while (order.length > 0) remove(toMark(order.at(order.length - 1)))
      }
    },

    isComplete: async () => isComplete,

    async setComplete() {
      isComplete = true
    },
  }
}
