/** Requests of one kind. `bodyBytes` is the approximate size of a body. */
export type Work =
  /** Asks these addresses in turn. Each answer must have the text `contains`. */
  | { kind: 'get'; paths: string[]; contains: string }
  /** Creates jobs whose external ids begin with the prefix. */
  | { kind: 'create' | 'upsert'; prefix: string; bodyBytes: number }
  /** Updates these jobs in turn, each time with another text. */
  | { kind: 'update'; externalIds: string[]; bodyBytes: number }
  /** Unpublishes each of these jobs once. */
  | { kind: 'unpublish'; externalIds: string[] }
  /** Links each of these board jobs once, several in a request. */
  | { kind: 'link'; jobIds: number[]; prefix: string; linksPerRequest: number }
  /** Creates jobs, several in a request. */
  | { kind: 'upsert-many'; prefix: string; bodyBytes: number; jobsPerRequest: number }
  /** Sends numbered forms to this address. */
  | { kind: 'apply'; path: string; firstNumber: number }
  /** Mixes works: each comes `count` times in a round. */
  | { kind: 'mixed'; parts: { count: number; work: Work }[] }

export interface Plan {
  /** The service, or its processes, over which the connections are spread. */
  url: string | string[]
  /** The keys of the callers. The requests have them in turn. */
  keys: string[]
  work: Work
  connections: number
  /** The time that is measured, after the warm-up. */
  seconds: number
  warmUpSeconds: number
  /** The rate of an open loop. Undefined for a closed loop, in which a connection sends when it has its answer. */
  perSecond?: number
  /** The most requests in all. */
  requestsMax?: number
  /** Processes whose CPU time is measured. */
  pids: number[]
}

/** The figures of a run. The times of answers are in milliseconds. Only right answers count. */
export interface Load {
  requests: number
  seconds: number
  perSecond: number
  p50: number
  p90: number
  p99: number
  max: number
  /** The number of wrong answers, by what was wrong. */
  failures: Record<string, number>
  /** The load generator's own CPU time. */
  ownCpuSeconds: number
  /** The processes of the plan, in its order. Undefined if this machine does not tell. */
  processes: { cpuSeconds: number; residentBytes: number }[] | undefined
}
