import { ApiPromise, type WithResponse } from './api-promise.ts'
import { limits } from './generated/contract.ts'

interface Walkable<Page> {
  /** Fetches the page after this one; undefined on the last. */
  nextPage(): PromiseLike<Page> | undefined
}

/** Whether there is more after this page. */
export function hasMore(query: { page?: number; pageSize?: number }, items: number, total: number): boolean {
  const before = ((query.page ?? 1) - 1) * (query.pageSize ?? limits.pageSizeDefault)
  return items > 0 && before + items < total
}

/**
 * A list: await it for one page, or iterate over it for every item of this page and of all that follow.
 * @example
 * const { candidates, total } = await boardwalk.candidates.list('A-1')
 * for await (const candidate of boardwalk.candidates.list('A-1')) console.log(candidate.email)
 */
export class PagePromise<Page extends Walkable<Page>, Item> extends ApiPromise<Page> implements AsyncIterable<Item> {
  readonly #itemsOf: (page: Page) => Item[]

  constructor(answer: Promise<WithResponse<Page>>, itemsOf: (page: Page) => Item[]) {
    super(answer)
    // A caller may start to iterate later. Until then a failure must not count as an unhandled rejection.
    answer.catch(() => undefined)
    this.#itemsOf = itemsOf
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page | undefined = await this; page !== undefined; page = await page.nextPage())
      yield* this.#itemsOf(page)
  }
}
