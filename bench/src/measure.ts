import { setTimeout as sleep } from 'node:timers/promises'
import { readCpuMs, readExactCpuMs } from './cpu.ts'
import { type Load, median, runLoad } from './load.ts'
import type { Operation } from './operation.ts'
import { PUT_OFF_MS } from './service/service.ts'
import type { Contender } from './service/stock.ts'

/** How an operation is measured. */
export interface Plan {
  callers: number
  /** The length of a run. An operation that uses something up sends at most its own amount of requests. */
  length: { requests: number } | { seconds: number }
  databasePid: number | undefined
}

/** The figures of a run. */
export interface Run extends Load {
  /** CPU time of the service and of the database. Undefined where this machine does not tell it. */
  apiCpuMs: number | undefined
  databaseCpuMs: number | undefined
}

/** The medians of the runs of one service, and what a request costs. */
export interface Measured {
  perSecond: number
  p99Ms: number
  wrong: number
  apiCpuUs: number | undefined
  databaseCpuUs: number | undefined
}

const LEAD_IN_SHARE = 1 / 3
const LEAD_INS_MAX = 6
const STEADY_DIFFERENCE = 0.1

/** Measures an operation of several services, which have the load in turn, in rounds. Each is first warmed up. */
export async function measure(
  operation: Operation,
  contenders: Contender[],
  { rounds, ...plan }: Plan & { rounds: number },
): Promise<Map<Contender, Measured>> {
  const entries = contenders.map((contender) => ({
    contender,
    runs: [] as Run[],
    send: prepareRuns(operation, contender, plan),
  }))
  for (const { send } of entries) await warmUp(() => send(LEAD_IN_SHARE))
  for (let round = 0; round < rounds; round++) {
    for (const { contender, runs, send } of entries) {
      // It fills the caches that ran out during the turns of the others.
      await send(LEAD_IN_SHARE)
      runs.push(await send())
      // Its late writes must not slow the next service.
      if (contender.service.name === 'boardwalk') await sleep(PUT_OFF_MS)
    }
  }
  return new Map(entries.map(({ contender, runs }) => [contender, summarise(runs)]))
}

/** Sends short runs until the rates of two in a row are about the same. */
async function warmUp(sendLeadIn: () => Promise<Load>): Promise<void> {
  let { perSecond: before } = await sendLeadIn()
  for (let leadIns = 1; leadIns < LEAD_INS_MAX; leadIns++) {
    const { perSecond } = await sendLeadIn()
    if (Math.abs(perSecond - before) < before * STEADY_DIFFERENCE) return
    before = perSecond
  }
}

/** Prepares the requests of an operation to a service. Answers a function that sends a run, or a share of one. */
export function prepareRuns(operation: Operation, contender: Contender, { callers, length, databasePid }: Plan) {
  const supply = operation.open(contender)
  const { url, pid } = contender.service
  const full = 'requests' in length ? Math.min(length.requests, supply.amount ?? length.requests) : supply.amount
  const readUse = () => ({
    apiCpuMs: pid && readExactCpuMs(pid),
    databaseCpuMs: databasePid && readCpuMs(databasePid),
  })
  return async (share = 1): Promise<Run> => {
    const amount = full && Math.ceil(full * share)
    const seconds = 'seconds' in length ? length.seconds * share : 0
    if (amount !== undefined) await supply.stock?.(amount)
    const before = readUse()
    const load = await runLoad(url, { ...supply, amount }, { connections: callers, seconds })
    const after = readUse()
    return {
      ...load,
      apiCpuMs: subtract(after.apiCpuMs, before.apiCpuMs),
      databaseCpuMs: subtract(after.databaseCpuMs, before.databaseCpuMs),
    }
  }
}

const subtract = (after: number | undefined, before: number | undefined) =>
  after === undefined || before === undefined ? undefined : after - before

function summarise(runs: Run[]): Measured {
  // The sum and not the median: a database's time is told in steps that are long for a short run.
  const findCpuUs = (member: 'apiCpuMs' | 'databaseCpuMs') => {
    const known = runs.flatMap((run) => run[member] ?? [])
    return known.length < runs.length ? undefined : (sum(known) * 1_000) / sum(runs.map(({ answers }) => answers))
  }
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    p99Ms: median(runs.map(({ p99Ms }) => p99Ms)),
    wrong: sum(runs.map(({ wrong }) => wrong)),
    apiCpuUs: findCpuUs('apiCpuMs'),
    databaseCpuUs: findCpuUs('databaseCpuMs'),
  }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
