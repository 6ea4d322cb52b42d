import { setTimeout as sleep } from 'node:timers/promises'
import { describe, isObject, readBody } from './answer.ts'
import type { Company } from './application-log.ts'
import { checkCandidate } from './check-candidate.ts'
import type { HttpClient } from './http-client.ts'
import type { Random } from './random.ts'
import { askWaiting, noteWakeUp } from './waiting.ts'
import { formatJobPath, nowMs, openClient, type World } from './world.ts'

/** The ways in which pollers continue from one poll to the next. */
export const pollStyles = [
  'last date',
  'x-synced-through',
  'own clock',
  'page by page',
  'company-wide',
  'waiting',
] as const
export type PollStyle = (typeof pollStyles)[number]

/** Answers whether a style gets each application exactly once. `own clock` gets it at least once. */
const isExact = (style: PollStyle): boolean => style !== 'own clock'

/** The poller by its own clock must not be ahead of any process, and faults set a process back by up to 4 s. */
const BEHIND_MS = 5_000

/** The pauses of pollers between two rounds. */
const pauseMs = { min: 10, max: 150 }
/** This poller gets the last seconds again with each poll, so it asks less often. */
const OWN_CLOCK_PAUSE_MS = 700

/** Without faults, fewer answers than this fail to come. */
const UNANSWERED_MAX = 20

/** The candidates of one job or of the whole company, and a poller's place in them. */
interface PolledList {
  path: string
  sinceMs: number | undefined
  /** The next page, the last date so far and the beginning of this round. A round of a style that pages has several pages. */
  page: number
  lastMs: number | undefined
  beganMs: number
}

export interface Poller {
  company: Company
  style: PollStyle
  /** The date of each application, by its id. */
  seen: Map<string, number>
  /** What polls were promised: nothing that is accepted after `atMs` gets a date at or before `throughMs`. */
  promises: { atMs: number; throughMs: number }[]
  /** Polls until the world closes. */
  follow(): Promise<void>
  /** Polls until there is nothing new. */
  drain(): Promise<void>
}

interface Page {
  /** When it was asked for, and when it came. */
  beganMs: number
  cameMs: number
  candidates: Record<string, unknown>[]
  throughMs: number
}

