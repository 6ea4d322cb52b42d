import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { UploadLimits } from './settings.ts'

/** Where files are stored: in the spool folder while they arrive, then in the database. */
type Place = 'spool' | 'database'

interface Sizes {
  fsTotalSize?: unknown
  fsUsedSize?: unknown
  /** What each shard says, if there are several. */
  raw?: Record<string, Sizes>
}

interface FreeSpaceOptions {
  /** What the database answers to `dbStats`. */
  readStats: () => Promise<Sizes | undefined>
  spoolFolder: string
  limits: Pick<UploadLimits, 'freeSpoolBytes' | 'freeDatabaseBytes'>
  log: Pick<Logger, 'warn' | 'info'>
  metrics: Pick<Metrics, 'spaceFree'>
}

export type FreeSpace = ReturnType<typeof createFreeSpace>

/**
 * Knows whether there is space for files. Without it the server takes none, so that a full disk does not keep the database
 * from storing all the rest.
 */
export function createFreeSpace({ readStats, spoolFolder, limits, log, metrics }: FreeSpaceOptions) {
  const low = new Set<Place>()
  let doesDatabaseTell = true

  async function readFreeBytesOfDatabase(): Promise<number | undefined> {
    // secantus: its servers do not tell the size of the disk, and the Rust server reads every row to answer. So they are asked once.
    if (!doesDatabaseTell) return undefined
    const bytes = findFreeBytes(await readStats())
    doesDatabaseTell = bytes !== undefined
    return bytes
  }

  async function look(place: Place, bytesMin: number, read: () => Promise<number | undefined>): Promise<void> {
    const bytes = await read()
    if (bytes === undefined) return
    metrics.spaceFree(place, bytes)
    if (bytes < bytesMin === low.has(place)) return
    if (bytes < bytesMin) {
      low.add(place)
      log.warn({ place, bytes }, 'CVs are not received: there is too little free space')
    } else {
      low.delete(place)
      log.info({ place, bytes }, 'CVs are received again: there is free space')
    }
  }

  return {
    isLow: () => low.size > 0,
    /** Looks how much is free now. */
    async check(): Promise<void> {
      await Promise.all([
        look('spool', limits.freeSpoolBytes, async () => {
          const { bavail, bsize } = await statfs(spoolFolder)
          return bavail * bsize
        }),
        look('database', limits.freeDatabaseBytes, readFreeBytesOfDatabase),
      ])
    },
  }
}

/** Finds how much is free where least is free. Not every server says it, and one says 0 for the size of its disk. */
function findFreeBytes({ fsTotalSize, fsUsedSize, raw }: Sizes = {}): number | undefined {
  const ofShards = Object.values(raw ?? {}).map((sizes) => findFreeBytes(sizes))
  const isTold = typeof fsTotalSize === 'number' && typeof fsUsedSize === 'number' && fsTotalSize > 0
  const own = isTold ? fsTotalSize - fsUsedSize : undefined
  const known = (ofShards.length > 0 ? ofShards : [own]).filter((bytes) => bytes !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
