import { ApiPromise, listPages, type PagePromise } from '../api-promise.ts'
import { follow, type PollOptions, pollDefaults } from '../follow.ts'
import { createJobSource } from '../follow-jobs.ts'
import { limits } from '../generated/contract.ts'
import type { Http } from '../http.ts'
import type { AnswerOf, Job, JobCreate, JobUpdate, JobUpsert, QueryOf, Schema } from '../operation.ts'
import { applyDefaults, type CallOptions } from '../options.ts'
import { type ItemFailure, type SendManyOptions, sendDefaults, sendMany, splitIntoBatches } from '../send-many.ts'

/** Filters and page of `list`, and the members that its jobs have. */
export interface JobQuery<Member extends keyof Job = keyof Job> extends Omit<QueryOf<'listJobs'>, 'fields'> {
  /**
   * The members that you need. Without them, a job comes whole, with its texts and your own fields.
   * @example fields: ['title', 'status']
   */
  fields?: readonly Member[] | undefined
}
/** A job of `list`: its ids and the members that the query named. */
export type ListedJob<Member extends keyof Job = keyof Job> = Pick<Job, 'id' | 'jobId' | Member>
/** The job that `create` made. */
export interface JobCreated extends AnswerOf<'createJob'> {}
/** The job that `update` changed or created. */
export interface JobUpdated extends AnswerOf<'updateJob'> {
  /** Whether the call created the job. */
  created: boolean
}
/** The job that `unpublish` took off the public site. */
export interface JobUnpublished extends AnswerOf<'unpublishJob'> {}
/** The job that `get` found. */
export interface JobFound {
  job: Job
}
/** The results of `link`, one per link and in the same order. */
export interface LinkResults extends AnswerOf<'linkJobs'> {}
/** Your external id for a job that the board already has. */
export interface Link extends Omit<Schema['Link'], never> {}
/** The result of one link: its `status` says whether the job now has the external id, or why not. */
export interface LinkResult extends Omit<Schema['LinkResult'], never> {}

export interface JobPage<Member extends keyof Job = keyof Job> {
  jobs: ListedJob<Member>[]
  /** How many jobs match, over all pages. */
  total: number
  /**
   * Present on the first page if the query had a `changedSince`. Read all pages, then use this as the `changedSince` of the
   * next list: you miss no change, and may get a change of the last two minutes twice. After an iteration over the list,
   * `(await list).changedThrough` still has it.
   */
  changedThrough: string | undefined
  /**
   * Fetches the next page. Returns undefined on the last page.
   * @example
   * const first = await boardwalk.jobs.list({ pageSize: 10 })
   * const second = await first.nextPage()
   */
  nextPage(): PagePromise<JobPage<Member>, ListedJob<Member>> | undefined
}

export interface UpsertManyOptions extends SendManyOptions {
  /** Changes nothing. Each result says what the board would now do with its item alone. Default: false. */
  dryRun?: boolean | undefined
  /** With false, creates no job: an item whose id no job has fails with the code `precondition_failed`. Default: true. */
  create?: boolean | undefined
}

/** The result of one item of `upsertMany`. */
export interface JobUpsertManyResult extends Omit<Schema['JobUpsertResult'], 'status' | 'error'> {
  /** The position of the item in the input, from 0. Results do not come in the order of the input. */
  index: number
  /**
   * What the board did with the job. `failed`: nothing, and `error` says why. `unconfirmed`: it is not known, because an
   * answer was lost or cannot be read, or because the board could not finish; send the item again.
   */
  status: Schema['JobUpsertResult']['status'] | 'unconfirmed'
  error: ItemFailure['error'] | null
}

export interface UpdateOptions extends CallOptions {
  /**
   * With false, creates no job: if no job has the id, the call throws a PreconditionFailedError. Default: true.
   * @example create: false
   */
  create?: boolean | undefined
}

const ONE_JOB = '/job/{externalJobId}'

