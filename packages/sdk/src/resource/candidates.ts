import { type ApiPromise, listPages, type PagePromise } from '../api-promise.ts'
import { APIError } from '../error.ts'
import { follow } from '../follow.ts'
import { createCandidateSource, type FollowOptions, followDefaults } from '../follow-candidates.ts'
import { limits } from '../generated/contract.ts'
import type { Http } from '../http.ts'
import type { AnswerOf, Query, QueryOf, Schema } from '../operation.ts'
import { applyDefaults, type CallOptions } from '../options.ts'

/** One application to a job. */
export interface Candidate extends Omit<Schema['Candidate'], never> {}
/** Dates and page of `list`. */
export interface CandidateQuery extends QueryOf<'listCandidates'> {}
/** Dates and page of `listAll`. */
export interface AllCandidatesQuery extends QueryOf<'listAllCandidates'> {}

export interface CandidatePage extends AnswerOf<'listAllCandidates'> {
  /**
   * The list holds every application that was accepted up to this date. Use it as the `since` of your next poll if this is
   * the only page. If there were several pages, use the last candidate's date instead. Undefined if a proxy dropped
   * the header `x-synced-through`.
   */
  syncedThrough: string | undefined
  /**
   * Present on the first page if the query had a `changedSince`. Read all pages, then use this as the `changedSince` of the
   * next list: you miss no change, and may get a change of the last two minutes twice.
   */
  changedThrough: string | undefined
  /**
   * How many candidates of the job your `since` skips, because the job got its external id after that date. If it is not 0,
   * begin again without `since`, once for each `linkId`. Always 0 for `listAll`.
   */
  earlierCandidates: number
  /**
   * Names the link between the external id and the job that has it now. Defined if `earlierCandidates` is not 0. If it changes
   * while you read the pages, the id has moved once more: begin again.
   */
  linkId: string | undefined
  /**
   * Fetches the next page. Returns undefined on the last page.
   * @example
   * const first = await boardwalk.candidates.listAll({ pageSize: 10 })
   * const second = await first.nextPage()
   */
  nextPage(): PagePromise<CandidatePage, Candidate> | undefined
}

/** The methods for the people who applied to the company's jobs. */
export class Candidates {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Lists the candidates of one job by ascending `date`. Await it for one page, or iterate over it for all candidates.
   * @throws PermissionDeniedError if no job has this id.
   * @example
   * const { candidates, total } = await boardwalk.candidates.list('A-1', { since: '2026-03-01' })
   * for await (const candidate of boardwalk.candidates.list('A-1')) console.log(candidate.email)
   */
  list(
    externalJobId: string,
    query: CandidateQuery = {},
    options?: CallOptions,
  ): PagePromise<CandidatePage, Candidate> {
    const path = '/job/{externalJobId}/candidates'
    return listCandidates(
      (page) => this.#http.send<'listCandidates'>('GET', path, { externalJobId, query: page }, options),
      query,
    )
  }

  /**
   * Lists the candidates of all the company's jobs by ascending `date`. Await it for one page, or iterate over it for all
   * candidates. With `changedSince`, lists those whose status or job id was changed, or whose data was erased, since then.
   * @example
   * const { candidates, syncedThrough } = await boardwalk.candidates.listAll({ since: '2026-03-01' })
   * for await (const candidate of boardwalk.candidates.listAll()) console.log(candidate.offerId, candidate.email)
   */
  listAll(query: AllCandidatesQuery = {}, options?: CallOptions): PagePromise<CandidatePage, Candidate> {
    return listCandidates(
      (page) => this.#http.send<'listAllCandidates'>('GET', '/candidates', { query: page }, options),
      query,
    )
  }

  /**
   * Yields every candidate, past and future, once.
   *
   * The cursor moves past a candidate when you ask for the next one. If your program crashes while it stores a candidate,
   * it gets the same candidate again after the restart, so none is lost.
   *
   * Polls at most once per `intervalMs` while nothing is new. Retries after 429, 5xx, time-outs and a lost network, with
   * growing pauses. Ends when `signal` is aborted, or, with `once`, when nothing is new.
   * @throws APIError that waiting cannot fix, such as a PermissionDeniedError for a revoked key. With `once`, any error of
   * a poll, after its retries.
   * @example
   * import { fileState } from '@boardwalk/sdk/file-state'
   *
   * const state = fileState('boardwalk-state.json')
   * for await (const candidate of boardwalk.candidates.follow({ state, intervalMs: 30_000, signal })) {
   *   await ats.store(candidate)
   * }
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<Candidate, void, undefined> {
    for await (const candidates of this.#follow(options, 1)) yield* candidates
  }

  /**
   * Like `follow`, but yields whole pages, of 1 to 100 candidates. The cursor is saved once a page, when you ask for the
   * next one. Use it if you store a page in one transaction: after a crash you get that whole page again.
   * @example
   * for await (const candidates of boardwalk.candidates.followPages({ state })) await ats.storeAll(candidates)
   */
  followPages(options: FollowOptions = {}): AsyncGenerator<Candidate[], void, undefined> {
    return this.#follow(options, limits.pageSize)
  }

  /**
   * Fetches the file of a candidate's CV, a PDF of at most 5 MiB. Asks for a new link if the candidate's has expired.
   * Returns undefined if the candidate sent no CV.
   * @throws APIError with the code `application_erased` if the candidate's data was erased on request: erase your copy.
   * @example
   * const cv = await boardwalk.candidates.downloadCv(candidate)
   * if (cv !== undefined) await writeFile(`${candidate.id}.pdf`, cv)
   */
  async downloadCv(
    candidate: Pick<Candidate, 'id' | 'date' | 'cv'>,
    options?: CallOptions,
  ): Promise<Uint8Array | undefined> {
    const { id, date, cv } = candidate
    if (cv === '') return undefined
    try {
      return await this.#http.download(cv, options)
    } catch (error) {
      if (!(error instanceof APIError && error.code === 'cv_link_invalid')) throw error
      const { candidates } = await this.listAll({ from: date, to: date }, options)
      const link = candidates.find((each) => each.id === id)?.cv
      if (!link) throw error
      return this.#http.download(link, options)
    }
  }

  #follow(options: FollowOptions, groupSize: number): AsyncGenerator<Candidate[], void, undefined> {
    const settings = applyDefaults(options, followDefaults)
    const { externalJobId } = settings
    const source = createCandidateSource(settings, (query, call) =>
      externalJobId === undefined ? this.listAll(query, call) : this.list(externalJobId, query, call),
    )
    return follow(this.#http, source, settings, groupSize)
  }
}

function listCandidates(
  send: (query: Query) => ApiPromise<AnswerOf<'listAllCandidates'>>,
  query: AllCandidatesQuery,
): PagePromise<CandidatePage, Candidate> {
  return listPages(
    send,
    { ...query },
    ({ candidates }) => candidates,
    (headers) => ({
      syncedThrough: headers.get('x-synced-through') ?? undefined,
      earlierCandidates: Number(headers.get('x-earlier-candidates')),
      linkId: headers.get('x-link-id') ?? undefined,
    }),
    (_, page) => ({ page: page + 1 }),
  )
}
