import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../error.ts'
import type { Metrics } from '../metrics.ts'
import type { WithSettings } from '../settings.ts'
import { toApiError } from '../trpc/error.ts'
import { pauseDeadline } from './request-deadline.ts'
import { getNotes } from './request-log.ts'
import { sendJson } from './send-json.ts'

/** A body moves whenever this many more of its bytes have arrived. A slow line needs a second for them. */
const MOVED_BYTES = 16 * 1024
const RETRY_AFTER_SECONDS = 1

interface Watched {
  /** The most bytes of the body that its reader keeps. */
  bytesMax: number
  /** The caller's address. Undefined for a caller with a key or a session. */
  stranger?: string | undefined
  /** Answers the request with an error, as a page does. Without it the answer is JSON. */
  refuse?: (error: AppError) => void
}

/** Counts the body of a request from now on. Its reader must listen before the next turn of the event loop. */
export type WatchBody = (req: IncomingMessage, res: ServerResponse, watched: Watched) => void

interface Body extends Watched {
  req: IncomingMessage
  res: ServerResponse
  bytes: number
  /** The number of its bytes when it last moved, and when that was. */
  movedBytes: number
  movedAtMs: number
}

/**
 * Bounds what a process holds of the bodies that it reads: their bytes until they are answered, their number while they
 * arrive, and the number that strangers send from one address. If there is one too many, the body that has kept the most
 * memory waiting for the longest time is ended with a 503. So clients that stall make room for those that send.
 */
export function createArrivingBodies({
  settings: { requestsAtOnce, uploadLimits },
  metrics,
}: WithSettings<'requestsAtOnce' | 'uploadLimits'> & {
  metrics: Pick<Metrics, 'bodiesHeld' | 'bodyEnded'>
}) {
  const arriving = new Map<IncomingMessage, Body>()
  let heldBytes = 0

  function hold(bytes: number): void {
    heldBytes += bytes
    metrics.bodiesHeld(heldBytes)
  }

  /** Ends one of the bodies. */
  function endOne(bodies: Iterable<Body>): void {
    const nowMs = performance.now()
    let found: Body | undefined
    let most = -1
    for (const body of bodies) {
      const waiting = (body.bytes + MOVED_BYTES) * (nowMs - body.movedAtMs)
      if (waiting > most) [found, most] = [body, waiting]
    }
    if (found === undefined) return
    arriving.delete(found.req)
    metrics.bodyEnded()
    endRequest(found)
  }

  const watch: WatchBody = (req, res, watched) => {
    // All of it is here, so there is nothing to wait for.
    if (req.complete || req.destroyed) return
    pauseDeadline(req)
    const body: Body = { ...watched, req, res, bytes: 0, movedBytes: 0, movedAtMs: performance.now() }
    arriving.set(req, body)
    req.on('data', (chunk: Buffer) => {
      const bytes = Math.min(chunk.length, body.bytesMax - body.bytes)
      if (bytes <= 0 || res.closed) return
      body.bytes += bytes
      hold(bytes)
      if (body.bytes - body.movedBytes >= MOVED_BYTES) {
        body.movedBytes = body.bytes
        body.movedAtMs = performance.now()
      }
      if (heldBytes > uploadLimits.bodyBytes) endOne(arriving.values())
    })
    for (const end of ['end', 'close']) req.once(end, () => arriving.delete(req))
    res.once('close', () => hold(-body.bytes))
    if (arriving.size > requestsAtOnce) endOne(arriving.values())
    if (watched.stranger === undefined) return
    const ofAddress = [...arriving.values()].filter(({ stranger }) => stranger === watched.stranger)
    if (ofAddress.length > uploadLimits.bodiesOfAddress) endOne(ofAddress)
  }

  return {
    watch,
    /** Whether the body of a request is being waited for. */
    isArriving: (req: IncomingMessage) => arriving.has(req),
  }
}

/** Answers a request whose body will not be read to its end, and closes its connection. */
function endRequest({ req, res, refuse = (error) => answerWithJson(req, res, error) }: Body): void {
  if (res.headersSent) return void res.destroy()
  res.setHeader('connection', 'close')
  // The answer is with the system a turn after it is finished. Destroyed before, it would not reach the client.
  res.once('finish', () => setImmediate(() => req.destroy()))
  refuse(new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }))
}

function answerWithJson(req: IncomingMessage, res: ServerResponse, error: AppError): void {
  const headers = { 'retry-after': String(error.retryAfterSeconds) }
  sendJson(res, error.status, { error: toApiError(error, getNotes(req).requestId) }, headers)
}
