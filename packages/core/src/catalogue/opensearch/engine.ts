import type { Client } from '@opensearch-project/opensearch'
import type { Logger } from 'pino'
import { AppError } from '../../error.ts'
import { DOCUMENT_VERSION, type JobDocument, mappings } from './document.ts'
import type { Clause } from './queries.ts'

/** Each request waits so long for its answer, and is repeated once. */
const REQUEST_MS_MAX = 4_000
const RETRY_AFTER_SECONDS = 5

/** The most hits that OpenSearch answers at once (`index.max_result_window`). */
export const HITS_MAX = 10_000

export interface EngineOptions {
  /** The address of OpenSearch, with the user and the password if it asks for them. */
  url: string
  /** How the name of the index begins: lower-case letters, digits, `-` or `_`. */
  index: string
}

/** One search of several that are sent together. */
export interface Search {
  query: Clause
  size: number
  sort?: readonly Record<string, 'asc' | 'desc'>[]
  search_after?: readonly number[] | undefined
  aggs?: Record<string, object>
}

export interface EngineHit {
  _id: string
  /** The revision of the job. */
  _version: number
  sort: number[]
  fields: { companyId: string[]; publishedAt: number[] }
}

interface Bucket {
  key: string
  doc_count: number
}

/** What a search finds. */
export interface Answer {
  hits: { total: { value: number }; hits: EngineHit[] }
  aggregations?: {
    before?: { doc_count: number }
    combinations?: { buckets: Bucket[] }
    companies?: { buckets: { key: { companyId: string }; doc_count: number }[]; after_key?: { companyId: string } }
  }
}

/** A document of the engine, and the revision of its job. */
export interface KeptDocument {
  revision: number
  document: JobDocument
}

/** A write of one document. The engine passes over one that it knows a later revision of. */
export type DocumentWrite = { id: number; revision: number } & (
  | { kind: 'put'; document: JobDocument }
  | { kind: 'remove' }
)

const away = (cause: unknown) =>
  new AppError('unavailable', { reason: 'search_away' }, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })

/**
 * Speaks to OpenSearch about one index, which it makes if there is none. A search finds what this process has written before. Throws
 * `unavailable` if OpenSearch does not answer or refuses.
 */
export function createEngine({ url, index }: EngineOptions, log: Pick<Logger, 'error'>) {
  // Writes name an alias, so that OpenSearch refuses them when the index was deleted, and makes none without the mappings.
  const alias = `${index}-${DOCUMENT_VERSION}`
  let opened: Promise<Client> | undefined
  /** Whether the last request got no answer, and whether another one waits for the next answer. */
  let isSilent = false
  let isTrying = false
  /** Whether this process has written what a search may not find yet. */
  let isStale = false
  let refreshing: Promise<unknown> | undefined

  async function open(): Promise<Client> {
    // Only boards with an engine load its client.
    const { Client } = await import('@opensearch-project/opensearch')
    const client = new Client({ node: url, requestTimeout: REQUEST_MS_MAX, maxRetries: 1 })
    const settings = { index: { gc_deletes: '5m', refresh_interval: '1s' } }
    const body = { settings, mappings, aliases: { [alias]: {} } }
    await client.indices.create({ index: `${alias}-jobs`, body }).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('resource_already_exists_exception'))) throw error
    })
    return client
  }

  async function request<Body>(send: (client: Client) => Promise<{ body: Body }>): Promise<Body> {
    opened ??= open()
    const client = await opened.catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return (await send(client)).body
  }

  /** Sends a request. While OpenSearch does not answer, one request at a time waits for it, and the others fail at once. */
  async function ask<Body>(send: (client: Client) => Promise<{ body: Body }>): Promise<Body> {
    if (isSilent && isTrying) throw away(new Error('OpenSearch did not answer the request before'))
    const isTrial = isSilent
    if (isTrial) isTrying = true
    try {
      const body = await request(send)
      isSilent = false
      return body
    } catch (error) {
      isSilent = error instanceof Error && error.name !== 'ResponseError'
      throw away(error)
    } finally {
      if (isTrial) isTrying = false
    }
  }

  /** Lets searches find what was written. Calls at the same moment share one. */
  async function refresh(): Promise<void> {
    if (isStale) {
      isStale = false
      refreshing = ask((client) => client.indices.refresh({ index: alias })).catch((error: unknown) => {
        isStale = true
        throw error
      })
    }
    await refreshing
  }

  return {
    /** Makes several searches in one request. */
    async search<Several extends readonly Search[]>(
      ...searches: Several
    ): Promise<{ [Each in keyof Several]: Answer }> {
      await refresh()
      const body = searches.flatMap((search) => [
        { allow_partial_search_results: false },
        {
          ...search,
          _source: false,
          docvalue_fields: ['companyId', 'publishedAt'],
          version: true,
          track_total_hits: true,
        },
      ])
      // The casts hold because the client has no types for the parts of a query.
      const { responses } = await ask((client) => client.msearch({ index: alias, body: body as never }))
      const failed = responses.find((each) => 'error' in each)
      if (failed !== undefined) throw away(new Error(JSON.stringify('error' in failed && failed.error)))
      return responses as never
    },

    /** Finds documents by the ids of their jobs, also those that no search finds yet. */
    async read(
      ids: readonly number[],
      source: readonly (keyof JobDocument)[] | boolean,
    ): Promise<Map<number, KeptDocument>> {
      if (ids.length === 0) return new Map()
      const request = { index: alias, _source: source as string[] | boolean, body: { ids: ids.map(String) } }
      const { docs } = await ask((client) => client.mget(request))
      const found = docs.flatMap((doc) => ('found' in doc && doc.found ? [doc] : []))
      return new Map(
        // The cast holds because only `write` writes documents.
        found.map((doc) => [Number(doc._id), { revision: doc._version ?? 0, document: doc._source as JobDocument }]),
      )
    },

    async write(writes: readonly DocumentWrite[]): Promise<void> {
      if (writes.length === 0) return
      const body = writes.flatMap((write): object[] => {
        const place = { _id: String(write.id), version: write.revision }
        if (write.kind === 'remove') return [{ delete: { ...place, version_type: 'external_gte' } }]
        return [{ index: { ...place, version_type: 'external' } }, write.document]
      })
      // Also if no answer comes: it may have written.
      isStale = true
      const { items } = await ask((client) => client.bulk({ index: alias, require_alias: true, body: body as never }))
      isStale = true
      for (const { _id, status, error } of items.flatMap((item) => Object.values(item))) {
        // A later revision is known (409), or the document is gone already (404, without an error).
        if (error === undefined || error === null || status === 409) continue
        const cause = new Error(JSON.stringify(error))
        if (status !== 400) throw away(cause)
        // One job that is refused must not keep the others from the lists.
        log.error({ err: cause, jobId: _id }, 'a job is in no list, because OpenSearch refuses it')
      }
    },

    /** Reads the note that is kept with the index. */
    async isComplete(): Promise<boolean> {
      const answer = await ask((client) => client.indices.getMapping({ index: alias }))
      return Object.values(answer).some(({ mappings }) => mappings._meta?.isComplete === true)
    },

    async setComplete(): Promise<void> {
      await ask((client) => client.indices.putMapping({ index: alias, body: { _meta: { isComplete: true } } }))
    },
  }
}
export type Engine = ReturnType<typeof createEngine>
