import { environment } from '../environment.ts'

/**
 * Caches what a read finds for `CACHE_MS`, and shares a read between callers who ask for the same at the same time: what a team
 * would add to a service that is polled. Absence is not cached. Without `CACHE_MS` each call reads.
 */
export function remember<Value>(read: (key: string) => Promise<Value | null>): (key: string) => Promise<Value | null> {
  const { cacheMs } = environment
  if (cacheMs === 0) return read
  const reads = new Map<string, Promise<Value | null>>()
  return (key) => {
    const known = reads.get(key)
    if (known !== undefined) return known
    const reading = read(key)
    const forget = () => reads.delete(key)
    reads.set(key, reading)
    reading.then((value) => (value === null ? forget() : setTimeout(forget, cacheMs)), forget)
    return reading
  }
}
