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
