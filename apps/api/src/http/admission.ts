import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from 'proxy-addr'
import { AppError } from '../error.ts'
import type { Metrics } from '../metrics.ts'
import type { Settings } from '../settings.ts'
import { createArrivingBodies, type WatchBody } from './arriving-bodies.ts'
import { type BeginDocument, createDocuments } from './documents.ts'
import { createLeavingAnswers, isLeaving } from './leaving-answers.ts'
import type { Limits } from './rate-limits.ts'
import { findSubscriber } from './subscriber.ts'

const RETRY_AFTER_SECONDS = 1
/** How often a process looks how fast its answers are read. */
const LOOK_MS = 1_000
/** The name of the limit in the metrics. */
const AT_ONCE = 'requests-at-once'

/**
 * Admits a request. Throws `overloaded` if the process is full, and `rate_limited` if the request's address is over its
 * limit. The headers that tell the limit are added to `headers` if it is given, and else set on the answer.
 */
type Admit = (req: IncomingMessage, res: ServerResponse, headers?: Record<string, string>) => Promise<void>

/** Decides which requests a process takes, and what it holds of their bodies and answers. */
export interface Admission {
  admit: Admit
  watch: WatchBody
  beginDocument: BeginDocument
}

/**
 * Creates the check that refuses requests while the process works on as many as it may. An endless queue would make each
 * request wait longer than its caller does. A request whose body the process waits for, or whose answer is a document, is
 * written or waits for its reader, does not count. These have limits of their own.
 */
export function createAdmission({
  limits,
  settings,
  metrics,
}: {
  limits: Pick<Limits, 'countAddressRequest'>
  settings: Settings
  metrics: Metrics
}): Admission {
  const { watch, isArriving } = createArrivingBodies({ settings, metrics })
  const findAddress = (req: IncomingMessage) => findCaller(req, settings.trustProxy)
  const { begin: beginDocument, isDocument } = createDocuments({ settings, metrics }, findAddress)
  const makeRoom = createLeavingAnswers({ settings, metrics }, findAddress)
  metrics.requestsAtOnceAre(settings.requestsAtOnce)
  metrics.limitKnown(AT_ONCE)
  const admitted = new Map<ServerResponse, IncomingMessage>()
  const isWorkedOn = (res: ServerResponse, req: IncomingMessage) =>
    !isAnswered(res, req) && !isDocument(res) && !isArriving(req)
  let lookAtMs = 0
  const isFull = () => {
    const { requestsAtOnce, answerLimits } = settings
    const nowMs = performance.now()
    const isDue = nowMs >= lookAtMs
    if (admitted.size < requestsAtOnce && !isDue) return false
    const all = [...admitted]
    const leaving = all.flatMap(([res]) => (isLeaving(res) ? [res] : []))
    const working = all.filter(([res, req]) => !isLeaving(res) && isWorkedOn(res, req)).length
    if (isDue) lookAtMs = nowMs + LOOK_MS
    const left = isDue ? makeRoom(leaving) : leaving.length
    return working >= requestsAtOnce || (admitted.size >= requestsAtOnce && left > answerLimits.leaving)
  }

  const admit: Admit = async (req, res, given) => {
    if (isFull()) {
      metrics.refused(AT_ONCE)
      throw new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    admitted.set(res, req)
    res.once('close', () => admitted.delete(res))
    const headers = given ?? {}
    try {
      await limits.countAddressRequest(() => findAddress(req), headers)
    } finally {
      if (given === undefined) for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    }
  }
  return { admit, watch, beginDocument }
}

/** Whether the answer is written, or as much of it as can be before a body that nobody reads has come. */
const isAnswered = (res: ServerResponse, req: IncomingMessage) =>
  res.writableEnded || (res.headersSent && !req.complete)

/** Finds the address of a request's subscriber. Each of the `trustProxy` proxies in front adds the address that it saw. */
export function findCaller(req: IncomingMessage, trustProxy: number): string {
  // A connection that is already closed has no address.
  const address: string | undefined = proxyAddr(req, (_address, hop) => hop < trustProxy)
  return findSubscriber(address ?? '')
}
