import { createHistogram } from 'node:perf_hooks'
import { type Answer, type Connection, openConnection } from './connection.ts'
import type { Load, Plan } from './plan.ts'
import { type ProcessTimes, readProcessTimes } from './process-times.ts'
import { type Request, type RequestSupply, requestSupply } from './request-supply.ts'

/** The longest time to wait for the last answers. */
const DRAIN_MS_MAX = 120_000

/** Sends the requests of a plan and measures them. */
export async function runLoad(plan: Plan): Promise<Load> {
  const urls = [plan.url].flat()
  const connections = Array.from({ length: plan.connections }, (_, index) =>
    openConnection(urls[index % urls.length] ?? ''),
  )
  try {
    const measure = createMeasure(plan)
    const supply = giveKeys(limitSupply(requestSupply(plan.work, plan.connections), plan.requestsMax), plan.keys)
    const sending = plan.perSecond === undefined ? closedLoop : openLoop
    await sending(connections, supply, measure, plan)
    return measure.load()
  } finally {
    await Promise.all(connections.map((connection) => connection.close()))
  }
}

function limitSupply(supply: RequestSupply, requestsMax = Number.POSITIVE_INFINITY): RequestSupply {
  let sent = 0
  return (connection) => (sent++ < requestsMax ? supply(connection) : undefined)
}

function giveKeys(supply: RequestSupply, keys: string[]): RequestSupply {
  let sent = 0
  return (connection) => {
    const request = supply(connection)
    const key = keys[sent++ % keys.length]
    return request && key !== undefined ? { ...request, key } : request
  }
}

/** Says what is wrong with an answer. Undefined if it is right. */
function findFailure({ expected, contains }: Request, { status, body }: Answer): string | undefined {
  if (status === 0) return 'no answer'
  if (status !== expected) return `status ${status}`
  return body.includes(contains) ? undefined : 'another body'
}

type Measure = ReturnType<typeof createMeasure>

/**
 * Measures the answers, and the CPU time, between the end of the warm-up and the end of the run. An operation is slow if a
 * connection has no answer yet when the warm-up ends. It is then measured from the first request to the last answer;
 * otherwise the measurement would count answers to requests that were sent before it.
 */
function createMeasure({ seconds, warmUpSeconds, pids, connections }: Plan) {
  const histogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 })
  const startedMs = performance.now()
  const endMs = startedMs + (warmUpSeconds + seconds) * 1000
  let begun = now()
  let ended: Moment | undefined
  let requests = 0
  let failures: Load['failures'] = {}
  let isSlow = false
  let isClosing = false

  function now(): Moment {
    return { atMs: performance.now(), own: process.cpuUsage(), processes: pids.map(readProcessTimes) }
  }
  function endWarmUp() {
    isSlow = requests < connections
    if (isSlow) return
    histogram.reset()
    requests = 0
    failures = {}
    begun = now()
  }
  function close() {
    isClosing = true
    if (!isSlow && requests >= connections) ended ??= now()
  }
  const timers = [setTimeout(close, endMs - startedMs)]
  if (warmUpSeconds > 0) timers.push(setTimeout(endWarmUp, warmUpSeconds * 1000))
  return {
    startedMs,
    endMs,
    /** Whether no more requests are sent. */
    isClosing: () => isClosing,
    /** Ends the measurement: all answers have come. */
    end() {
      for (const timer of timers) clearTimeout(timer)
      ended ??= now()
    },
    answered(request: Request, answer: Answer, sinceMs: number) {
      if (ended !== undefined) return
      const failure = findFailure(request, answer)
      if (failure !== undefined) {
        failures[failure] = (failures[failure] ?? 0) + 1
        return
      }
      requests++
      histogram.record(Math.max(1, Math.round((performance.now() - sinceMs) * 1000)))
    },
    load(): Load {
      if (ended === undefined) throw new Error('the work has not ended')
      const measuredSeconds = (ended.atMs - begun.atMs) / 1000
      const ms = (percentile: number) => histogram.percentile(percentile) / 1000
      const own = (moment: Moment) => (moment.own.user + moment.own.system) / 1_000_000
      return {
        requests,
        seconds: measuredSeconds,
        perSecond: requests / measuredSeconds,
        p50: ms(50),
        p90: ms(90),
        p99: ms(99),
        max: requests === 0 ? 0 : histogram.max / 1000,
        failures,
        ownCpuSeconds: own(ended) - own(begun),
        processes: computeUse(begun.processes, ended.processes),
      }
    },
  }
}

interface Moment {
  atMs: number
  own: NodeJS.CpuUsage
  processes: (ProcessTimes | undefined)[]
}

function computeUse(before: Moment['processes'], after: Moment['processes']): Load['processes'] {
  const spent: NonNullable<Load['processes']> = []
  for (const [index, end] of after.entries()) {
    const begin = before[index]
    if (begin === undefined || end === undefined) return undefined
    spent.push({ cpuSeconds: end.cpuSeconds - begin.cpuSeconds, residentBytes: end.residentBytes })
  }
  return spent
}

/** Sends each connection's next request when the answer to its last one has come. */
async function closedLoop(connections: Connection[], supply: RequestSupply, measure: Measure): Promise<void> {
  await Promise.all(
    connections.map(
      (connection, index) =>
        new Promise<void>((resolve) => {
          const next = () => {
            const request = measure.isClosing() ? undefined : supply(index)
            if (request === undefined) return resolve()
            const sentMs = performance.now()
            connection.send(request, (answer) => {
              measure.answered(request, answer, sentMs)
              next()
            })
          }
          next()
        }),
    ),
  )
  measure.end()
}

/**
 * Sends requests at a fixed rate. A request waits if every connection is busy, and its time counts from its planned
 * moment, so that the figures include the wait behind a slow answer.
 */
function openLoop(
  connections: Connection[],
  supply: RequestSupply,
  measure: Measure,
  { perSecond = 1 }: Plan,
): Promise<void> {
  return new Promise((resolve) => {
    const free = connections.map((_, index) => index)
    let planned = 0
    let sent = 0
    let isExhausted = false
    const dueMs = (number: number) => measure.startedMs + (number * 1000) / perSecond

    const send = (index: number) => {
      const request = supply(index)
      if (request === undefined) {
        isExhausted = true
        return void free.push(index)
      }
      const plannedMs = dueMs(sent++)
      connections[index]?.send(request, (answer) => {
        measure.answered(request, answer, plannedMs)
        free.push(index)
        sendDue()
      })
    }
    const sendDue = () => {
      while (sent < planned && !isExhausted && !measure.isClosing()) {
        const index = free.pop()
        if (index === undefined) return
        send(index)
      }
    }
    const tick = setInterval(() => {
      const nowMs = performance.now()
      planned = Math.floor(((Math.min(nowMs, measure.endMs) - measure.startedMs) * perSecond) / 1000) + 1
      sendDue()
      const isDone = (measure.isClosing() || isExhausted) && free.length === connections.length
      if (!isDone && nowMs < measure.endMs + DRAIN_MS_MAX) return
      clearInterval(tick)
      measure.end()
      resolve()
    }, 1)
  })
}