/** The methods for the company's jobs. Your system names each job by its own id, the external id. */
export class Jobs {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Creates a job. It is public at once unless its `status` is `UNPUBLISHED`.
   *
   * The SDK retries this method only after failures that surely had no effect: a 429, the code `unavailable`, no connection.
   * If the error's `isUnconfirmed` is true, call it again: a ConflictError then means that the first call created the job.
   * @throws ConflictError if a job already has this id. Use `update` to change that job.
   * @example
   * const { jobId, jobUrl } = await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable', city: ['Rabat', 'Salé'] })
   */
  create<Row extends JobCreate>(job: Row, options?: CallOptions): ApiPromise<JobCreated> {
    return this.#http.send<'createJob'>('POST', '/job', { body: { job } }, options)
  }

  /**
   * Changes the given fields of a job, clears the fields given as `null`, and keeps the others. If no job has this id, it
   * creates the job, which then needs a title.
   *
   * `created` says whether it created the job. It may be false for a new job if the answer of a first attempt was lost.
   * @throws PreconditionFailedError if `create` is false and no job has this id.
   * @example
   * const { created, jobUrl } = await boardwalk.jobs.update('A-1', { maxSalary: 12_000, benefits: null })
   */
  update<Row extends object>(
    externalJobId: string,
    job: JobUpdate & Row,
    { create = true, ...options }: UpdateOptions = {},
  ): ApiPromise<JobUpdated> {
    const input = { id: externalJobId, body: { job }, ...(!create && { headers: { 'if-match': '*' } }) }
    return this.#http
      .send<'updateJob'>('PUT', ONE_JOB, input, options)
      .map((data, { status }) => ({ ...data, created: status === 201 }))
  }

  /**
   * Takes a job off the public site. The board keeps its data. Unpublishing it again changes nothing.
   * @throws NotFoundError if no job has this id.
   * @example
   * await boardwalk.jobs.unpublish('A-1')
   */
  unpublish(externalJobId: string, options?: CallOptions): ApiPromise<JobUnpublished> {
    return this.#http.send<'unpublishJob'>('DELETE', ONE_JOB, { id: externalJobId }, options)
  }

  /**
   * Gives your ids to jobs that the board already has. Takes any number of links, sends them in order and in batches, and
   * returns one result per link in the same order.
   *
   * If a request fails, call the method again with all links. Links that were already set stay, and their result is then
   * `already_linked` with your id as `currentExternalJobId`.
   * @example
   * const { results } = await boardwalk.jobs.link([{ platformJobId: 42, externalJobId: 'A-17' }])
   * const missing = results.filter(({ status }) => status === 'not_found')
   */
  link(links: Iterable<Link>, options?: CallOptions): ApiPromise<LinkResults> {
    return new ApiPromise(this.#link(links, options))
  }

  async #link(links: Iterable<Link>, options?: CallOptions) {
    const batches: Link[][] = []
    const refuse = (_: unknown, error: unknown) => {
      throw error
    }
    for await (const items of splitIntoBatches(links, limits.links, refuse))
      batches.push(items.map(({ value }) => value))
    const results: LinkResult[] = []
    for (;;) {
      const parts = { body: { links: batches.shift() ?? [] }, isRepeatable: true }
      // Requests run in order, because the first of two links to one job must win.
      const answer = await this.#http.send<'linkJobs'>('POST', '/job/link', parts, options).withResponse()
      results.push(...answer.data.results)
      if (batches.length === 0) return { ...answer, data: { results } }
    }
  }

  /**
   * Returns one job as the board stores it, with your extra fields. The board keeps all digits of their numbers, and
   * JavaScript rounds a whole number over 2^53: send such an id as a text.
   * @throws NotFoundError if no job has this id.
   * @example
   * const { job } = await boardwalk.jobs.get('A-1')
   */
  get(externalJobId: string, options?: CallOptions): ApiPromise<JobFound> {
    return this.#http.send<'getJob'>('GET', ONE_JOB, { id: externalJobId }, options)
  }

