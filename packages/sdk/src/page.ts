import { ApiPromise, type WithResponse } from './api-promise.ts'
import { limits } from './generated/contract.ts'
import type { Query } from './operation.ts'

/** Members that the query of every list may have. */
interface PageQuery extends Query {
  page?: number | undefined
  pageSize?: number | undefined
}

/** The members that the SDK adds to every page. */
interface Extra {
  changedThrough: string | undefined
}

interface PageWithNext<Page> {
  /** Fetches the next page. Returns undefined on the last page. */
  nextPage(): PromiseLike<Page> | undefined
}

/**
 * A list. Await it for one page, or iterate over it for every item of this page and of all later pages.
 * @example
 * const { candidates, total } = await boardwalk.candidates.list('A-1')
 * for await (const candidate of boardwalk.candidates.list('A-1')) console.log(candidate.email)
 */
export class PagePromise<Page extends PageWithNext<Page>, Item>
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

/** Fetches a page of a list, and on demand the pages after it. `readMore` reads what the headers of a page say of it. */
export function listPages<Data extends { total: number }, More extends object, Item>(
  fetchPage: (query: PageQuery) => ApiPromise<Data>,
  query: PageQuery,
  getItems: (data: Data) => Item[],
  readMore: (headers: Headers) => More,
): PagePromise<ListPage<Data, More, Item>, Item> {
  const { page = 1, pageSize = limits.pageSizeDefault } = query
  const answer = fetchPage(query).map((data, { headers }): ListPage<Data, More, Item> => {
    const isLast = () => {
      const count = getItems(data).length
      return count === 0 || (page - 1) * pageSize + count >= data.total
    }
    return {
      ...data,
      ...readMore(headers),
      changedThrough: headers.get('x-changed-through') ?? undefined,
      nextPage: () => (isLast() ? undefined : listPages(fetchPage, { ...query, page: page + 1 }, getItems, readMore)),
    }
  })
  return new PagePromise(answer.withResponse(), getItems)
}

type ListPage<Data, More, Item> = Data &
  More &
  Extra & { nextPage(): PagePromise<ListPage<Data, More, Item>, Item> | undefined }
