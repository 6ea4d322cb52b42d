/*
 * Decides whether reads and writes of one field could have happened one after the other, each at one instant between its
 * beginning and its end: whether they are linearizable. Every write has a value of its own, so that a read says which
 * write it saw. Then the test of Gibbons and Korach (Testing Shared Memories, 1997) is exact and needs no search.
 */

/** A write that was never answered ends at infinity: it may take effect at any time after its beginning, or never. */
export interface FieldWrite {
  value: string
  beganMs: number
  endedMs: number
  by: string
}

interface FieldRead {
  value: string
  beganMs: number
  endedMs: number
  by: string
}

/** What was done to one field. A write that was refused is not in it. */
export interface FieldHistory {
  /** What the field held before the first write. No write may set it. */
  initial: string
  writes: FieldWrite[]
  reads: FieldRead[]
}

/** Why a history has no order, with the operations that contradict each other. */
export interface Contradiction {
  what: string
  operations: string[]
}

/** All operations of one value: its write and the reads that saw it. */
interface Cluster {
  value: string
  write: FieldWrite
  reads: FieldRead[]
  /** The earliest end of them: from here on the value has certainly been there. */
  firstEndMs: number
  /** The latest beginning of them: until here the value has certainly been there, or had yet to come. */
  lastBeginMs: number
}

/** Empty if, and only if, the history is linearizable. Throws if two writes have one value. */
export function contradictionsIn(history: FieldHistory): Contradiction[] {
  const { clusters, contradictions } = gather(history)
  // A pair contradicts if each has an operation that ended before one of the other began. More than two never
  // contradict without such a pair.
  const byEnd = [...clusters].sort((a, b) => a.firstEndMs - b.firstEndMs)
  for (const [index, first] of byEnd.entries()) {
    for (let at = index + 1; at < byEnd.length; at++) {
      const second = byEnd[at]
      if (second === undefined || second.firstEndMs >= first.lastBeginMs) break
      if (first.firstEndMs < second.lastBeginMs) contradictions.push(contradictionOf(first, second))
    }
  }
  return contradictions
}

function gather({ initial, writes, reads }: FieldHistory) {
  const before = { value: initial, beganMs: Number.NEGATIVE_INFINITY, endedMs: Number.NEGATIVE_INFINITY, by: 'nobody' }
  const clusters = new Map<string, Cluster>()
  for (const write of [before, ...writes]) {
    if (clusters.has(write.value)) throw new Error(`two writes have the value ${write.value}`)
    clusters.set(write.value, {
      ...{ value: write.value, write, reads: [] },
      ...{ firstEndMs: write.endedMs, lastBeginMs: write.beganMs },
    })
  }
  const contradictions: Contradiction[] = []
  for (const read of reads) {
    const cluster = clusters.get(read.value)
    if (cluster === undefined) {
      contradictions.push({ what: `${read.value} was read, and nobody wrote it`, operations: [lineOf('read', read)] })
      continue
    }
    if (read.endedMs < cluster.write.beganMs) {
      const what = `${read.value} was read before it was written`
      contradictions.push({ what, operations: [lineOf('read', read), lineOf('written', cluster.write)] })
      continue
    }
    cluster.reads.push(read)
    cluster.firstEndMs = Math.min(cluster.firstEndMs, read.endedMs)
    cluster.lastBeginMs = Math.max(cluster.lastBeginMs, read.beganMs)
  }
  return { clusters: clusters.values(), contradictions }
}

function contradictionOf(first: Cluster, second: Cluster): Contradiction {
  const what = `${first.value} was there before ${second.value} and after it`
  return { what, operations: [...tellingLinesOf(first), ...tellingLinesOf(second)].sort() }
}

/** The write, and the reads that bound the value's time. */
function tellingLinesOf({ write, reads, firstEndMs, lastBeginMs }: Cluster): string[] {
  const telling = new Set([
    reads.find(({ endedMs }) => endedMs === firstEndMs),
    reads.find(({ beganMs }) => beganMs === lastBeginMs),
  ])
  const lines = [...telling].flatMap((read) => (read === undefined ? [] : [lineOf('read', read)]))
  return Number.isFinite(write.beganMs) ? [lineOf('written', write), ...lines] : lines
}

function lineOf(deed: string, { value, beganMs, endedMs, by }: FieldWrite | FieldRead): string {
  const end = Number.isFinite(endedMs) ? `answered ${timeOf(endedMs)}` : 'never answered'
  return `${timeOf(beganMs)} ${value} ${deed} by ${by}, ${end}`
}

/** Times of this program have fractions of a millisecond, which order what happened within one. */
const timeOf = (ms: number): string => (Math.abs(ms) < 1e12 ? String(ms) : new Date(ms).toISOString())
