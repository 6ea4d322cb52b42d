/*
 * Decides whether reads and writes of one field are linearizable: whether they could have happened one after the other, each
 * at one instant between its beginning and its end. Every write has another value, so a read shows which write it saw. The
 * test of Gibbons and Korach (Testing Shared Memories, 1997) is then exact and needs no search.
 */

/** A write that was never answered ends at infinity: it may take effect at any time after its beginning, or never. */
export interface FieldWrite {
  value: string
  beganMs: number
  endedMs: number
  by: string
}

type FieldRead = FieldWrite

/** The reads and writes of one field, without the refused ones. */
export interface FieldHistory {
  /** The value before the first write. No write may set it. */
  initial: string
  writes: FieldWrite[]
  reads: FieldRead[]
}

/** The reason why a history has no order, with the operations that contradict each other. */
export interface Contradiction {
  what: string
  operations: string[]
}

/** All operations of one value: its write and the reads that saw it. */
interface Cluster {
  value: string
  write: FieldWrite
  reads: FieldRead[]
  /** The earliest end of them. From here on the field has certainly had the value. */
  firstEndMs: number
  /** The latest beginning of them. Until here the field certainly has the value, or will have it. */
  lastBeginMs: number
}

/** Finds contradictions. There are none if, and only if, the history is linearizable. Throws if two writes have one value. */
export function findContradictions(history: FieldHistory): Contradiction[] {
  const { clusters, contradictions } = gather(history)
  // A pair contradicts if each has an operation that ended before one of the other began. More than two never
  // contradict without such a pair.
  const byEnd = [...clusters].sort((a, b) => a.firstEndMs - b.firstEndMs)
  for (const [index, first] of byEnd.entries()) {
    for (let at = index + 1; at < byEnd.length; at++) {
      const second = byEnd[at]
      if (second === undefined || second.firstEndMs >= first.lastBeginMs) break
      if (first.firstEndMs < second.lastBeginMs) contradictions.push(describeContradiction(first, second))
    }
  }
  return contradictions
}

function gather({ initial, writes, reads }: FieldHistory) {
  const before = {
    value: initial,
    beganMs: Number.NEGATIVE_INFINITY,
    endedMs: Number.NEGATIVE_INFINITY,
    by: 'the set-up',
  }
  const clusters = new Map<string, Cluster>()
  for (const write of [before, ...writes]) {
    if (clusters.has(write.value)) throw new Error(`two writes have the value ${write.value}`)
    clusters.set(write.value, {
      value: write.value,
      write,
      reads: [],
      firstEndMs: write.endedMs,
      lastBeginMs: write.beganMs,
    })
  }
  const contradictions: Contradiction[] = []
  for (const read of reads) {
    const cluster = clusters.get(read.value)
    if (cluster === undefined) {
      const operations = [describeOperation('read', read)]
      contradictions.push({ what: `${read.value} was read, and was never written`, operations })
    } else if (read.endedMs < cluster.write.beganMs) {
      const operations = [describeOperation('read', read), describeOperation('written', cluster.write)]
      contradictions.push({ what: `${read.value} was read before it was written`, operations })
    } else {
      cluster.reads.push(read)
      cluster.firstEndMs = Math.min(cluster.firstEndMs, read.endedMs)
      cluster.lastBeginMs = Math.max(cluster.lastBeginMs, read.beganMs)
    }
  }
  return { clusters: clusters.values(), contradictions }
}

function describeContradiction(first: Cluster, second: Cluster): Contradiction {
  const what = `${first.value} was there before ${second.value} and after it`
  return { what, operations: [...describeCluster(first), ...describeCluster(second)].sort() }
}

function describeCluster({ write, reads }: Cluster): string[] {
  const lines = reads.map((read) => describeOperation('read', read))
  return Number.isFinite(write.beganMs) ? [describeOperation('written', write), ...lines] : lines
}

function describeOperation(verb: string, { value, beganMs, endedMs, by }: FieldWrite): string {
  const end = Number.isFinite(endedMs) ? `answered ${formatTime(endedMs)}` : 'never answered'
  return `${formatTime(beganMs)} ${value} ${verb} by ${by}, ${end}`
}

/** Formats a time; small numbers, which tests use, are not dates. */
const formatTime = (ms: number): string => (Math.abs(ms) < 1e12 ? String(ms) : new Date(ms).toISOString())
