import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from 'proxy-addr'
import { AppError } from '../error.ts'
import type { Limits } from '../feature/limit/service.ts'
import type { WithSettings } from '../settings.ts'
import { subscriberOf } from './subscriber.ts'

const RETRY_AFTER_SECONDS = 1

/**
 * Lets a request in. What its address may still ask for is added to `headers`, if given, else set on the answer. Throws
 * `overloaded`, and `rate_limited` where its address asked for too much.
 */
export type Admit = (req: IncomingMessage, res: ServerResponse, headers?: Record<string, string>) => Promise<void>

/**
 * Requests beyond what a process can do at once are refused at the door: in a queue without end each would wait longer
 * than its caller does. One that is still arriving, or whose answer is written, is no work.
 */
export function createAdmission({
  limits,
  settings,
}: { limits: Pick<Limits, 'countOfAddress'> } & WithSettings<'requestsAtOnce' | 'trustProxy'>): Admit {
  const admitted = new Map<ServerResponse, IncomingMessage>()
  const isFull = () => {
    const { requestsAtOnce } = settings
    if (admitted.size < requestsAtOnce) return false
    let working = 0
    for (const [res, req] of admitted) if (req.complete && !res.writableEnded) working++
    return working >= requestsAtOnce
  }

  return async (req, res, given) => {
    if (isFull()) throw new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    admitted.set(res, req)
    res.once('close', () => admitted.delete(res))
    const headers = given ?? {}
    try {
      await limits.countOfAddress(() => callerOf(req, settings.trustProxy), headers)
    } finally {
      if (given === undefined) for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    }
  }
}

/** Whose request it is, by its address; each of `trustProxy` proxies in front adds the one that it saw. */
export function callerOf(req: IncomingMessage, trustProxy: number): string {
  // Of a connection that is gone already, no address is known.
  const address: string | undefined = proxyAddr(req, (_address, hop) => hop < trustProxy)
  return subscriberOf(address ?? '')
}
