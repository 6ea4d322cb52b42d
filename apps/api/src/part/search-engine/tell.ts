import { findCompaniesById } from '@boardwalk/core/company/service'
import { findStoredThrough } from '@boardwalk/core/db/clock-watch'
import { toJobUrl } from '@boardwalk/core/job/url'
import type { Work } from '@boardwalk/core/process/schedule'
import type { Deps } from '../../deps.ts'
import type { Reply, SearchEngine, ToldPage } from './engine.ts'
import { noteChanges } from './notices.ts'
import { telling } from './state.ts'
import type { ClaimedEngine, SearchNotice } from './store.ts'

/*
 * Tells search engines of jobs. One process at a time works for an engine, so that the engine's quota is counted once and each state of a
 * job is told once. If a process dies between a call and the note of it, another one repeats the call: an engine is told at least once.
 */

/** Each process looks this often whether an engine is due. */
const LOOK_EVERY_MS = 5_000
/** How long a process keeps an engine to itself. Each batch and each call begin it anew. */
const CLAIM_MS = 2 * 60_000
/** The next process looks for changes this long after the last one has finished. */
const REST_MS = 10_000
/** The waits after calls that failed double from the first to the last. */
const FIRST_WAIT_MS = 60_000
const LAST_WAIT_MS = 4 * 60 * 60_000
/** An engine may ask for a longer wait, up to this. */
const RETRY_AFTER_MS_MAX = 24 * 60 * 60_000
/** The wait after a mistake of the operator, who often repairs it within minutes. */
const FORBIDDEN_WAIT_MS = 10 * 60_000
/** When the calls of a day are used up, the next day is looked for this often. */
const QUOTA_WAIT_MS = 30 * 60_000
/** How long it is remembered that an engine knows of a withdrawal. */
const FORGOTTEN_MS = 180 * 24 * 60 * 60_000

/** The name of this work in the log and the metrics. */
const nameWork = ({ name }: SearchEngine): string => `tell ${name} of jobs`

/** Makes the work for an engine. A call that is under way when the process stops ends, and no further one begins. */
export function createEngineWork(engine: SearchEngine): Work<Deps> {
  let isBegun = false
  return {
    name: nameWork(engine),
    everyMs: LOOK_EVERY_MS,
    async run(deps, signal) {
      if (!isBegun) await telling(deps).searchNotices.begin(engine.name, new Date(deps.now()))
      isBegun = true
      await tellSearchEngine(deps, engine, signal)
    },
  }
}

/** A claim after a step of the work. With `waitMs` the work is done until then. Undefined: another process has taken over. */
type Step = { claim: ClaimedEngine; waitMs?: number } | undefined

/** Tells an engine what has changed since the last time, unless it is not due or another process works for it. */
export async function tellSearchEngine(deps: Deps, engine: SearchEngine, signal: AbortSignal): Promise<void> {
  const nowMs = deps.soundNow()
  const claim = await telling(deps).searchNotices.claim(engine.name, new Date(nowMs), new Date(nowMs + CLAIM_MS))
  if (claim === undefined) return
  let step = await lookForChanges(deps, engine, claim, signal)
  while (step !== undefined && step.waitMs === undefined)
    // A server that stops leaves the rest to another process.
    step = signal.aborted ? { ...step, waitMs: 0 } : await tellNext(deps, engine, step.claim)
  if (step?.waitMs === undefined) return
  await telling(deps).searchNotices.save(step.claim, { dueAt: new Date(deps.soundNow() + step.waitMs) })
}

/** Stores progress, and begins the claim anew. */
async function prolong(deps: Deps, claim: ClaimedEngine, progress: Partial<ClaimedEngine> = {}): Promise<Step> {
  const dueAt = new Date(deps.soundNow() + CLAIM_MS)
  return (await telling(deps).searchNotices.save(claim, { ...progress, dueAt }))
    ? { claim: { ...claim, ...progress } }
    : undefined
}

/** Notes what has changed. */
async function lookForChanges(
  deps: Deps,
  engine: SearchEngine,
  claim: ClaimedEngine,
  signal: AbortSignal,
): Promise<Step> {
  const { changedThrough } = claim
  const storedThrough = findStoredThrough(deps)
  for await (const changed of deps.jobs.readChanged(changedThrough)) {
    await noteChanges(deps, engine, changed, changedThrough)
    if (signal.aborted) return { claim, waitMs: 0 }
    if ((await prolong(deps, claim)) === undefined) return undefined
  }
  // In the first minutes every change since the start is looked at each time, and none from before it.
  return prolong(deps, claim, { changedThrough: storedThrough > changedThrough ? storedThrough : changedThrough })
}

