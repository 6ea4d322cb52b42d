import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import proxyAddr from 'proxy-addr'
import { overloaded } from '../error.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Settings } from '../process/settings.ts'
import { createArrivingBodies, type WatchBody } from './arriving-bodies.ts'
import { createLeavingAnswers, isLeaving } from './leaving-answers.ts'
import type { Limits } from './rate-limits.ts'

const RETRY_AFTER_SECONDS = 1

/** How often a process checks how fast its answers are read. */
const CHECK_EVERY_MS = 1_000

/** The names of the limits in the metrics. */
const WORKING = 'requests-at-once'
const DOCUMENTS_AT_ONCE = 'documents-at-once'

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
  beginDocument: BeginDocument
}

/**
 * Creates the check that refuses requests while the process works on as many as it may. An endless queue would make each
 * request wait longer than its caller does. Three kinds of requests do not count, because they have limits of their own: those
 * whose bodies arrive, those whose answers wait for their readers, and those whose answers are documents. Requests that wait for
 * candidates do not count either (feature/application/waiters.ts).
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
  const beginJson = createJsonBodies({ settings, metrics })
  const { begin: beginDocument, isDocument } = createDocuments({ settings, metrics }, findAddress)
  const makeRoom = createLeavingAnswers({ settings, metrics }, findAddress)
  metrics.requestsAtOnceAre(settings.requestsAtOnce)
  metrics.limitKnown(WORKING)
  const admitted = new Map<ServerResponse, IncomingMessage>()
  const isWorkedOn = (res: ServerResponse, req: IncomingMessage) =>
    !isAnswered(res, req) && !isDocument(res) && !isArriving(req)
  let checkAtMs = 0
  const isFull = () => {
    const { requestsAtOnce, answerLimits } = settings
    const nowMs = performance.now()
    const isDue = nowMs >= checkAtMs
    if (admitted.size < requestsAtOnce && !isDue) return false
    const all = [...admitted]
    const leaving = all.flatMap(([res]) => (isLeaving(res) ? [res] : []))
    const working = all.filter(([res, req]) => !isLeaving(res) && isWorkedOn(res, req)).length
    if (isDue) checkAtMs = nowMs + CHECK_EVERY_MS
    const left = isDue ? makeRoom(leaving) : leaving.length
    return working >= requestsAtOnce || (admitted.size >= requestsAtOnce && left > answerLimits.leaving)
  }

  const admit: Admit = async (req, res, given) => {
    if (isFull()) {
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
  return { admit, watch, beginJson, beginDocument }
}

/** Whether the answer is written, or as much of it as can be before the rest of a body that the server does not read. */
const isAnswered = (res: ServerResponse, req: IncomingMessage) =>
  res.writableEnded || (res.headersSent && !req.complete)

/**
 * Begins to work on a JSON body that has arrived, and returns the function that ends it. Throws `unavailable` if the process works on
 * too many bytes of such bodies.
 */
type BeginJson = (bytes: number) => () => void

/**
 * Bounds the bytes of the JSON bodies that a process works on at the same time. The number of requests at once says little of
 * their memory: 500 small ones are no burden, and 200 batches of 1 MiB end a process whose heap may have 750 MB.
 */
function createJsonBodies({
  settings,
  metrics,
}: {
  settings: Pick<Settings, 'uploadLimits'>
  metrics: Pick<Metrics, 'refused'>
}): BeginJson {
  let heldBytes = 0
  return (bytes) => {
    if (heldBytes + bytes > settings.uploadLimits.jsonBytes) {
      metrics.refused(WORKING)
      throw overloaded(RETRY_AFTER_SECONDS)
    }
    heldBytes += bytes
    return () => {
      heldBytes -= bytes
    }
  }
}

/** Begins an answer that is a document. Throws `unavailable` if there are too many. */
type BeginDocument = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Bounds the number of documents that a process writes at the same time, for all callers and for one address. A feed or another
 * document is written while its reader takes it, so it is open for as long as its reader likes.
 */
function createDocuments(
  { settings, metrics }: { settings: Pick<Settings, 'answerLimits'>; metrics: Pick<Metrics, 'limitKnown' | 'refused'> },
  findAddress: (req: IncomingMessage) => string,
) {
  const { documents, documentsOfAddress } = settings.answerLimits
  metrics.limitKnown(DOCUMENTS_AT_ONCE)
  const addresses = new Map<ServerResponse, string>()

  const begin: BeginDocument = (req, res) => {
    const address = findAddress(req)
    const ofAddress = [...addresses.values()].filter((other) => other === address)
    if (addresses.size >= documents || ofAddress.length >= documentsOfAddress) {
      metrics.refused(DOCUMENTS_AT_ONCE)
      throw overloaded(RETRY_AFTER_SECONDS)
    }
    addresses.set(res, address)
    res.once('close', () => addresses.delete(res))
  }

  return { begin, isDocument: (res: ServerResponse) => addresses.has(res) }
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
