import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import proxyAddr from 'proxy-addr'
import { overloaded } from '../error.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Settings } from '../process/settings.ts'
import { createArrivingBodies, type WatchBody } from './arriving-bodies.ts'
import { type BeginJson, createJsonBodies } from './json-bodies.ts'
import { createLeavingAnswers, isLeaving } from './leaving-answers.ts'
import type { Limits } from './rate-limits.ts'

const RETRY_AFTER_SECONDS = 1

/** How often a process checks how fast its answers are read. */
const CHECK_EVERY_MS = 1_000

/** The names of the limits in the metrics. */
const WORKING = 'requests-at-once'
const DOCUMENTS_AT_ONCE = 'documents-at-once'
const PICTURES_AT_ONCE = 'pictures-at-once'

/** The part of the requests at once that one address may have. Many callers may be behind one. */
const SHARE_OF_ADDRESS = 3 / 4

/**
 * Admits a request. Throws `unavailable` if the process is full, and `rate_limited` if the request's address is over its
 * limit. The headers that tell the limit are added to `headers` if it is given, and else set on the answer.
 */
type Admit = (req: IncomingMessage, res: ServerResponse, headers?: Record<string, string>) => Promise<void>

/** Decides which requests a process takes, and what it holds of their bodies and answers. */
export interface Admission {
  admit: Admit
  watch: WatchBody
  beginJson: BeginJson
  beginDocument: BeginAnswer
  beginPicture: BeginAnswer
}

/**
 * Creates the check that refuses requests while the process works on as many as it may. An endless queue would make each
 * request wait longer than its caller does. Three kinds of requests do not count, because they have limits of their own: those
 * whose bodies arrive, those whose answers wait for their readers, and those whose answers are documents. Requests that wait for
 * candidates do not count either (intake/waiters.ts).
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
  const beginJson = createJsonBodies({ settings, metrics, limit: WORKING })
  const { answerLimits, requestsAtOnce } = settings
  const createLimit = (limit: string, most: number, ofAddress: number) =>
    createAnswerLimit({ limit, most, ofAddress, metrics, findAddress })
  const documents = createLimit(DOCUMENTS_AT_ONCE, answerLimits.documents, answerLimits.documentsOfAddress)
  const pictures = createLimit(PICTURES_AT_ONCE, answerLimits.pictures, answerLimits.picturesOfAddress)
  const makeRoom = createLeavingAnswers({ settings, metrics }, findAddress)
  metrics.requestsAtOnceAre(requestsAtOnce)
  metrics.limitKnown(WORKING)
  const admitted = new Map<ServerResponse, IncomingMessage>()
  const isWorkedOn = (res: ServerResponse, req: IncomingMessage) =>
    !isAnswered(res, req) && !documents.has(res) && !isArriving(req)
  let checkAtMs = 0
  const shareOfAddress = Math.ceil(requestsAtOnce * SHARE_OF_ADDRESS)
  const isFull = (req: IncomingMessage) => {
    const nowMs = performance.now()
    const isDue = nowMs >= checkAtMs
    if (admitted.size < shareOfAddress && !isDue) return false
    const all = [...admitted]
    const leaving = all.flatMap(([res]) => (isLeaving(res) ? [res] : []))
    const working = all.filter(([res, req]) => !isLeaving(res) && isWorkedOn(res, req))
    if (isDue) checkAtMs = nowMs + CHECK_EVERY_MS
    const left = isDue ? makeRoom(leaving) : leaving.length
    if (working.length >= requestsAtOnce) return true
    if (working.length >= shareOfAddress) {
      const address = findAddress(req)
      if (working.filter(([, other]) => findAddress(other) === address).length >= shareOfAddress) return true
    }
    return admitted.size >= requestsAtOnce && left > answerLimits.leaving
  }

  const admit: Admit = async (req, res, given) => {
    if (isFull(req)) {
      metrics.refused(WORKING)
      throw overloaded(RETRY_AFTER_SECONDS)
    }
    admitted.set(res, req)
    req.boardwalk.onWait = (isWaiting) => {
      if (isWaiting) admitted.delete(res)
      else admitted.set(res, req)
    }
    res.on('close', () => admitted.delete(res))
    const headers = given ?? {}
    try {
      await limits.countAddressRequest(() => findAddress(req), headers)
    } finally {
      if (given === undefined) for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    }
  }
  return { admit, watch, beginJson, beginDocument: documents.begin, beginPicture: pictures.begin }
}

/** Whether the answer is written, or as much of it as can be before the rest of a body that the server does not read. */
const isAnswered = (res: ServerResponse, req: IncomingMessage) =>
  res.writableEnded || (res.headersSent && !req.complete)

/** Begins an answer whose number is limited. Throws `unavailable` if there are too many. */
type BeginAnswer = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Bounds the number of answers of one kind at the same time, for all callers and for one address: of documents, because a feed is
 * written while its reader takes it and is open for as long as its reader likes; of pictures that have to be drawn, because
 * strangers ask for them.
 */
function createAnswerLimit({
  limit,
  most,
  ofAddress,
  metrics,
  findAddress,
}: {
  /** Its name in the metrics. */
  limit: string
  most: number
  ofAddress: number
  metrics: Pick<Metrics, 'limitKnown' | 'refused'>
  findAddress: (req: IncomingMessage) => string
}) {
  metrics.limitKnown(limit)
  const addresses = new Map<ServerResponse, string>()

  const begin: BeginAnswer = (req, res) => {
    const address = findAddress(req)
    const sameAddress = [...addresses.values()].filter((other) => other === address)
    if (addresses.size >= most || sameAddress.length >= ofAddress) {
      metrics.refused(limit)
      throw overloaded(RETRY_AFTER_SECONDS)
    }
    addresses.set(res, address)
    res.once('close', () => addresses.delete(res))
  }

  return { begin, has: (res: ServerResponse) => addresses.has(res) }
}

/** Finds the address of a request's subscriber. Each of the `trustProxy` proxies in front adds the address that it saw. */
export function findCaller(req: IncomingMessage, trustProxy: number): string {
  // A connection that is already closed has no address.
  const address: string | undefined = proxyAddr(req, (_address, hop) => hop < trustProxy)
  return findSubscriber(address ?? '')
}

/** Reduces an address to its subscriber. For IPv6 these are the first 64 bits, because a subscriber may choose the rest. */
export function findSubscriber(address: string): string {
  const [unzoned = ''] = withoutPort(address).split('%', 1)
  if (!isIPv6(unzoned)) return isIPv4(unzoned) ? unzoned : address
  // Gives each address one spelling.
  const short = new SocketAddress({ address: unzoned, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1]
  if (mapped !== undefined) return mapped
  const [start = [], end = []] = short.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}

/** Some proxies write the port too, as in `192.0.2.1:80` and `[2001:db8::1]:80`. It changes with every connection. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