/** Makes the next call of an engine, if any page waits and its quota allows. */
async function tellNext(deps: Deps, engine: SearchEngine, claim: ClaimedEngine): Promise<Step> {
  const day = engine.findDay(deps.now())
  const calls = claim.day === day ? claim.calls : 0
  if (calls >= engine.callsADayMax) return { claim, waitMs: QUOTA_WAIT_MS }
  // After a failure with fewer pages, so that one that the engine refuses does not keep all others from it.
  const pagesMax = Math.max(1, Math.floor(engine.pagesMax / 10 ** claim.failures))
  const waiting = await telling(deps).searchNotices.findWaiting(engine.name, pagesMax)
  if (waiting.length === 0) return { claim, waitMs: REST_MS }
  const { notices, pages } = await findPages(deps, waiting)
  const [first, ...others] = pages
  if (first === undefined) return { claim }
  // Counted before the call, so that processes that die make no more calls than the engine allows.
  const counted = await prolong(deps, claim, { day, calls: calls + 1 })
  if (counted === undefined) return undefined
  const reply = await engine.tell([first, ...others])
  return noteReply(deps, engine, counted.claim, notices, reply)
}

async function noteReply(
  deps: Deps,
  engine: SearchEngine,
  claim: ClaimedEngine,
  notices: readonly SearchNotice[],
  reply: Reply,
): Promise<Step> {
  const { outcome } = reply
  const isGivenUp = outcome === 'refused' && notices.length === 1
  if (outcome === 'told' || isGivenUp)
    await telling(deps).searchNotices.noteTold(notices, new Date(deps.now() + FORGOTTEN_MS))
  const failures = outcome === 'told' ? 0 : claim.failures + 1
  // The operator's mistake must not use up the calls of the day.
  const calls = outcome === 'forbidden' ? claim.calls - 1 : claim.calls
  const waitMs = findWait(reply, failures, deps.now())
  reportReply(deps, engine, reply, { count: notices.length, isGivenUp, waitMs })
  const step = await prolong(deps, claim, { failures, calls })
  return step && outcome !== 'told' ? { ...step, waitMs } : step
}

/** Finds the pages of notices. Deletes the notices whose job or company is gone. */
async function findPages(
  deps: Deps,
  waiting: readonly SearchNotice[],
): Promise<{ notices: SearchNotice[]; pages: ToldPage[] }> {
  const found = await deps.jobs.findAddresses(
    waiting.map(({ jobId }) => jobId),
    'all',
  )
  const jobs = new Map(found.map((job) => [job.id, job]))
  const companies = await findCompaniesById(
    deps,
    waiting.map(({ companyId }) => companyId),
  )
  const notices: SearchNotice[] = []
  const gone: SearchNotice[] = []
  const pages: ToldPage[] = []
  for (const notice of waiting) {
    const [job, company] = [jobs.get(notice.jobId), companies.get(notice.companyId)]
    if (job === undefined || company === undefined) {
      gone.push(notice)
      continue
    }
    notices.push(notice)
    pages.push({ url: toJobUrl(deps.settings.publicUrl, company, job), isWithdrawn: notice.isWithdrawn })
  }
  await telling(deps).searchNotices.remove(gone)
  return { notices, pages }
}

function findWait({ outcome, retryAfter }: Reply, failures: number, nowMs: number): number {
  const growingMs = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
  if (outcome === 'forbidden') return FORBIDDEN_WAIT_MS
  return Math.max(growingMs, Math.min(RETRY_AFTER_MS_MAX, readRetryAfter(retryAfter, nowMs)))
}

/** Reads the header `Retry-After`, which is a number of seconds or a date. 0 if it is neither. */
function readRetryAfter(header = '', nowMs: number): number {
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? 0 : ms
}

/** Logs and counts what became of a call. */
function reportReply(
  deps: Deps,
  engine: SearchEngine,
  { outcome, reason }: Reply,
  { count, isGivenUp, waitMs }: { count: number; isGivenUp: boolean; waitMs: number },
): void {
  const { log, metrics } = deps
  const { name, setting } = engine
  const counted = outcome === 'told' ? 'told' : isGivenUp ? 'given_up' : 'postponed'
  telling(deps).toldPages.inc({ engine: name, outcome: counted }, count)
  const call = { engine: name, count, ...(outcome !== 'told' && { reason, waitSeconds: Math.round(waitMs / 1000) }) }
  if (outcome === 'told') log.info(call, 'a search engine was told of jobs')
  else if (outcome === 'refused') log.warn(call, 'a search engine refused the addresses of jobs')
  else if (outcome === 'postponed') log.warn(call, 'a search engine could not be told of jobs; it is tried again later')
  else {
    metrics.workFailed(nameWork(engine))
    log.error(call, `${setting} does not work: the search engine does not accept it`)
  }
}
