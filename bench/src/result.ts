import type { Load } from './load/plan.ts'
import type { ServiceName } from './service/name.ts'

/** What one service did in one operation; of several rounds the medians, times in milliseconds. */
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
  /** Of one CPU, what the load generator took. */
  loadCpuShare: number
  apiResidentMb?: number
  /** Answers of another status than expected, in all rounds. */
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
  /** Requests a second that were due. */
  rate: number
}

export interface CountedCommands {
  operation: string
  connections: number
  /** Database commands for one request, by name and in all. */
  services: ByService<{ perRequest: number; byName: Record<string, number> }>
}

export interface Results {
  at: string
  database: string
  machine: { cpus: number; cpu: string; memoryGb: number; node: string }
  seconds: number
  rounds: number
  /** Of the job whose many candidates are paged through. */
  popularApplications: number
  conformance: ByService<{ checked: number; failures: string[] }>
  /** Each connection sends when it has its answer. */
  closedLoop: Measured[]
  /** Requests at half the rate of the best, those waiting counted. */
  openLoop: MeasuredAtRate[]
  databaseCommands: CountedCommands[]
  /** What was measured of Boardwalk alone, each when it was asked for. */
  goals?: Record<string, object>
}

/** The figures of several rounds of one service; the processes of each load are the API's and, if known, the database's. */
export function figuresOf(loads: Load[]): Figures {
  const of = (value: (load: Load) => number) => median(loads.map(value))
  const cpuMicros = (index: number) => {
    const all = loads.map(({ processes, requests }) => {
      const process = processes?.[index]
      return process === undefined || requests === 0 ? Number.NaN : (process.cpuSeconds * 1e6) / requests
    })
    return all.some(Number.isNaN) ? undefined : rounded(median(all))
  }
  const apiCpuMicros = cpuMicros(0)
  const databaseCpuMicros = cpuMicros(1)
  const residentBytes = loads.at(-1)?.processes?.[0]?.residentBytes
  return {
    perSecond: rounded(of(({ perSecond }) => perSecond)),
    p50: rounded(of(({ p50 }) => p50)),
    p90: rounded(of(({ p90 }) => p90)),
    p99: rounded(of(({ p99 }) => p99)),
    max: rounded(of(({ max }) => max)),
    ...(apiCpuMicros !== undefined && { apiCpuMicros }),
    ...(databaseCpuMicros !== undefined && { databaseCpuMicros }),
    loadCpuShare: rounded(of(({ ownCpuSeconds, seconds }) => ownCpuSeconds / seconds)),
    ...(residentBytes !== undefined && { apiResidentMb: rounded(residentBytes / 1e6) }),
    failures: loads.reduce((sum, { failures }) => sum + Object.values(failures).reduce((a, b) => a + b, 0), 0),
    rounds: loads.map(({ perSecond }) => rounded(perSecond)),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** To three digits or whole numbers, so that a file of results can be read. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
