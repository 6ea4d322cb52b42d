import type { ApiPromise } from '../api-promise.ts'
import { type FollowOptions, follow } from '../follow.ts'
import { limits } from '../generated/contract.ts'
import type { CallOptions, Http } from '../http.ts'
import type { AnswerOf, QueryOf, Schema } from '../operation.ts'
import { hasMore, PagePromise } from '../page.ts'

/** One application to a job. */
export type Candidate = Schema['Candidate']
export type CandidateQuery = QueryOf<'listAllCandidates'>

export interface CandidatePage extends AnswerOf<'listAllCandidates'> {
  /**
   * The `since` of your next poll, if this is the last page (after several pages, the last date you saw): all that was
   * accepted up to this instant is in the list. Undefined where a proxy dropped the header `x-synced-through`.
   */
  syncedThrough: string | undefined
  /**
   * How many candidates of the job your `since` skips, because the job got its external id only after it: ask once
   * without `since`, to the last page. 0 otherwise, and always for `listAll`.
   */
  earlierCandidates: number
  /**
   * Fetches the page after this one; undefined on the last.
   * @example
   * const first = await boardwalk.candidates.listAll({ pageSize: 10 })
   * const second = await first.nextPage()
   */
  nextPage(): PagePromise<CandidatePage, Candidate> | undefined
}

/** Those who applied to the company's jobs. */
export class Candidates {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * The candidates of one job by ascending `date`. Await it for a page, iterate for all.
   * @throws PermissionDeniedError where no job has this id.
   * @example
   * const { candidates, total } = await boardwalk.candidates.list('A-1', { since: '2026-03-01' })
   * for await (const candidate of boardwalk.candidates.list('A-1')) console.log(candidate.email)
   */
  list(
    externalJobId: string,
    query: CandidateQuery = {},
    options?: CallOptions,
  ): PagePromise<CandidatePage, Candidate> {
    const answer = this.#http.send('listCandidates', { externalJobId, query }, options)
    return makePage(answer, query, (next) => this.list(externalJobId, next, options))
  }

  /**
   * The candidates of all the company's jobs by ascending `date`. Await it for a page, iterate for all.
   * @example
   * const { candidates, syncedThrough } = await boardwalk.candidates.listAll({ since: '2026-03-01' })
   * for await (const candidate of boardwalk.candidates.listAll()) console.log(candidate.offerId, candidate.email)
   */
  listAll(query: CandidateQuery = {}, options?: CallOptions): PagePromise<CandidatePage, Candidate> {
    const answer = this.#http.send('listAllCandidates', { query }, options)
    return makePage(answer, query, (next) => this.listAll(next, options))
  }

  /**
   * Every candidate there is and every one to come, each once, for as long as you iterate.
   *
   * A candidate counts as taken when you ask for the next one; until then it comes again after a restart, so that a
   * crash while you store it loses nobody. Polls at most once per `intervalMs` while there is nothing new, and goes on
   * through 429, 5xx, time-outs and a lost network, with a growing pause. Ends when `signal` is aborted, or with `once`
   * when there is nothing new, and throws what waiting does not mend, such as a revoked key.
   * @example
   * import { fileState } from '@boardwalk/sdk/file-state'
   *
   * const state = fileState('boardwalk-state.json')
   * for await (const candidate of boardwalk.candidates.follow({ state, intervalMs: 30_000, signal })) {
   *   await ats.store(candidate)
   * }
   */
  follow(options: FollowOptions = {}): AsyncGenerator<Candidate, void, undefined> {
    const { externalJobId, signal, once = false } = options
    // The pauses of `follow` grow further than those of a single call; both would multiply.
    const call = { signal, ...(!once && { retriesMax: 0 }) }
    const poll = (since: string | undefined) => {
      const query = { pageSize: limits.pageSize, ...(since !== undefined && { since }) }
      return externalJobId === undefined ? this.listAll(query, call) : this.list(externalJobId, query, call)
    }
    return follow(async (since) => await poll(since), options, this.#http.clock)
  }
}

function makePage(
  answer: ApiPromise<AnswerOf<'listAllCandidates'>>,
  query: CandidateQuery,
  fetchPage: (query: CandidateQuery) => PagePromise<CandidatePage, Candidate>,
): PagePromise<CandidatePage, Candidate> {
  const page = answer.map(
    (data, { headers }): CandidatePage => ({
      ...data,
      syncedThrough: headers.get('x-synced-through') ?? undefined,
      earlierCandidates: Number(headers.get('x-earlier-candidates') ?? 0),
      nextPage: () =>
        hasMore(query, data.candidates.length, data.total)
          ? fetchPage({ ...query, page: (query.page ?? 1) + 1 })
          : undefined,
    }),
  )
  return new PagePromise(page.withResponse(), ({ candidates }) => candidates)
}
