import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { behaveWell, percentile } from './good-client.ts'
import { openSlowClients } from './slow-client.ts'

const P99_MS_MAX = 500
const BASELINE_SECONDS = 10
/** The limit for headers in apps/api/src/http/server.ts, the interval of its checks, and the time to read the answer. */
const HEADERS_MS_MAX = 30_000

/** Measures good requests while slow sockets dribble or stall. */
export async function outlastSlowClients(board: OwnBoard, sockets: number, seconds: number): Promise<Report> {
  const alone = await behaveWell(board, AbortSignal.timeout(BASELINE_SECONDS * 1000))
  const slow = await openSlowClients(board, sockets)
  const openedMs = performance.now()
  const among = await behaveWell(board, AbortSignal.timeout(seconds * 1000))
  const connected = slow.connected()
  const overdue = performance.now() - openedMs > HEADERS_MS_MAX ? slow.overdue() : undefined
  slow.stop()
  const p99 = percentile(among, 99)
  const still = [...connected].map(([name, count]) => `${count} ${name}`).join(', ')
  return {
    figures: {
      'slow sockets': sockets,
      'still connected at the end': still,
      'good requests alone': alone.latenciesMs.length,
      'their 99th percentile, ms': percentile(alone, 99).toFixed(0),
      'good requests among them': among.latenciesMs.length,
      'median, ms': percentile(among, 50).toFixed(0),
      '99th percentile, ms': p99.toFixed(0),
    },
    problems: [
      ...(p99 < P99_MS_MAX ? [] : [`the 99th percentile of good requests is ${p99.toFixed(0)} ms`]),
      ...(overdue ? [`${overdue} clients that were too slow with their headers are still connected`] : []),
      ...new Set([...alone.failures, ...among.failures].map((failure) => `a good request failed: ${failure}`)),
    ],
  }
}
