import type { IncomingMessage, ServerResponse } from 'node:http'
import { invalidRequest } from '../error.ts'
import { toApiError } from '../trpc/error.ts'
import { sendJson } from './send-json.ts'

/**
 * Refuses a request with several `Host` headers, and answers whether it did. Node takes the first one. A proxy in front
 * may take the last one, and then the two disagree about what was asked for (RFC 9112, 3.2).
 */
export function refuseManyHosts(req: IncomingMessage, res: ServerResponse): boolean {
  if ((req.headersDistinct.host?.length ?? 0) < 2) return false
  const error = invalidRequest([{ path: '', message: 'The request must have one Host header' }])
  sendJson(res, error.status, { error: toApiError(error, req.boardwalk.id) }, { connection: 'close' })
  return true
}
