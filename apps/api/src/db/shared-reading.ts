import { over } from './turn.ts'

/**
 * A reading that many ask for at once is made for all of them: at most one is under way, and whoever asks meanwhile waits
 * for one next. So nobody gets what was read before they asked, and a crowd costs two readings.
 */
export function sharedReading<Args extends unknown[], Value>(
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
    const waiting = next.get(key) ?? over(before).then(start)
    next.set(key, waiting)
    return waiting
  }
}
