import { ApiPromise } from '../api-promise.ts'
import { Chunk, countJsonBytes } from '../chunk.ts'
import { limits } from '../generated/contract.ts'
import type { CallOptions, Http } from '../http.ts'
import type { AnswerOf, QueryOf, Schema } from '../operation.ts'
import { hasMore, PagePromise } from '../page.ts'
import { type JobUpsert, type JobUpsertManyResult, upsertMany } from '../upsert-many.ts'

/** A job as the board has it. */
export type Job = Schema['Job']
/** A job to create, with whatever else shall be kept of it. */
export type JobCreate = Schema['JobCreate']
/** The fields of a job to change; `null` clears one. */
export type JobUpdate = Schema['JobUpdate']
export type JobQuery = QueryOf<'listJobs'>
export type Link = Schema['Link']
export type LinkResult = Schema['LinkResult']

export interface JobPage extends AnswerOf<'listJobs'> {
  /**
   * Fetches the page after this one; undefined on the last.
   * @example
   * const first = await boardwalk.jobs.list({ pageSize: 10 })
   * const second = await first.nextPage()
   */
  nextPage(): PagePromise<JobPage, Job> | undefined
}

export interface UpsertManyOptions extends CallOptions {
  /**
   * Batches on their way at once: 4 unless told.
   * @example concurrency: 8
   */
  concurrency?: number | undefined
  /** Changes nothing: each result says what would become of its item alone, as the board is now. */
  dryRun?: boolean | undefined
}

/** The company's jobs, each under the id that your system gave it. */
export class Jobs {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Creates a job, live at once unless its `status` is `UNPUBLISHED`.
   *
   * The only operation that is never retried. Was its answer lost (a ConnectionError), call it again: a ConflictError
   * then says that the first call had created the job.
   * @throws ConflictError where a job of this id is there already: `update` changes it.
   * @example
   * const { jobId, jobUrl } = await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable', city: ['Rabat', 'Salé'] })
   */
  create(job: JobCreate, options?: CallOptions): ApiPromise<AnswerOf<'createJob'>> {
    return this.#http.send('createJob', { body: { job } }, options)
  }

  /**
   * Changes the fields given, clears those given as `null`, and leaves the others. Where there is no job of this id yet
   * it is created, and needs a title.
   *
   * `created` says which of the two it was; after a retry whose first answer was lost, it may be false for a new job.
   * @example
   * const { created, jobUrl } = await boardwalk.jobs.update('A-1', { maxSalary: 12_000, benefits: null })
   */
  update(
    externalJobId: string,
    job: JobUpdate,
    options?: CallOptions,
  ): ApiPromise<AnswerOf<'updateJob'> & { created: boolean }> {
    return this.#http
      .send('updateJob', { externalJobId, body: { job } }, options)
      .map((data, { status }) => ({ ...data, created: status === 201 }))
  }

  /**
   * Takes a job off the public site; its data stays. Once more is the same.
   * @throws NotFoundError where no job has this id.
   * @example
   * await boardwalk.jobs.unpublish('A-1')
   */
  unpublish(externalJobId: string, options?: CallOptions): ApiPromise<AnswerOf<'unpublishJob'>> {
    return this.#http.send('unpublishJob', { externalJobId }, options)
  }

  /**
   * Gives your ids to jobs that the board has already. Any number of links: they go in order, as many to a request as
   * the board takes, and there is one result per link. Should a request fail, call it again with all: what was linked
   * stays so, and is then `already_linked` with your id as its `currentExternalJobId`.
   * @example
   * const { results } = await boardwalk.jobs.link([{ platformJobId: 42, externalJobId: 'A-17' }])
   * const missing = results.filter(({ status }) => status === 'not_found')
   */
  link(links: Iterable<Link>, options?: CallOptions): ApiPromise<AnswerOf<'linkJobs'>> {
    return new ApiPromise(this.#link(links, options))
  }

  async #link(links: Iterable<Link>, options?: CallOptions) {
    const [first = [], ...others] = splitLinks(links)
    let answer = await this.#http.send('linkJobs', { body: { links: first } }, options).withResponse()
    const { results } = answer.data
    for (const links of others) {
      // One after the other: of two links to one job, the first must win.
      answer = await this.#http.send('linkJobs', { body: { links } }, options).withResponse()
      for (const result of answer.data.results) results.push(result)
    }
    return { ...answer, data: { results } }
  }

