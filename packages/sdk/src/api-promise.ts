import { ConnectionError } from './error.ts'
import { limits } from './generated/contract.ts'
import type { Query } from './operation.ts'

/** The data of an answer, with its HTTP status, headers and request id. */
export interface WithResponse<Data> {
  data: Data
  /** The HTTP status. */
  status: number
  headers: Headers
  /** The id of the request. Give it to the board's operator when you ask for help. */
  requestId: string | undefined
}

/**
 * The promise that each method returns. Await it for the data, or call `withResponse()` for the status and headers too.
 * @example
 * const { data, status, requestId } = await boardwalk.jobs.get('A-1').withResponse()
 */
export class ApiPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ApiPromise'
  // There is only this promise. A second one for the data alone would cause an unhandled rejection after withResponse().
  readonly #answer: Promise<WithResponse<Data>>

  constructor(answer: Promise<WithResponse<Data>>) {
    this.#answer = answer
  }

  /**
   * Resolves to the data together with the answer's status, headers and request id.
   * @example
   * const { data, headers } = await boardwalk.candidates.listAll().withResponse()
   * console.log(data.total, headers.get('x-synced-through'))
   */
  withResponse(): Promise<WithResponse<Data>> {
    return this.#answer
  }

  /**
   * Returns a promise for the same call with converted data. It sends no second request.
   * @example
   * const job = await boardwalk.jobs.get('A-1').map((data) => data.job)
   */
  map<Other>(change: (data: Data, response: WithResponse<Data>) => Other): ApiPromise<Other> {
    return new ApiPromise(this.#answer.then((answer) => ({ ...answer, data: change(answer.data, answer) })))
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(null, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally)
  }
}

/** Members that the query of every list may have. */
type PageQuery = Query & { page?: number | undefined; pageSize?: number | undefined }

/**
 * A list. Await it for one page, or iterate over it for every item of this page and of all later pages.
 * @example
 * const { candidates, total } = await boardwalk.candidates.list('A-1')
 * for await (const candidate of boardwalk.candidates.list('A-1')) console.log(candidate.email)
 */
export class PagePromise<Page extends { nextPage(): PromiseLike<Page> | undefined }, Item>
  extends ApiPromise<Page>
  implements AsyncIterable<Item>
{
  readonly #getItems: (page: Page) => Item[]

  constructor(answer: Promise<WithResponse<Page>>, getItems: (page: Page) => Item[]) {
    super(answer)
    // The caller may start to iterate later. Until then, a failure must not count as an unhandled rejection.
    answer.catch(() => undefined)
    this.#getItems = getItems
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page | undefined = await this; page; page = await page.nextPage()) yield* this.#getItems(page)
  }
}

type ListPage<Data, More, Item> = Data &
  More & {
    changedThrough: string | undefined
    nextPage(): PagePromise<ListPage<Data, More, Item>, Item> | undefined
  }

/**
 * Fetches a page of a list, and on demand the pages after it. `readMore` reads what the headers of a page say of it, and
 * `toNext` makes what is new in the query of the page after an item. If it has no page number, the board's total lacks the
 * items `before` that page.
 */
export function listPages<Data extends { total: number }, More extends object, Item>(
  fetchPage: (query: PageQuery) => ApiPromise<Data>,
  query: PageQuery,
  getItems: (data: Data) => Item[],
  readMore: (headers: Headers) => More,
  toNext: (last: Item, query: PageQuery) => PageQuery,
  before = 0,
): PagePromise<ListPage<Data, More, Item>, Item> {
  const { page = 1, pageSize = limits.pageSizeDefault } = query
  const answer = fetchPage(query).map((data, { headers }): ListPage<Data, More, Item> => {
    const items = getItems(data)
    if (!Array.isArray(items)) throw new ConnectionError('The answer is not a list of a Boardwalk')
    return {
      ...data,
      total: before + data.total,
      ...readMore(headers),
      changedThrough: headers.get('x-changed-through') ?? undefined,
      nextPage() {
        const last = items.at(-1)
        const end = (page - 1) * pageSize + items.length
        if (!last || end >= data.total) return undefined
        const next = { ...query, ...toNext(last, query) }
        return listPages(fetchPage, next, getItems, readMore, toNext, next.page ? 0 : before + end)
      },
    }
  })
  return new PagePromise(answer.withResponse(), getItems)
}
