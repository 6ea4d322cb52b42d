import { ApiPromise, type WithResponse } from './api-promise.ts'
import { limits } from './generated/contract.ts'

interface PageWithNext<Page> {
  /** Fetches the next page. Returns undefined on the last page. */
  nextPage(): PromiseLike<Page> | undefined
}

/** Tells whether another page follows this one. */
export function hasMore(query: { page?: number; pageSize?: number }, items: number, total: number): boolean {
  const before = ((query.page ?? 1) - 1) * (query.pageSize ?? limits.pageSizeDefault)
  return items > 0 && before + items < total
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
    for (let page: Page | undefined = await this; page !== undefined; page = await page.nextPage())
      yield* this.#getItems(page)
  }
}
