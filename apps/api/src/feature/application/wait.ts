import type { Background } from '../../process/background.ts'
import type { Metrics } from '../../process/metrics.ts'
import type { IntegrationContext } from '../../trpc/context.ts'
import { type Actor, requireKeyStill } from '../api-key/service.ts'
import type { MailboxStore } from './mailbox-store.ts'

/*
 * Requests for candidates that wait for the first one. What this process accepts or places wakes them at once. For what other
 * processes do, one question each half second asks for the last dates of all companies that have a waiting request.
 * docs/adr/0014-changes.md says why a waiting request misses nothing.
 */

const ASK_EVERY_MS = 500
/** The number of requests that may wait, of all companies and of one. Any further request is answered at once. */
const WAITERS_MAX = 5_000
export const WAITERS_OF_COMPANY_MAX = 200

/** The name of the work in the metrics. */
const QUESTION = 'ask whether there is something for requests that wait'

/** One request that may wait, several times. */
export interface Waiter {
  /**
   * Waits for something after an instant: an application, or also a change. Ends as well after `ms`, and when this process
   * stops. It may end without anything new, so the caller polls again.
   */
  wait(after: Date, ms: number): Promise<void>
  /** Whether this process stops, so that no request waits any more. */
  isStopped(): boolean
  /** Ends the waiting, and gives the place of this request to another one. */
  leave(): void
}

interface Place {
  isOfChanges: boolean
  /** What the request has seen. Undefined while it does not wait. */
  afterMs: number | undefined
  /** Whether this process had something new since the last wait. */
  isWoken: boolean
  wake: () => void
}

interface WaitersDeps {
  mailboxes: Pick<MailboxStore, 'listLastDates'>
  /** Makes the next poll of this process look at the mailbox anew. */
  dropLook: (companyId: string) => void
  background: Pick<Background, 'run'>
  metrics: Pick<Metrics, 'waitersAre'>
}

export function createWaiters({ mailboxes, dropLook, background, metrics }: WaitersDeps) {
  const companies = new Map<string, Set<Place>>()
  let waiters = 0
  let isStopped = false
  let isAsking = false

  function enter(companyId: string, { isOfChanges }: { isOfChanges: boolean }): Waiter | undefined {
    const places = companies.get(companyId) ?? new Set()
    if (isStopped || waiters >= WAITERS_MAX || places.size >= WAITERS_OF_COMPANY_MAX) return undefined
    const place: Place = { isOfChanges, afterMs: undefined, isWoken: false, wake: () => {} }
    companies.set(companyId, places.add(place))
    metrics.waitersAre(++waiters)
    return {
      async wait(after, ms) {
        if (!place.isWoken && !isStopped) {
          place.afterMs = after.getTime()
          askLater()
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, ms)
            place.wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
        place.afterMs = undefined
        place.isWoken = false
      },
      isStopped: () => isStopped,
      leave() {
        place.wake()
        if (!places.delete(place)) return
        metrics.waitersAre(--waiters)
        if (places.size === 0 && companies.get(companyId) === places) companies.delete(companyId)
      },
    }
  }

  function wakePlace(place: Place): void {
    place.isWoken = true
    place.wake()
  }

  /** Asks in half a second, if a request waits then. */
  function askLater(): void {
    if (isAsking) return
    isAsking = true
    setTimeout(() => {
      background.run(QUESTION, () =>
        ask().finally(() => {
          isAsking = false
          if (hasWaiting()) askLater()
        }),
      )
    }, ASK_EVERY_MS).unref()
  }

  const listWaiting = (places: Iterable<Place> = []) => [...places].filter(({ afterMs }) => afterMs !== undefined)
  const hasWaiting = () => [...companies.values()].some((places) => listWaiting(places).length > 0)

  async function ask(): Promise<void> {
    const waiting = [...companies].flatMap(([companyId, places]) => (listWaiting(places).length > 0 ? [companyId] : []))
    if (waiting.length === 0) return
    for (const { companyId, lastDate, lastPlaced } of await mailboxes.listLastDates(waiting)) {
      const [dateMs, placeMs] = [lastDate.getTime(), lastPlaced.getTime()]
      const isNew = ({ isOfChanges, afterMs = Number.POSITIVE_INFINITY }: Place) =>
        dateMs > afterMs || (isOfChanges && placeMs > afterMs)
      const woken = listWaiting(companies.get(companyId)).filter(isNew)
      if (woken.length > 0) dropLook(companyId)
      for (const place of woken) wakePlace(place)
    }
  }

  return {
    /** Gives a request a place among those that may wait. Undefined if too many do, or if this process stops. */
    enter,
    /** Wakes the requests of a company, because this process has accepted or placed something. */
    wake(companyId: string): void {
      for (const place of companies.get(companyId) ?? []) wakePlace(place)
    },
    /** Answers all requests that wait. Later ones do not wait. */
    stop(): void {
      isStopped = true
      for (const places of companies.values()) for (const place of places) wakePlace(place)
    },
  }
}

/** An answer to a poll, which may have nothing for its caller. */
interface PolledAnswer {
  list: { total: number }
  syncedThrough?: Date
  earlier?: unknown
}

/**
 * Polls, and polls again when there may be something, until the answer has something for the caller or `seconds` have passed.
 * Without `seconds` it polls once. The header `x-waited` tells a caller how long the board waited, so that it can pause itself
 * after an answer that did not wait. Throws `api_key_invalid` if the key was revoked meanwhile.
 */
export async function pollUntilFound<Answer extends PolledAnswer>(
  { deps, actor, request, apiKey }: IntegrationContext & { actor: Actor },
  { seconds, isOfChanges }: { seconds: number | undefined; isOfChanges: boolean },
  poll: () => Promise<Answer>,
): Promise<Answer> {
  if (seconds === undefined) return poll()
  const endMs = performance.now() + seconds * 1000
  // Before the first poll, so that what comes during it wakes this request.
  const waiter = seconds > 0 ? deps.mailbox.enterWaiters(actor.companyId, { isOfChanges }) : undefined
  try {
    for (;;) {
      const answer = await poll()
      const { list, syncedThrough, earlier } = answer
      const leftMs = endMs - performance.now()
      const isFound = list.total > 0 || earlier !== undefined || syncedThrough === undefined
      if (isFound || waiter === undefined || waiter.isStopped() || leftMs <= 0 || request.isGone) return answer
      await request.wait(waiter.wait(syncedThrough, leftMs))
      if (request.isGone) return answer
      await requireKeyStill(deps, apiKey)
    }
  } finally {
    waiter?.leave()
    const waitedMs = Math.min(request.waitedMs, seconds * 1000)
    request.answer.headers['x-waited'] = (waitedMs / 1000).toFixed(3)
  }
}