  /**
   * Lists the company's jobs by ascending `jobId`, including jobs without an external id. Await it for one page, or iterate
   * over it for all jobs.
   *
   * An iteration gives each job once, even if jobs change meanwhile, because each page continues after the last job of the
   * page before.
   * @example
   * const { jobs, total } = await boardwalk.jobs.list({ status: 'PUBLISHED', pageSize: 100 })
   * for await (const { id } of boardwalk.jobs.list({ status: 'PUBLISHED', pageSize: 100, fields: ['id'] })) {
   *   if (id !== null) await boardwalk.jobs.unpublish(id)
   * }
   */
  list<Member extends keyof Job = keyof Job>(
    query: JobQuery<Member> = {},
    options?: CallOptions,
  ): PagePromise<JobPage<Member>, ListedJob<Member>> {
    // The document has whole jobs, also for an answer to a query with `fields`.
    type Answer = Omit<AnswerOf<'listJobs'>, 'jobs'> & { jobs: ListedJob<Member>[] }
    return listPages(
      (page) => this.#http.request<Answer>('GET', '/jobs', { query: page }, options),
      { ...query },
      ({ jobs }) => jobs,
      () => ({}),
      ({ jobId }) => ({ page: undefined, afterJobId: jobId }),
    )
  }

  /**
   * Yields every job that was created or changed on the board, by the API or in the back office, as it is now. The first
   * time, it yields all jobs.
   *
   * A job comes again after its next change, also if it closes, or is suspended or resumed. The cursor moves after all jobs
   * of a poll, when you ask for the next one. If your program crashes before, it gets the jobs of that poll again, so no
   * change is lost. After a restart, a change of the last two minutes may come a second time. A draft that a user deletes is
   * not yielded.
   *
   * Polls, retries and ends as `candidates.follow` does, and keeps its own cursor in the same state.
   * @throws APIError that waiting cannot fix. With `once`, any error of a poll, after its retries.
   * @example
   * const state = fileState('boardwalk-state.json')
   * for await (const job of boardwalk.jobs.followChanges({ state, intervalMs: 300_000, signal })) {
   *   if (job.changedBy === 'back_office') await ats.takeOver(job)
   * }
   */
  async *followChanges(options: PollOptions = {}): AsyncGenerator<Job, void, undefined> {
    const settings = applyDefaults(options, pollDefaults)
    const source = createJobSource((query, call) => this.list(query, call))
    for await (const jobs of follow(this.#http, source, settings, 1)) yield* jobs
  }

  /**
   * Creates or changes any number of jobs, from an array or a stream. Sends them in batches, several at once.
   *
   * Yields one result per item as soon as it is known, with the item's `index` in the input. A failed item has the status
   * `failed` and does not affect the others. If no answer to a whole request can be read, its items have the status
   * `unconfirmed`: the board may have stored them, so send them again. A job that a first attempt created may be `unchanged`.
   * If several items have the same id, the last one wins. Leaving the loop early aborts the requests that still run.
   * @throws AuthenticationError or PermissionDeniedError if the board refuses the key, because it would for every item.
   * @throws AbortedError if `signal` is aborted, and any error that the input itself throws. The results of all items that
   * were sent come before an error of the key or of the input.
   * @example
   * for await (const { index, id, status, error } of boardwalk.jobs.upsertMany(feed)) {
   *   if (error !== null) console.error(`row ${index}, ${id}: ${status}, ${error.message}`)
   * }
   */
  upsertMany<Row extends JobUpsert>(
    jobs: Iterable<Row> | AsyncIterable<Row>,
    options: UpsertManyOptions = {},
  ): AsyncGenerator<JobUpsertManyResult, void, undefined> {
    const { concurrency, dryRun, create, signal, stop, ...call } = applyDefaults(options, {
      ...sendDefaults,
      dryRun: undefined,
      create: undefined,
      ...this.#http.callDefaults,
    })
    const send = async (batch: JobUpsert[], ending: AbortSignal) => {
      const body = { jobs: batch, dryRun, create }
      return (await this.#http.send<'upsertJobs'>('PUT', '/jobs', { body }, { ...call, signal: ending })).results
    }
    const operation = { itemsMax: limits.jobs, send, blank: { jobId: null, jobUrl: null } }
    return sendMany(jobs, operation, { concurrency, signal, stop })
  }
}
