import type { Logger } from 'pino'
import { countCharacters } from '../../job/job.ts'
import type { JobMark } from '../../job/range.ts'
import { waitForTurn } from '../../process/turns.ts'
import type { Catalogue, IdQuery, NewQuery } from '../catalogue.ts'
import { changeDocument, toDocument } from './document.ts'
import { createEngine, type DocumentWrite, type EngineOptions, HITS_MAX, type Search } from './engine.ts'
import { findPageInARow } from './in-a-row.ts'
import { findPage, toMark } from './list.ts'
import { findAny, findSimilar } from './near-jobs.ts'
import {
  createTiers,
  every,
  FURTHEST,
  hasAny,
  hasValues,
  isAfterId,
  isClosed,
  isPublished,
  isShown,
  newest,
  not,
} from './queries.ts'

/** The companies that one search counts, and the jobs of removed companies that are removed together. */
const COMPANIES_AT_ONCE = 1_000
const REMOVED_AT_ONCE = 1_000

/**
 * Keeps public jobs in an index of OpenSearch, which all processes of the board share. `index` is how its name begins. Throws `unavailable`
 * if OpenSearch does not answer.
 */
export function createOpenSearchCatalogue(options: EngineOptions, log: Pick<Logger, 'error'>): Catalogue {
  const engine = createEngine(options, log)

  async function listIds({ companyId, afterId, jobsMax, at }: IdQuery): Promise<number[]> {
    const size = Math.min(jobsMax, HITS_MAX)
    const ofCompany = companyId === undefined ? [] : [hasAny('companyId', [companyId])]
    const query = every(not(isClosed(at)), isAfterId(afterId), ...ofCompany)
    const [{ hits }] = await engine.search({ query, size, sort: [{ id: 'asc' }] })
    const ids = hits.hits.map(({ _id }) => Number(_id))
    const last = ids.at(-1)
    if (last === undefined || ids.length < size || jobsMax === size) return ids
    return [...ids, ...(await listIds({ companyId, afterId: last, jobsMax: jobsMax - size, at }))]
  }

  async function findNew({ owners, at, after, through, jobsMax, ...query }: NewQuery): Promise<JobMark[]> {
    const { within } = createTiers(query)
    const all = every(isShown(owners, at), hasValues(query.search))
    const isNew = isPublished(after, through)
    const find = (closeness: number): Search => ({
      query: every(all, within(closeness), isNew),
      size: jobsMax,
      sort: newest,
    })
    const [spelt, found, withMisspelt] = await engine.search(
      { query: every(all, within(FURTHEST - 1)), size: 0 },
      find(FURTHEST - 1),
      find(FURTHEST),
    )
    const { hits } = spelt.hits.total.value > 0 ? found : withMisspelt
    return hits.hits.map(toMark)
  }

  return {
    find: ({ inARowMax, start, ...query }) =>
      inARowMax === undefined
        ? findPage(engine, { ...query, start })
        : findPageInARow(engine, { ...query, inARowMax }, start),
    findNew,
    findAny: (query) => findAny(engine, query),
    findSimilar: (jobId, query) => findSimilar(engine, jobId, query),
    listIds,

    async countByCompany({ companyIds, at }) {
      const query = every(not(isClosed(at)), ...(companyIds === undefined ? [] : [hasAny('companyId', companyIds)]))
      const counts = new Map<string, number>()
      for (let after: { companyId: string } | undefined; ; ) {
        const sources = [{ companyId: { terms: { field: 'companyId' } } }]
        const composite = { size: COMPANIES_AT_ONCE, sources, ...(after && { after }) }
        const [{ aggregations }] = await engine.search({ query, size: 0, aggs: { companies: { composite } } })
        for (const { key, doc_count } of aggregations?.companies?.buckets ?? []) counts.set(key.companyId, doc_count)
        after = aggregations?.companies?.after_key
        if (after === undefined) return counts
      }
    },

    async findClosed(at, jobsMax) {
      const [{ hits }] = await engine.search({ query: isClosed(at), size: jobsMax, sort: newest })
      return hits.hits.map(toMark)
    },

    async findRevisions(jobIds) {
      const found = await engine.read(jobIds, false)
      return new Map([...found].map(([id, { revision }]) => [id, revision]))
    },

    async write(jobs) {
      const writes: DocumentWrite[] = []
      for (const job of jobs) {
        await waitForTurn(countCharacters(job))
        try {
          writes.push({ kind: 'put', id: job.id, revision: job.revision, document: toDocument(job) })
        } catch (err) {
          // One job that cannot be read must not keep the others from the lists.
          log.error({ err, jobId: job.id }, 'a job is in no list, because its words cannot be read')
        }
      }
      await engine.write(writes)
    },

    async update(updates) {
      const ids = updates.map(({ job }) => job.id)
      const known = await engine.read(ids, true)
      const unknown: number[] = []
      const writes: DocumentWrite[] = []
      for (const { job, from } of updates) {
        const { id, revision } = job
        const kept = known.get(id)
        if (kept === undefined || kept.revision < from) unknown.push(id)
        else if (revision > kept.revision)
          writes.push({ kind: 'put', id, revision, document: changeDocument(kept.document, job) })
      }
      await engine.write(writes)
      return unknown
    },

    remove: (jobs) => engine.write(jobs.map(({ id, revision }) => ({ kind: 'remove', id, revision }))),

    async removeCompanies(companyIds) {
      if (companyIds.length === 0) return
      for (;;) {
        const query = hasAny('companyId', companyIds)
        const [{ hits }] = await engine.search({ query, size: REMOVED_AT_ONCE, sort: newest })
        if (hits.hits.length === 0) return
        await engine.write(hits.hits.map(toMark).map(({ id, revision }) => ({ kind: 'remove', id, revision })))
      }
    },

    isComplete: engine.isComplete,
    setComplete: engine.setComplete,
  }
}
