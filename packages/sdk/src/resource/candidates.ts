import { type ApiPromise, listPages, type PagePromise } from '../api-promise.ts'
import {
  type CandidateUpdate,
  type CandidateUpdated,
  type CandidateUpdateManyResult,
  readUpdated,
} from '../candidate-update.ts'
import { APIError, BoardwalkError } from '../error.ts'
import { type FollowSource, follow } from '../follow.ts'
import {
  addWait,
  type CandidateChange,
  createCandidateSource,
  createChangeSource,
  type FollowChangesOptions,
  type FollowOptions,
  findPlace,
  followDefaults,
} from '../follow-candidates.ts'
import { limits } from '../generated/contract.ts'
import type { Http } from '../http.ts'
import type { AnswerOf, Query, QueryOf, Schema } from '../operation.ts'
import { applyDefaults, type CallOptions, describeValue } from '../options.ts'
import { type SendManyOptions, sendDefaults, sendMany } from '../send-many.ts'

/** One application to a job. */
export interface Candidate extends Omit<Schema['Candidate'], never> {}
/** Dates and page of `list`. */
export interface CandidateQuery extends QueryOf<'listCandidates'> {}
/** Dates and page of `listAll`. */
export interface AllCandidatesQuery extends QueryOf<'listAllCandidates'> {}
/** The candidate that `get` found. */
export interface CandidateFound {
  candidate: Candidate
}

export interface SetStatusOptions extends CallOptions {
  /**
   * When the status changed in your system, for people to read. Default: now.
   * @example at: new Date('2026-04-01T15:00:00Z')
   */
  at?: string | Date | undefined
}

export interface CandidatePage extends AnswerOf<'listAllCandidates'> {
  /**
   * The `since` of your next poll after this page, which you send with `synced: true`: on the last page, the list holds everything
   * up to this date; on another page it is the date of its last candidate. Undefined if a proxy dropped the header
   * `x-synced-through`.
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
      (page) => this.#http.send<'listCandidates'>('GET', path, { id: externalJobId, query: page }, options),
      query,
    )
  }

  /**
   * Lists the candidates of all the company's jobs by ascending `date`. Await it for one page, or iterate over it for all
   * candidates. With `changes`, lists after `since` also those whose status was changed or whose data was erased; with
   * `changedSince`, only these and those whose job id was changed.
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
   * Returns one candidate as it is now, with a new link to the CV. If the person's data was erased, the texts are empty and
   * `erasedAt` says when.
   * @throws NotFoundError if the company has no candidate with this id.
   * @example
   * const { candidate } = await boardwalk.candidates.get('5f0c1e8a4b7d4c3f9a2e6d1b8c7f0a93')
   */
  get(id: string, options?: CallOptions): ApiPromise<CandidateFound> {
    return this.#http.send<'getCandidate'>('GET', '/candidate/{id}', { id }, options)
  }

  /**
   * Sets the status of a candidate on the board. The last change wins, also one that a user makes there. With `at`, a status of an
   * earlier time than another that your key has told is `superseded`, and changes nothing.
   * @throws NotFoundError if the company has no candidate with this id, APIError with the code `application_erased` if the
   * candidate's data was erased, and BadRequestError for a wrong value.
   * @example
   * await boardwalk.candidates.setStatus(candidate.id, 'HIRED', { at: hiredAt })
   */
  setStatus(
    id: string,
    status: Schema['CandidateStatus'],
    { at, ...options }: SetStatusOptions = {},
  ): ApiPromise<CandidateUpdated> {
    return this.#update({ id, status, at }, options)
  }

  /**
   * Confirms that you have erased your copy of the data of a person whose `erasedAt` is not null. It erases nothing on the
   * board.
   * @throws NotFoundError if the company has no candidate with this id, and BadRequestError with the code
   * `candidate_not_erased` if the person's data is not erased on the board.
   * @example
   * await boardwalk.candidates.confirmErasure(candidate.id)
   */
  confirmErasure(id: string, options?: CallOptions): ApiPromise<CandidateUpdated> {
    return this.#update({ id, erased: true }, options)
  }

