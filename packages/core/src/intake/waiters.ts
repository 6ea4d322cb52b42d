import type { Background } from '../process/background.ts'
import type { Metrics } from '../process/metrics.ts'
import type { MailboxStore } from './mailbox-store.ts'

/*
 * Requests for candidates that wait for the first one. What this process accepts or slots wakes them at once. For what other
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
  /** Ends the waiting, and frees the slot of this request for another one. */
  leave(): void
}

interface Slot {
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
  metrics: Pick<Metrics, 'waitersChanged'>
}

export function createWaiters({ mailboxes, dropLook, background, metrics }: WaitersDeps) {
  const companies = new Map<string, Set<Slot>>()
  let waiters = 0
  let isStopped = false
  let isAsking = false

  function enter(companyId: string, { isOfChanges }: { isOfChanges: boolean }): Waiter | undefined {
    const slots = companies.get(companyId) ?? new Set()
    if (isStopped || waiters >= WAITERS_MAX || slots.size >= WAITERS_OF_COMPANY_MAX) return undefined
    const slot: Slot = { isOfChanges, afterMs: undefined, isWoken: false, wake: () => {} }
    companies.set(companyId, slots.add(slot))
    waiters++
    metrics.waitersChanged(1)
    return {
      async wait(after, ms) {
        if (!slot.isWoken && !isStopped) {
          slot.afterMs = after.getTime()
          askLater()
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, ms)
            slot.wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
        slot.afterMs = undefined
        slot.isWoken = false
      },
      isStopped: () => isStopped,
      leave() {
        slot.wake()
        if (!slots.delete(slot)) return
        waiters--
        metrics.waitersChanged(-1)
        if (slots.size === 0 && companies.get(companyId) === slots) companies.delete(companyId)
      },
    }
  }

  function wakeSlot(slot: Slot): void {
    slot.isWoken = true
    slot.wake()
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

  const listWaiting = (slots: Iterable<Slot> = []) => [...slots].filter(({ afterMs }) => afterMs !== undefined)
  const hasWaiting = () => [...companies.values()].some((slots) => listWaiting(slots).length > 0)

  async function ask(): Promise<void> {
    const waiting = [...companies].flatMap(([companyId, slots]) => (listWaiting(slots).length > 0 ? [companyId] : []))
    if (waiting.length === 0) return
    for (const { companyId, lastDate, lastPlaced } of await mailboxes.listLastDates(waiting)) {
      const [dateMs, placeMs] = [lastDate.getTime(), lastPlaced.getTime()]
      const isNew = ({ isOfChanges, afterMs = Number.POSITIVE_INFINITY }: Slot) =>
        dateMs > afterMs || (isOfChanges && placeMs > afterMs)
      const woken = listWaiting(companies.get(companyId)).filter(isNew)
      if (woken.length > 0) dropLook(companyId)
      for (const slot of woken) wakeSlot(slot)
    }
  }

  return {
    /** Gives a request a slot among those that may wait. Undefined if too many do, or if this process stops. */
    enter,
    /** Wakes the requests of a company, because this process has accepted or placed something. */
    wake(companyId: string): void {
      for (const slot of companies.get(companyId) ?? []) wakeSlot(slot)
    },
    /** Answers all requests that wait. Later ones do not wait. */
    stop(): void {
      isStopped = true
      for (const slots of companies.values()) for (const slot of slots) wakeSlot(slot)
    },
  }
}
