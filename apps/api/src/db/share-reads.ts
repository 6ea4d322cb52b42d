import { waitForEnd } from './wait-for-end.ts'

/**
 * Shares a read between callers who ask for the same at the same time. At most one read is under way; callers who ask
 * meanwhile share the next one. So no caller gets what was read before they asked, and a crowd costs two reads.
 */
export function shareReads<Args extends unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>()
  const next = new Map<string, Promise<Value>>()

  return (...args) => {
    const key = JSON.stringify(args)
    const start = (): Promise<Value> => {
      next.delete(key)
      const reading = read(...args).finally(() => {
        if (underWay.get(key) === reading) underWay.delete(key)
      })
      underWay.set(key, reading)
      return reading
    }
    const before = underWay.get(key)
    if (before === undefined) return start()
    const waiting = next.get(key) ?? waitForEnd(before).then(start)
    next.set(key, waiting)
    return waiting
  }
}
