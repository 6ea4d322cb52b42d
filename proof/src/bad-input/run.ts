import fc from 'fast-check'
import { signIn } from '../operator.ts'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { apiRequest } from './api-request.ts'
import { backOfficeRequest } from './back-office-request.ts'
import { unframedRequest } from './broken-request.ts'
import { type Address, createPipeline, sendAlone } from './connection.ts'
import type { Memory } from './process-probe.ts'
import type { HostileRequest } from './request.ts'
import { siteRequest } from './site-request.ts'
import { findProblem } from './verdict.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  minutes: number
}

/** Few, because a local database answers them slowly: with twelve, some requests waited for it longer than a request may take. */
const AT_ONCE = 4
/** Requests written to one connection without waiting for an answer. */
const PIPELINED = 16
/** Connections for one request each, which may break them. Most of them only wait. */
const ALONE_AT_ONCE = 128
const RUNS_A_CHECK = 25
const PROBLEMS_MAX = 30
const MEMORY_GROWTH_MB_MAX = 50
/** After this share of the requests the caches, the compiled code and the pools of the driver are complete. */
const WARM_UP_SHARE = 0.1
/** With fewer requests, resident memory still follows the largest request so far. Memory in use does not. */
const SETTLED_REQUESTS = 10_000
const MEMORY_EVERY_MS = 30_000
const MEGABYTE = 1024 * 1024

interface Tally {
  sent: number
  alone: number
  statuses: Map<number, number>
  unanswered: number
  problems: Map<string, string>
}

/** Sends hostile requests, and reports what the server did wrong. The same seed sends the same requests. */
export async function fuzz(board: OwnBoard, { requests, seed, minutes }: FuzzOptions): Promise<Report> {
  const { hostname, port } = new URL(board.url)
  const address = { host: hostname, port: Number(port) }
  const cookie = await signIn(board.operator, board.url, board.company.slug)
  const api = apiRequest(board.key)
  const whole = fc.oneof(
    // The cheapest requests for the server, and the most varied.
    { weight: 18, arbitrary: api },
    { weight: 1, arbitrary: siteRequest(board.jobPath, board.company.slug) },
    { weight: 1, arbitrary: backOfficeRequest(board.url, cookie) },
  )
  const broken = unframedRequest(board.key, whole)
  const tally: Tally = { sent: 0, alone: 0, statuses: new Map(), unanswered: 0, problems: new Map() }
  const before = await readGoodAnswers(board)
  const started = performance.now()
  const deadline = started + minutes * 60_000
  const untilSent = async (most: number) => {
    const isOver = () =>
      tally.sent >= most ||
      performance.now() > deadline ||
      board.ended() !== undefined ||
      tally.problems.size >= PROBLEMS_MAX
    await Promise.all([
      ...lanes(AT_ONCE, (lane) => sendWhole(address, whole, laneSeed(seed, lane), tally, isOver)),
      ...lanes(ALONE_AT_ONCE, (lane) => sendBroken(address, broken, laneSeed(seed, 1000 + lane), tally, isOver)),
    ])
  }
  const warmUp = Math.min(requests * WARM_UP_SHARE, SETTLED_REQUESTS)
  await untilSent(warmUp)
  const samples: Memory[] = []
  const sample = async () => {
    if (board.ended() === undefined) samples.push(await board.memory())
  }
  await sample()
  const sampling = setInterval(() => void sample(), MEMORY_EVERY_MS)
  await untilSent(requests)
  clearInterval(sampling)
  const seconds = (performance.now() - started) / 1000
  const end = board.ended()
  if (end !== undefined) {
    tally.problems.set('crash', `the server ended (${end})`)
    return makeReport(tally, seconds, {})
  }
  const after = await readGoodAnswers(board)
  if (after !== before) tally.problems.set('good requests', `good requests get other answers: ${after}\nnot ${before}`)
  await sample()
  // A long run compares medians, because resident memory follows the largest requests of a moment.
  const tenth = Math.ceil(samples.length / 10)
  const [warm, cool] = [takeMedians(samples.slice(0, tenth)), takeMedians(samples.slice(-tenth))]
  const isSettled = warmUp === SETTLED_REQUESTS
  const residentMb = (cool.rss - warm.rss) / MEGABYTE
  const inUseMb = (inUse(cool) - inUse(warm)) / MEGABYTE
  const growthMb = isSettled ? Math.max(residentMb, inUseMb) : inUseMb
  if (growthMb >= MEMORY_GROWTH_MB_MAX) tally.problems.set('memory', `its memory grew by ${growthMb.toFixed(1)} MB`)
  return makeReport(tally, seconds, {
    'resident memory after warm-up, MB': (warm.rss / MEGABYTE).toFixed(1),
    'resident memory at the end, MB': (cool.rss / MEGABYTE).toFixed(1),
    'growth, MB': residentMb.toFixed(1),
    'growth of what is in use, MB': inUseMb.toFixed(1),
    'in use, MB, from then to then': samples.map((memory) => (inUse(memory) / MEGABYTE).toFixed(0)).join(' '),
  })
}

