import autocannon from 'autocannon'

/** A request, and what the caller does with the headers of the answer. */
interface LoadRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  key?: string
  onAnswer?: (headers: Record<string, string>) => void
}

/** Requests of one kind. */
export interface Work {
  /** Makes the n-th request of the run. */
  request: (number: number) => LoadRequest
  /** The status of a success. Default: 200. */
  status?: number
  /** A text that the body of a success has. Default: `"error":null`. */
  contains?: string
  /** The number of requests of a run. Without it, a run has a time. */
  amount?: number
}

export interface Pace {
  connections: number
  seconds: number
}

/** The figures of a run. Only right answers count. */
export interface Load {
  perSecond: number
  p99Ms: number
  answers: number
  wrong: number
}

/** A database may be slow at some operations. */
const ANSWER_SECONDS_MAX = 300

/** Sends requests, one at a time on each connection, and measures them. */
export async function runLoad(url: string, work: Work, { connections, seconds }: Pace): Promise<Load> {
  const { status = 200, contains = '"error":null', amount } = work
  let [sent, right, wrong] = [0, 0, 0]
  const startedMs = performance.now()
  let lastMs = startedMs
  const { latency, errors } = await autocannon({
    url,
    timeout: ANSWER_SECONDS_MAX,
    sampleInt: 10,
    connections: Math.min(connections, amount ?? connections),
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [
      {
        setupRequest(request, context: Pick<LoadRequest, 'onAnswer'>) {
          const { method = 'GET', path, body, key, onAnswer } = work.request(sent++)
          context.onAnswer = onAnswer
          const headers = {
            ...(key !== undefined && { 'x-api-key': key }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          }
          return {
            ...request,
            method,
            path,
            headers,
            body: body === undefined ? undefined : JSON.stringify(body),
          }
        },
        onResponse(answered, body, { onAnswer }: Pick<LoadRequest, 'onAnswer'>, headers) {
          if (answered === status && body.includes(contains)) right++
          else wrong++
          lastMs = performance.now()
          onAnswer?.(headers as Record<string, string>)
        },
      },
    ],
  })
  return {
    perSecond: right === 0 ? 0 : (right * 1e3) / (lastMs - startedMs),
    p99Ms: latency.p99,
    answers: right + wrong,
    wrong: wrong + errors,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** Rounds to three digits, or to a whole number from 100 on, so that people can read the results. */
export const round = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
