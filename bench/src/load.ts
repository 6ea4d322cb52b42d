import autocannon from 'autocannon'

/** Requests of one kind. */
export interface Work {
  /** Makes the n-th request of the run. */
  request: (number: number) => { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object; key?: string }
  /** The status of a success. Default: 200. */
  status?: number
  /** A text that the body of a success has. Default: `"error":null`. */
  contains?: string
  /** The number of requests, if each of them uses something up. Otherwise the run has a time. */
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
    ...{ url, connections, timeout: ANSWER_SECONDS_MAX, sampleInt: 100 },
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [
      {
        setupRequest(request) {
          const { method = 'GET', path, body, key } = work.request(sent++)
          const headers = {
            ...(key !== undefined && { 'x-api-key': key }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          }
          return { ...request, method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) }
        },
        onResponse(answered, body) {
          if (answered === status && body.includes(contains)) right++
          else wrong++
          lastMs = performance.now()
        },
      },
    ],
  })
  return {
    perSecond: (right * 1_000) / (lastMs - startedMs),
    ...{ p99Ms: latency.p99, wrong: wrong + errors },
  }
}

/** Computes the medians of the runs of one service. */
export const summarise = (loads: Load[]): Load => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
  wrong: loads.reduce((sum, { wrong }) => sum + wrong, 0),
})

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** Rounds to three digits, or to a whole number from 100 on, so that people can read the results. */
export const round = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