const inUse = ({ heapUsed, external }: Memory) => heapUsed + external

function takeMedians(samples: Memory[]): Memory {
  const median = (of: (memory: Memory) => number) => samples.map(of).sort((a, b) => a - b)[samples.length >> 1] ?? 0
  return {
    rss: median(({ rss }) => rss),
    heapUsed: median(({ heapUsed }) => heapUsed),
    external: median(({ external }) => external),
  }
}

const lanes = (count: number, run: (lane: number) => Promise<void>) =>
  Array.from({ length: count }, (_, lane) => run(lane))
const laneSeed = (seed: number, lane: number) => Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(lane + 1, 0x85ebca6b)

type Over = () => boolean

async function sendWhole(
  address: Address,
  whole: fc.Arbitrary<HostileRequest>,
  seed: number,
  tally: Tally,
  isOver: Over,
) {
  const pipeline = createPipeline(address)
  const batch = fc.array(whole, { minLength: PIPELINED, maxLength: PIPELINED, size: 'max' })
  await checkUntil(batch, seed, tally, isOver, async (requests) => {
    const answers = await pipeline.send(requests)
    tally.sent += requests.length
    for (const [index, answer] of answers.entries()) {
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
      const request = requests[index]
      const problem = request && findProblem(request, answer)
      if (problem !== undefined) throw new Error(`${request?.kind}: ${problem}\n${request?.bytes.subarray(0, 2000)}`)
    }
  })
  pipeline.close()
}

async function sendBroken(
  address: Address,
  broken: fc.Arbitrary<HostileRequest>,
  seed: number,
  tally: Tally,
  isOver: Over,
) {
  await checkUntil(fc.tuple(broken), seed, tally, isOver, async ([request]) => {
    const answers = await sendAlone(address, request)
    tally.sent++
    tally.alone++
    if (answers.length === 0) tally.unanswered++
    for (const answer of answers) {
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
      const problem = findProblem(request, answer)
      if (problem !== undefined) throw new Error(`${request.kind}: ${problem}`)
    }
  })
}

/** Runs the property over and over, with seeds that follow from the first. */
async function checkUntil<Value extends HostileRequest[]>(
  arbitrary: fc.Arbitrary<Value>,
  firstSeed: number,
  tally: Tally,
  isOver: Over,
  send: (requests: Value) => Promise<void>,
): Promise<void> {
  for (let seed = firstSeed; !isOver(); seed = Math.imul(seed, 0x27d4eb2f) + 1) {
    const property = fc.asyncProperty(arbitrary, async (requests) => {
      if (!isOver()) await send(requests)
    })
    // Without shrinking, which takes longer than the run.
    const outcome = await fc.check(property, { seed, numRuns: RUNS_A_CHECK, endOnFailure: true })
    if (!outcome.failed || outcome.counterexample === null) continue
    const message =
      outcome.errorInstance instanceof Error ? outcome.errorInstance.message : String(outcome.errorInstance)
    const [requests] = outcome.counterexample
    const bytes = requests.map((request) => request.bytes.subarray(0, 600).toString('latin1'))
    // One problem of each kind is enough.
    const name =
      message
        .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d{4,}/g, '…')
        .split('\n', 1)[0]
        ?.slice(0, 60) ?? ''
    if (!tally.problems.has(name)) tally.problems.set(name, `${message}\n${JSON.stringify(bytes)}`)
  }
}

/** Reads the answers to good requests, without the parts that differ each time. */
async function readGoodAnswers({ url, key }: OwnBoard): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: string) => {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
    return `${method} ${path} ${answer.status} ${(await answer.text()).replaceAll(/"(requestId|createdAt|updatedAt)":"[^"]*"|"jobId":\d+|-\d+"/g, '')}`
  }
  const answers = [
    await call('PUT', '/api/job/the-good-one', '{"job":{"title":"Good","city":["Rabat"],"extra":{"a":1}}}'),
    await call('GET', '/api/job/the-good-one'),
    await call('GET', '/api/job/not-there'),
    await call('POST', '/api/job', '{"job":{}}'),
    await call('GET', '/healthz'),
  ]
  // The first call creates the job, the later ones update it.
  return answers.join('\n').replace(/^(\S+ \S+) 20[01]/, '$1 20x')
}

function makeReport(
  { sent, alone, statuses, unanswered, problems }: Tally,
  seconds: number,
  memory: Report['figures'],
): Report {
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return {
    figures: {
      requests: sent,
      'of them on a connection of their own': alone,
      'closed without an answer': unanswered,
      seconds: seconds.toFixed(0),
      'requests a second': (sent / seconds).toFixed(0),
      answers: byStatus.join(', '),
      ...memory,
    },
    problems: [...problems.values()],
  }
}
