import type { Load } from './load/plan.ts'
import type { ServiceName } from './service/name.ts'

/** The figures of one service in one operation: medians over several rounds, times in milliseconds. */
export interface Figures {
  perSecond: number
  p50: number
  p90: number
  p99: number
  max: number
  /** CPU time of the API process for one request. */
  apiCpuMicros?: number
  /** CPU time of the database process for one request. */
  databaseCpuMicros?: number
  /** The load generator's share of one CPU. */
  loadCpuShare: number
  apiResidentMb?: number
  /** Wrong answers, in all rounds. They count in no other figure. */
  failures: number
  /** Requests a second of each round. */
  rounds: number[]
}

export type ByService<Value> = Partial<Record<ServiceName, Value>>

export interface Measured {
  operation: string
  connections: number
  services: ByService<Figures>
}

export interface MeasuredAtRate extends Measured {
  /** The requests a second that were sent. */
  rate: number
  /** The figures of the closed loop. A service that did not reach the rate there was not measured at it. */
  closed: ByService<Figures>
}

export interface CountedCommands {
  operation: string
  connections: number
  /** The database commands of one request, by name and in all. */
  services: ByService<{ perRequest: number; byName: Record<string, number> }>
}

export interface Results {
  at: string
  database: string
  machine: { cpus: number; cpu: string; memoryGb: number; node: string }
  seconds: number
  rounds: number
  /** The applications of the job whose candidates `poll-50-of-many` reads. */
  popularApplications: number
  /** The numbers of companies of the operations that many companies call. */
  companies: number[]
  conformance: ByService<{ checked: number; failures: string[] }>
  /** Closed loop: a connection sends its next request when it has its answer. */
  closedLoop: Measured[]
  /** Open loop: requests come at half the rate of the best service, and the time that they wait counts. */
  openLoop: MeasuredAtRate[]
  databaseCommands: CountedCommands[]
  /** What was measured of Boardwalk alone, by goal. */
  goals?: Record<string, object>
}

/**
 * Computes the figures of several rounds of one service. The processes of each load are the API's and, if it is known,
 * the database's.
 */
export function computeFigures(loads: Load[]): Figures {
  const medianOver = (value: (load: Load) => number) => median(loads.map(value))
  const cpuMicros = (index: number) => {
    const all = loads.map(({ processes, requests }) => {
      const process = processes?.[index]
      return process === undefined || requests === 0 ? Number.NaN : (process.cpuSeconds * 1e6) / requests
    })
    return all.some(Number.isNaN) ? undefined : round(median(all))
  }
  const apiCpuMicros = cpuMicros(0)
  const databaseCpuMicros = cpuMicros(1)
  const residentBytes = loads.at(-1)?.processes?.[0]?.residentBytes
  return {
    perSecond: round(medianOver(({ perSecond }) => perSecond)),
    p50: round(medianOver(({ p50 }) => p50)),
    p90: round(medianOver(({ p90 }) => p90)),
    p99: round(medianOver(({ p99 }) => p99)),
    max: round(medianOver(({ max }) => max)),
    ...(apiCpuMicros !== undefined && { apiCpuMicros }),
    ...(databaseCpuMicros !== undefined && { databaseCpuMicros }),
    loadCpuShare: round(medianOver(({ ownCpuSeconds, seconds }) => ownCpuSeconds / seconds)),
    ...(residentBytes !== undefined && { apiResidentMb: round(residentBytes / 1e6) }),
    failures: loads.reduce((sum, { failures }) => sum + Object.values(failures).reduce((a, b) => a + b, 0), 0),
    rounds: loads.map(({ perSecond }) => round(perSecond)),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** Rounds to three digits, or to a whole number from 100 on, so that people can read the results. */
export function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