  #update(update: CandidateUpdate, options?: CallOptions): ApiPromise<CandidateUpdated> {
    return this.#send([update], options).map(({ results: [result] }, { headers, requestId }) =>
      readUpdated(update.id, result, headers, requestId),
    )
  }

  #send(candidates: CandidateUpdate[], options?: CallOptions): ApiPromise<AnswerOf<'updateCandidates'>> {
    return this.#http.send<'updateCandidates'>('PUT', '/candidates', { body: { candidates } }, options)
  }

  /**
   * Sets the status of any number of candidates or confirms erasures, from an array or a stream. Sends them in batches,
   * several at once, and yields one result per item as `jobs.upsertMany` does.
   * @throws AuthenticationError or PermissionDeniedError if the board refuses the key.
   * @throws AbortedError if `signal` is aborted, and any error that the input itself throws.
   * @example
   * const updates = [{ id: hired.id, status: 'HIRED' as const }, { id: gone.id, erased: true as const }]
   * for await (const { id, status, error } of boardwalk.candidates.updateMany(updates)) console.log(id, status, error)
   */
  updateMany(
    updates: Iterable<CandidateUpdate> | AsyncIterable<CandidateUpdate>,
    options: SendManyOptions = {},
  ): AsyncGenerator<CandidateUpdateManyResult, void, undefined> {
    const { concurrency, signal, stop, ...call } = applyDefaults(options, {
      ...sendDefaults,
      ...this.#http.callDefaults,
    })
    const send = async (candidates: CandidateUpdate[], ending: AbortSignal) =>
      (await this.#send(candidates, { ...call, signal: ending })).results
    return sendMany(updates, { itemsMax: limits.candidates, send, blank: {} }, { concurrency, signal, stop })
  }

  /**
   * Yields each candidate, past and future: at least once in your hands, exactly once by `candidate.id`.
   *
   * The cursor moves past a candidate when you ask for the next one. If your program crashes while it stores a candidate,
   * it gets the same candidate again after the restart.
   *
   * A new candidate comes within about a second, because the board holds a poll until something is new; with `intervalMs`, it
   * is asked once per interval. Retries after 429, 5xx, pages of proxies, time-outs and a lost network, with growing pauses.
   * Ends when `signal` is aborted, or, with `once`, when nothing is new.
   * @throws APIError that waiting cannot fix, such as a PermissionDeniedError for a revoked key. With `once`, any error of
   * a poll, after its retries.
   * @example
   * import { fileState } from '@boardwalk/sdk/file-state'
   *
   * const state = fileState('boardwalk-state.json')
   * for await (const candidate of boardwalk.candidates.follow({ state, signal })) {
   *   await ats.store(candidate)
   * }
   */
  follow(options?: FollowOptions): AsyncGenerator<Candidate, void, undefined>
  /**
   * With `changes`, yields every new candidate, those whose status was changed, and those whose data was erased, each again
   * after its next change, in the order in which that happened.
   *
   * Its guarantees are those of `follow` without `changes`, and its cursor is another one in the same state. It does not begin
   * at that of new candidates, because the changes before were never given: the first time, every candidate comes once, as
   * it is now. After a restart, a change may come a second time.
   * @example
   * for await (const { change, candidate } of boardwalk.candidates.follow({ state, changes: true })) {
   *   if (change !== 'erased') await ats.store(candidate)
   *   else if (await ats.erase(candidate.id)) await boardwalk.candidates.confirmErasure(candidate.id)
   * }
   */
  follow(options: FollowChangesOptions): AsyncGenerator<CandidateChange, void, undefined>
  async *follow(
    options: FollowOptions | FollowChangesOptions = {},
  ): AsyncGenerator<Candidate | CandidateChange, void, undefined> {
    for await (const page of this.#follow(options, 1)) yield* page
  }

  /**
   * Like `follow`, but yields whole pages, of 1 to 100 candidates. The cursor is saved once a page, when you ask for the
   * next one. Use it if you store a page in one transaction: after a crash you get that whole page again.
   * @example
   * for await (const candidates of boardwalk.candidates.followPages({ state })) await ats.storeAll(candidates)
   */
  followPages(options?: FollowOptions): AsyncGenerator<Candidate[], void, undefined>
  /** Like `follow` with `changes`, but yields whole pages. */
  followPages(options: FollowChangesOptions): AsyncGenerator<CandidateChange[], void, undefined>
  followPages(
    options: FollowOptions | FollowChangesOptions = {},
  ): AsyncGenerator<(Candidate | CandidateChange)[], void, undefined> {
    return this.#follow(options, limits.pageSize)
  }

  /**
   * Fetches the file of a candidate's CV, of at most 5 MiB. Returns undefined if the candidate sent no CV. It is a PDF, or on a board
   * that takes them a DOCX or an ODT: the path of the link `cv` ends with its type.
   * @throws NotFoundError if the company has no candidate with this id, and APIError with the code `application_erased` if
   * the candidate's data was erased: erase your copy.
   * @example
   * const cv = await boardwalk.candidates.downloadCv(candidate)
   * if (cv !== undefined) await writeFile(`${candidate.id}${extname(new URL(candidate.cv).pathname)}`, cv)
   */
  async downloadCv(candidate: Pick<Candidate, 'id'>, options?: CallOptions): Promise<Uint8Array | undefined> {
    if (candidate?.id === undefined)
      throw new BoardwalkError(`downloadCv takes a candidate or { id }, not ${describeValue(candidate)}`)
    try {
      return await this.#http.download('/candidate/{id}/cv', candidate.id, options)
    } catch (error) {
      if (error instanceof APIError && error.code === 'cv_not_found') return undefined
      throw error
    }
  }

  #follow(
    { changes, ...options }: Omit<FollowOptions, 'changes'> & { changes?: boolean | undefined },
    groupSize: number,
  ): AsyncGenerator<(Candidate | CandidateChange)[], void, undefined> {
    const settings = applyDefaults(options, followDefaults)
    const { externalJobId } = settings
    if (changes && externalJobId !== undefined)
      throw new BoardwalkError('Give changes without externalJobId: they are those of all jobs')
    const fetchPage = addWait(settings, this.#http.callDefaults.timeoutMs, (query, call) =>
      (externalJobId === undefined ? this.listAll(query, call) : this.list(externalJobId, query, call)).withResponse(),
    )
    const source: FollowSource<Candidate | CandidateChange> = changes
      ? createChangeSource(settings, fetchPage)
      : createCandidateSource(settings, fetchPage)
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
    // Only the first page waits, because a later one has candidates.
    (last, { page = 1, since, changes }) => ({
      wait: undefined,
      ...(changes ? { page: undefined, since: findPlace(last, since), synced: true } : { page: page + 1 }),
    }),
  )
}