  /**
   * One job as the board has it, your extra fields included.
   * @throws NotFoundError where no job has this id.
   * @example
   * const { job } = await boardwalk.jobs.get('A-1')
   */
  get(externalJobId: string, options?: CallOptions): ApiPromise<AnswerOf<'getJob'>> {
    return this.#http.send('getJob', { externalJobId }, options)
  }

  /**
   * The company's jobs by ascending `jobId`, those without an external id too. Await it for a page, iterate for all.
   *
   * No job is ever removed, so iterating over all of them gives each once, whatever happens meanwhile. With a `status`
   * the pages move up where a job loses that status, and the next page skips as many: to change what you list by,
   * iterate without it and look at `job.status`.
   * @example
   * const { jobs, total } = await boardwalk.jobs.list({ status: 'PUBLISHED', pageSize: 100 })
   * for await (const job of boardwalk.jobs.list({ pageSize: 100 })) {
   *   if (job.status === 'PUBLISHED' && job.id !== null) await boardwalk.jobs.unpublish(job.id)
   * }
   */
  list(query: JobQuery = {}, options?: CallOptions): PagePromise<JobPage, Job> {
    const page = this.#http.send('listJobs', { query }, options).map(
      (data): JobPage => ({
        ...data,
        nextPage: () =>
          hasMore(query, data.jobs.length, data.total)
            ? this.list({ ...query, page: (query.page ?? 1) + 1 }, options)
            : undefined,
      }),
    )
    return new PagePromise(page.withResponse(), ({ jobs }) => jobs)
  }

  /**
   * Creates or changes any number of jobs, as many to a request as the board takes and a few requests at once. Gives one
   * result per item as it comes, with the item's `index` in the input; what cannot be done, a whole request that failed included, is a result
   * of status `failed` and harms no other item. Of several items with one id the last one wins. Leaving the loop early
   * ends what is still on its way.
   * @throws AuthenticationError or PermissionDeniedError where the board refuses the key, as it would for every item;
   * what the input itself throws; AbortedError. Results that are known by then come first.
   * @example
   * for await (const { index, id, status, error } of boardwalk.jobs.upsertMany(feed)) {
   *   if (status === 'failed') console.error(`row ${index}, ${id}: ${error?.message}`)
   * }
   */
  upsertMany(
    jobs: Iterable<JobUpsert> | AsyncIterable<JobUpsert>,
    { concurrency = 4, dryRun, signal, ...options }: UpsertManyOptions = {},
  ): AsyncGenerator<JobUpsertManyResult, void, undefined> {
    const send = async (batch: JobUpsert[], ending: AbortSignal) => {
      const body = { jobs: batch, ...(dryRun !== undefined && { dryRun }) }
      const { results } = await this.#http.send('upsertJobs', { body }, { ...options, signal: ending })
      return results
    }
    return upsertMany(jobs, send, { concurrency: Math.max(1, concurrency), signal })
  }
}

function splitLinks(links: Iterable<Link>): Link[][] {
  const chunks: Chunk<Link>[] = []
  for (const link of links) {
    const bytes = countJsonBytes(link)
    let chunk = chunks.at(-1)
    if (chunk === undefined || !chunk.fits(bytes)) {
      chunk = new Chunk(limits.links)
      chunks.push(chunk)
    }
    chunk.add(link, bytes)
  }
  return chunks.map(({ items }) => items)
}
