/** What an operation answered, with what came around it. */
export interface WithResponse<Data> {
  data: Data
  /** HTTP status. */
  status: number
  headers: Headers
  /** Name it when you ask the board's operator for help. */
  requestId: string | undefined
}

/**
 * What a call gives: await it for the data, or its `withResponse()` for the status and headers too.
 * @example
 * const { data, status, requestId } = await boardwalk.jobs.get('A-1').withResponse()
 */
export class ApiPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ApiPromise'
  // The one promise: were there a second for the data, nobody would catch its rejection after withResponse().
  readonly #answer: Promise<WithResponse<Data>>

  constructor(answer: Promise<WithResponse<Data>>) {
    this.#answer = answer
  }

  /**
   * The data, and the status, headers and request id of the answer.
   * @example
   * const { data, headers } = await boardwalk.candidates.listAll().withResponse()
   * console.log(data.total, headers.get('x-synced-through'))
   */
  withResponse(): Promise<WithResponse<Data>> {
    return this.#answer
  }

  /**
   * The same call with its data made into something else.
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
