import type { Metrics } from '../process/metrics.ts'

/*
 * The requests for candidates of this process that wait for the first one. The mailbox wakes them at once for what this process does, and
 * within half a second for what other processes do. docs/adr/0014-changes.md says why a waiting request misses nothing.
 */

/** The number of requests that may wait, of all companies and of one. Any further request is answered at once. */
const WAITERS_MAX = 5_000
export const WAITERS_OF_COMPANY_MAX = 200

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

export function createWaiters(metrics: Pick<Metrics, 'waitersChanged'>) {
  const companies = new Map<string, Set<Slot>>()
  let waiters = 0
  let isStopped = false

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

  function wakeSlots(slots: Iterable<Slot> = []): void {
    for (const slot of slots) {
      slot.isWoken = true
      slot.wake()
    }
  }

  return {
    /** Gives a request a slot among those that may wait. Undefined if too many do, or if this process stops. */
    enter,
    /** Counts the requests that may wait. */
    count: () => waiters,
    /** Lists the companies of which a request waits now. */
    listCompanies: (): string[] =>
      [...companies].flatMap(([companyId, slots]) =>
        [...slots].some(({ afterMs }) => afterMs !== undefined) ? [companyId] : [],
      ),
    /** Wakes the requests of a company. One whose poll is under way polls again instead of waiting. */
    wake: (companyId: string): void => wakeSlots(companies.get(companyId)),
    /** Wakes the requests of a company that wait and have not seen these last dates. Returns whether there are any. */
    wakeBefore(companyId: string, { lastDate, lastPosition }: { lastDate: Date; lastPosition: Date }): boolean {
      const [dateMs, positionMs] = [lastDate.getTime(), lastPosition.getTime()]
      const woken = [...(companies.get(companyId) ?? [])].filter(
        ({ isOfChanges, afterMs = Number.POSITIVE_INFINITY }) =>
          dateMs > afterMs || (isOfChanges && positionMs > afterMs),
      )
      wakeSlots(woken)
      return woken.length > 0
    },
    /** Answers all requests that wait. Later ones do not wait. */
    stop(): void {
      isStopped = true
      for (const slots of companies.values()) wakeSlots(slots)
    },
  }
}
