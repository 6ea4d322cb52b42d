/** Requests of one kind; `bodyBytes` is about how long each body is. */
export type Work =
  /** In turn to these addresses. */
  | { kind: 'get'; paths: string[] }
  /** Of new jobs, whose external ids begin alike. */
  | { kind: 'create' | 'upsert'; prefix: string; bodyBytes: number }
  /** In turn of these jobs, each time with another text. */
  | { kind: 'update'; externalIds: string[]; bodyBytes: number }
  /** Each of these jobs once. */
  | { kind: 'unpublish'; externalIds: string[] }
  /** Each of these board jobs once, so many in a request. */
  | { kind: 'link'; jobIds: number[]; prefix: string; linksPerRequest: number }
  /** Of new jobs, so many in a request. */
  | { kind: 'upsert-many'; prefix: string; bodyBytes: number; jobsPerRequest: number }
  /** Forms that are sent to this address, numbered. */
  | { kind: 'apply'; path: string; firstNumber: number }
  /** In turn, of each so many of a round. */
  | { kind: 'mixed'; parts: { count: number; work: Work }[] }

export interface Plan {
  url: string
  key: string
  work: Work
  connections: number
  /** How long is measured, after a while that is not. */
  seconds: number
  warmUpSeconds: number
  /** So many requests a second, whether answered or not; undefined: each connection sends when it has its answer. */
  perSecond?: number
  /** No more requests than this in all. */
  requestsMax?: number
  /** Processes whose CPU time is taken over the measured while. */
  pids: number[]
}

/** What was measured; times of answers in milliseconds. */
export interface Load {
  requests: number
  seconds: number
  perSecond: number
  p50: number
  p90: number
  p99: number
  max: number
  /** Answers of another status than expected, by status; 0: none came. */
  failures: Record<number, number>
  /** CPU seconds of the load generator itself. */
  ownCpuSeconds: number
  /** Of each process of the plan; undefined where this machine does not tell. */
  processes: { cpuSeconds: number; residentBytes: number }[] | undefined
}