export function createPoller(world: World, company: Company, style: PollStyle, random: Random): Poller {
  const client: HttpClient = openClient(world, random)
  const seen: Poller['seen'] = new Map()
  const promises: Poller['promises'] = []
  const paths =
    style === 'company-wide' || style === 'waiting'
      ? ['/api/candidates']
      : company.openJobs.map(({ externalId }) => `${formatJobPath(externalId)}/candidates`)
  const lists = paths.map((path): PolledList => ({ path, sinceMs: undefined, page: 1, lastMs: undefined, beganMs: 0 }))
  const isPaging = style === 'page by page' || style === 'own clock'
  const isBySynced = style === 'x-synced-through' || style === 'waiting'
  const pageSizeMax = isPaging ? 25 : 100
  let isDraining = false
  const name = `the poller by ${style} of ${company.slug}`

  /** Whether a poll declares its cursor. It may, if the board gave the cursor. */
  const isDeclared = () => style !== 'own clock' && random.chance(0.5)

  async function ask({ path, sinceMs, page }: PolledList, pageSize: number): Promise<Page | undefined> {
    const since = sinceMs === undefined ? '' : `since=${new Date(sinceMs).toISOString()}&synced=${isDeclared()}&`
    const beganMs = nowMs()
    const question = {
      operation: `poll by ${style}`,
      method: 'GET' as const,
      headers: { 'x-api-key': company.key },
      path: `${path}?${since}page=${page}&pageSize=${pageSize}`,
    }
    const answer = await (style === 'waiting' && !isDraining
      ? askWaiting(world, client, question, random)
      : client.ask(question))
    if (answer === undefined || answer.status >= 500) return undefined
    const { candidates, total, error } = readBody(answer) ?? {}
    const throughMs = Date.parse(String(answer.headers['x-synced-through']))
    const isWhole = answer.status === 200 && error === null && Array.isArray(candidates) && candidates.every(isObject)
    if (isWhole && typeof total === 'number' && total >= candidates.length && !Number.isNaN(throughMs)) {
      const cameMs = nowMs()
      promises.push({ atMs: cameMs, throughMs })
      return { beganMs, cameMs, candidates, throughMs }
    }
    world.breaches.add('malformed', `${name} was answered ${describe(answer)}`)
    return undefined
  }

  /** Takes the candidates of an answer, and counts the new ones. */
  function receive({ beganMs, cameMs, candidates }: Page, afterMs: number): number {
    let lastMs = afterMs
    let fresh = 0
    for (const candidate of candidates) {
      const application = world.applications.find(candidate)
      const dateMs = Date.parse(String(candidate.date))
      const id = String(candidate.id)
      const history = application?.history ?? []
      if (!(dateMs > lastMs)) {
        const passed = new Date(lastMs).toISOString()
        world.breaches.add('out of order', `${name} got ${id} of ${candidate.date} after ${passed}`, history)
      }
      lastMs = dateMs
      if (!seen.has(id)) fresh++
      else if (isExact(style)) world.breaches.add('repeated', `${name} got ${id} of ${candidate.date} again`, history)
      seen.set(id, dateMs)
      checkCandidate(world, name, company, candidate, beganMs)
      if (style === 'waiting') noteWakeUp(world, application?.acknowledged?.atMs, { beganMs, cameMs })
    }
    return fresh
  }

  /** Polls a list, and answers the number of new candidates, or undefined if no answer came. */
  async function poll(list: PolledList): Promise<number | undefined> {
    if (list.page === 1) list.beganMs = nowMs()
    const pageSize = style === 'x-synced-through' ? random.between(1, 100) : pageSizeMax
    const page = await ask(list, pageSize)
    if (page === undefined) return undefined
    const fresh = receive(page, list.lastMs ?? list.sinceMs ?? 0)
    moveOn(list, page, pageSize)
    return fresh
  }

  /** Moves a list's cursor to the end of a page. */
  function moveOn(list: PolledList, page: Page, pageSize: number): void {
    const last = page.candidates.at(-1)
    if (last !== undefined) list.lastMs = Date.parse(String(last.date))
    if (isBySynced && page.throughMs < (list.sinceMs ?? 0))
      world.breaches.add('out of order', `${name} was sent back to ${new Date(page.throughMs).toISOString()}`)
    if (isPaging && page.candidates.length === pageSize) list.page++
    else Object.assign(list, { sinceMs: findNextSince(list, page.throughMs), page: 1, lastMs: undefined })
  }

  function findNextSince({ beganMs, lastMs, sinceMs }: PolledList, throughMs: number): number | undefined {
    if (style === 'own clock') return Math.floor(beganMs - BEHIND_MS)
    return isBySynced ? throughMs : (lastMs ?? sinceMs)
  }

  async function drainList(list: PolledList): Promise<void> {
    for (let unanswered = 0; unanswered < UNANSWERED_MAX; ) {
      const fresh = await poll(list)
      if (fresh === 0 && list.page === 1) return
      if (fresh !== undefined) continue
      unanswered++
      await sleep(200)
    }
    world.breaches.add('not healed', `${name} gets no answers any more`)
  }

  return {
    company,
    style,
    seen,
    promises,
    async follow() {
      while (world.isOpen()) {
        for (const list of lists) await poll(list)
        await sleep(style === 'own clock' ? OWN_CLOCK_PAUSE_MS : random.between(pauseMs.min, pauseMs.max))
      }
    },
    async drain() {
      isDraining = true
      for (const list of lists) await drainList(list)
      client.close()
    },
  }
}
