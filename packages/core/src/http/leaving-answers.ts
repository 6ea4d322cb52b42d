import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../error.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Settings } from '../process/settings.ts'

/** A reader that has been watched for less time is young: its rate is not known yet, and it is not ended. */
const WATCHED_MS_MIN = 1_000

/** Whether an answer has begun and waits for its reader to take more. */
export const isLeaving = (res: ServerResponse): boolean => res.headersSent && res.writableLength > 0

/** How many bytes a connection had taken from the process at a time. */
interface Sample {
  atMs: number
  sentBytes: number
}

/** A connection whose client does not take its answers at once: one answer, or several if it pipelines its requests. */
interface Reader {
  socket: Socket
  req: IncomingMessage
  answers: ServerResponse[]
  heldBytes: number
}

/**
 * Bounds what a process holds for clients that read slowly or not at all: the number of the answers that leave, their bytes, and
 * the number of answers that stall at one address. If there is too much, readers are ended: first at the address with the most
 * of them, and there the one that took the least in the last seconds. So readers that stall make room for readers that move.
 */
export function createLeavingAnswers(
  { settings, metrics }: { settings: Pick<Settings, 'answerLimits'>; metrics: Pick<Metrics, 'readerEnded'> },
  findAddress: (req: IncomingMessage) => string,
) {
  const { leaving: answersMax, leavingBytes: bytesMax, stalledOfAddress, stalledMs } = settings.answerLimits
  const samples = new WeakMap<Socket, { older: Sample; newer: Sample }>()

  /** Measures how fast a reader took bytes lately: over `stalledMs`, up to twice as long, or less if it is new. */
  function measure({ socket }: Reader): { isYoung: boolean; isStalled: boolean; bytesAMs: number } {
    const now = { atMs: performance.now(), sentBytes: socket.bytesWritten - socket.writableLength }
    const { older, newer } = samples.get(socket) ?? { older: now, newer: now }
    const isDue = now.atMs - newer.atMs >= stalledMs
    samples.set(socket, isDue ? { older: newer, newer: now } : { older, newer })
    const watchedMs = now.atMs - older.atMs
    const tookBytes = now.sentBytes - older.sentBytes
    const isYoung = watchedMs < WATCHED_MS_MIN
    return {
      isYoung,
      isStalled: !isYoung && watchedMs >= stalledMs && tookBytes === 0,
      bytesAMs: isYoung ? Number.MAX_VALUE : tookBytes / watchedMs,
    }
  }

  /** Sorts readers: those of the address with the most answers come first, and of these the slowest. */
  function rank(readers: Reader[]) {
    const answersAt = new Map<string, number>()
    return readers
      .map((reader) => ({ ...reader, ...measure(reader) }))
      .sort((a, b) => b.bytesAMs - a.bytesAMs)
      .map((reader) => {
        const address = findAddress(reader.req)
        const count = (answersAt.get(address) ?? 0) + reader.answers.length
        answersAt.set(address, count)
        return { ...reader, count }
      })
      .reverse()
      .sort((a, b) => b.count - a.count)
  }

  function end({ socket, answers }: Reader): void {
    for (const { req } of answers) req.boardwalk.error = new AppError('unconfirmed', { reason: 'overloaded' })
    metrics.readerEnded()
    // A connection that is closed in order would keep what its client has not taken in the memory of the system.
    socket.resetAndDestroy()
  }

  /** Ends readers while the answers that leave are too much. Returns how many answers are left. */
  return function makeRoom(leaving: ServerResponse[]): number {
    const readers = groupByConnection(leaving)
    let excess = leaving.length - answersMax
    let excessBytes = readers.reduce((sum, { heldBytes }) => sum + heldBytes, -bytesMax)
    let ended = 0
    for (const reader of rank(readers)) {
      const isOneTooMany = reader.isStalled && reader.count > stalledOfAddress
      if (excess <= 0 && excessBytes <= 0 && !isOneTooMany) continue
      excess -= reader.answers.length
      excessBytes -= reader.heldBytes
      // A young reader may be ended at the next check. Until then no other reader is ended in its place.
      if (reader.isYoung) continue
      end(reader)
      ended += reader.answers.length
    }
    return leaving.length - ended
  }
}

function groupByConnection(answers: ServerResponse[]): Reader[] {
  const readers = new Map<Socket, Reader>()
  for (const res of answers) {
    const { req } = res
    const reader = readers.get(req.socket) ?? { socket: req.socket, req, answers: [], heldBytes: 0 }
    reader.answers.push(res)
    reader.heldBytes += Math.max(res.writableLength, req.boardwalk.answerBytes)
    readers.set(req.socket, reader)
  }
  return [...readers.values()]
}
