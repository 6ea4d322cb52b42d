import { setTimeout as pause } from 'node:timers/promises'
import { encodeForm, fillForm, makePdf } from '../application-form.ts'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'
import { behaveWell, percentile } from './good-client.ts'
import { CROWDED_ADDRESS, stallBodies } from './stalled-body.ts'

const MIB = 1024 * 1024
const GROWTH_MB_MAX = 150
const P99_MS_MAX = 500
const BETWEEN_LOOKS_MS = 250
const BETWEEN_UPLOADS_MS = 500
const SETTLED_SECONDS = 10
const GOOD_ADDRESS = '192.0.2.1'

/** Measures the memory, good requests and good uploads while clients withhold the end of large forms and sign-ins. */
export async function outlastStalledBodies(board: OwnBoard, count: number): Promise<Report> {
  const idleMb = (await board.memory()).rss / MIB
  const watching = new AbortController()
  const opened = stallBodies(board, count)
  // All of this runs while the bodies arrive, and for some seconds after that.
  const isOver = opened.then(() => pause(SETTLED_SECONDS * 1000)).finally(() => watching.abort())
  const [good, uploads, peakMb] = await Promise.all([
    behaveWell(board, watching.signal),
    uploadUntil(board, watching.signal),
    findPeakMb(board, watching.signal),
    isOver,
  ])
  const stalled = await opened
  const connected = stalled.connected()
  stalled.stop()
  const growthMb = peakMb - idleMb
  const p99 = percentile(good, 99)
  return {
    figures: {
      'stalled forms of 5 MiB, and sign-ins of 1 MiB': `${count} and ${count}`,
      'of them still connected at the end': connected,
      'memory before, MB': idleMb.toFixed(0),
      'more at the highest, MB': growthMb.toFixed(0),
      'good requests among stalled bodies': good.latenciesMs.length,
      'their 99th percentile among stalled bodies, ms': p99.toFixed(0),
      'good uploads accepted meanwhile': uploads.accepted,
    },
    problems: [
      ...(growthMb <= GROWTH_MB_MAX ? [] : [`stalled bodies took ${growthMb.toFixed(0)} MB of memory`]),
      ...(p99 < P99_MS_MAX ? [] : [`the 99th percentile among stalled bodies is ${p99.toFixed(0)} ms`]),
      ...new Set(good.failures.map((failure) => `a good request among stalled bodies failed: ${failure}`)),
      ...new Set(uploads.failures.map((failure) => `a good upload among stalled bodies failed: ${failure}`)),
    ],
  }
}

/** Sends forms with a CV, in turn from an address of its own and from the one that sends most of the stalled bodies. */
async function uploadUntil({ url, jobPath }: OwnBoard, until: AbortSignal) {
  const failures: string[] = []
  let accepted = 0
  for (let turn = 0; !until.aborted; turn++) {
    const address = turn % 2 === 0 ? GOOD_ADDRESS : CROWDED_ADDRESS
    const form = encodeForm(fillForm(), { name: 'cv.pdf', bytes: makePdf({ bytes: MIB }) })
    const headers = { accept: 'application/json', 'content-type': form.type, 'x-forwarded-for': address }
    try {
      const answer = await fetch(`${url}${jobPath}/apply`, { method: 'POST', headers, body: new Uint8Array(form.body) })
      await answer.arrayBuffer()
      if (answer.status === 201) accepted++
      else failures.push(`from ${address}: ${answer.status}`)
    } catch (error) {
      failures.push(`from ${address}: ${error}`)
    }
    await pause(BETWEEN_UPLOADS_MS)
  }
  return { accepted, failures }
}

/** Finds the most memory that the process has at one time. */
async function findPeakMb(board: OwnBoard, until: AbortSignal): Promise<number> {
  let peak = 0
  while (!until.aborted) {
    peak = Math.max(peak, await board.residentBytes())
    await pause(BETWEEN_LOOKS_MS)
  }
  return peak / MIB
}
