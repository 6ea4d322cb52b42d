import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type AppError, overloaded } from '../error.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Settings } from '../process/settings.ts'
import { toApiError } from '../trpc/error.ts'
import { sendJson } from './send.ts'

/** The bytes that a slow line sends in a millisecond. A slower body falls behind. */
const SLOW_LINE_BYTES = 16
/** A caller's share of the bytes: one form with the largest CV. */
const SHARE_BYTES = 8 * 1024 * 1024
/** Makes a new body count as less delayed, because its first moments say little. */
const NEW_MS = 2_000
const RETRY_AFTER_SECONDS = 1

interface BodyOptions {
  /** The most bytes of the body that its reader keeps. */
  bytesMax: number
  /** Who sends the body, and uses a share of the process: the id of a key or of a user, or a stranger's address. */
  caller: string
  /** Whether the caller has neither a key nor a session. */
  isStranger: boolean
  /** Answers the request with an error. Without it the answer is JSON. */
  refuse?: (error: AppError) => void
}

/** Counts the body of a request from now on. Its reader must listen before the next turn of the event loop. */
export type WatchBody = (req: IncomingMessage, res: ServerResponse, options: BodyOptions) => void

interface Body extends BodyOptions {
  req: IncomingMessage
  res: ServerResponse
  bytes: number
  beganAtMs: number
  /** When its last bytes came, and how far it was behind a slow line then. */
  heardAtMs: number
  behindMs: number
}

/** Finds how far a body is behind a slow line. Bytes that came faster than that earlier do not count: it may have stalled since. */
const findDelay = (body: Body, nowMs: number) => body.behindMs + nowMs - body.heardAtMs

/** The last body of each connection, arriving or whole, until it is ended. */
const lastBodies = new WeakMap<Socket, Body>()

/** Finds the last body that a connection has sent, or is sending. */
export const findLastBody = (connection: Socket): Pick<Body, 'req' | 'heardAtMs'> | undefined =>
  lastBodies.get(connection)

/** Refuses the rest of the body that a connection is sending, with a 503, and closes the connection. */
export function endLastBody(connection: Socket): void {
  const body = lastBodies.get(connection)
  if (body !== undefined) endRequest(body)
}

/**
 * Bounds what a process holds of the bodies that it reads: their bytes until they are answered, their number while they
 * arrive, and the number that strangers send from one address. If there is one too many, the caller with the most loses one,
 * with a 503: the body that was behind a slow line for the largest part of its time. So a few addresses that stall or trickle
 * end their own bodies. If there are many addresses, bodies that stall make room for those that move.
 */
export function createArrivingBodies({
  settings: { requestsAtOnce, uploadLimits },
  metrics,
}: {
  settings: Pick<Settings, 'requestsAtOnce' | 'uploadLimits'>
  metrics: Pick<Metrics, 'bodiesHeld' | 'bodyEnded'>
}) {
  const arriving = new Map<IncomingMessage, Body>()
  let heldBytes = 0

  function hold(bytes: number): void {
    heldBytes += bytes
    metrics.bodiesHeld(heldBytes)
  }

  /**
   * Ends one of the bodies of the caller whose bodies weigh the most. Callers within `share` count as equal, so that a large CV
   * is not ended because each of many others stalled in a slightly smaller one.
   */
  function endOne(bodies: Body[], weigh: (body: Body) => number, share = 0): void {
    const nowMs = performance.now()
    const weights = new Map<string, number>()
    for (const body of bodies) weights.set(body.caller, (weights.get(body.caller) ?? 0) + weigh(body))
    const heaviest = Math.max(share, ...weights.values())
    let found: Body | undefined
    let most = -1
    for (const body of bodies) {
      if (Math.max(share, weights.get(body.caller) ?? 0) < heaviest) continue
      const waiting = (weigh(body) * findDelay(body, nowMs)) / (nowMs - body.beganAtMs + NEW_MS)
      if (waiting > most) [found, most] = [body, waiting]
    }
    if (found === undefined) return
    arriving.delete(found.req)
    metrics.bodyEnded()
    endRequest(found)
  }

  const watch: WatchBody = (req, res, options) => {
    // The whole body has arrived.
    if (req.complete || req.destroyed) return
    pauseTime(req)
    const beganAtMs = performance.now()
    const body: Body = { ...options, req, res, bytes: 0, beganAtMs, heardAtMs: beganAtMs, behindMs: 0 }
    arriving.set(req, body)
    lastBodies.set(req.socket, body)
    req.on('data', (chunk: Buffer) => {
      const bytes = Math.min(chunk.length, body.bytesMax - body.bytes)
      if (bytes <= 0 || res.closed) return
      body.bytes += bytes
      hold(bytes)
      const nowMs = performance.now()
      body.behindMs = Math.max(0, findDelay(body, nowMs) - bytes / SLOW_LINE_BYTES)
      body.heardAtMs = nowMs
      if (heldBytes > uploadLimits.bodyBytes) endOne([...arriving.values()], ({ bytes }) => bytes, SHARE_BYTES)
    })
    for (const end of ['end', 'close']) req.once(end, () => arriving.delete(req))
    res.once('close', () => hold(-body.bytes))
    if (arriving.size > requestsAtOnce) endOne([...arriving.values()], () => 1)
    if (!options.isStranger) return
    const ofAddress = [...arriving.values()].filter(({ isStranger, caller }) => isStranger && caller === options.caller)
    if (ofAddress.length > uploadLimits.bodiesOfAddress) endOne(ofAddress, () => 1)
  }

  return {
    watch,
    /** Whether the body of a request is being waited for. */
    isArriving: (req: IncomingMessage) => arriving.has(req),
  }
}

/** Stops the time of a request while its body arrives, because bodies have limits of their own (http/server.ts). */
function pauseTime(req: IncomingMessage): void {
  req.boardwalk.pause()
  for (const end of ['end', 'close']) req.once(end, () => req.boardwalk.resume())
}

/** Answers a request whose body will not be read to its end, and closes its connection. */
function endRequest({ req, res, refuse = (error) => answerWithJson(req, res, error) }: Body): void {
  lastBodies.delete(req.socket)
  if (res.headersSent) return void res.destroy()
  res.setHeader('connection', 'close')
  // The answer is with the system a turn after it is finished. Destroyed before, it would not reach the client.
  res.once('finish', () => setImmediate(() => req.destroy()))
  refuse(overloaded(RETRY_AFTER_SECONDS))
}

function answerWithJson(req: IncomingMessage, res: ServerResponse, error: AppError): void {
  req.boardwalk.error = error
  const headers = { 'retry-after': String(error.retryAfterSeconds) }
  sendJson(res, error.status, { error: toApiError(error, req.boardwalk.id) }, headers)
}
