import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

/** What one request's log line says; nobody's key, name or body is ever in it. */
interface RequestNotes {
  requestId: string
  keyId?: string
  operation?: string
}

const notes = new WeakMap<IncomingMessage, RequestNotes>()
const REQUEST_ID_FORM = /^[\w.:-]{1,128}$/

/** The notes of a request under way. */
export function notesOf(req: IncomingMessage): RequestNotes {
  const found = notes.get(req)
  if (found === undefined) throw new Error('withRequestLog must come first')
  return found
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** Gives each request an id (the caller's own `x-request-id` if it is well-formed), and logs it when it is over. */
export function withRequestLog(log: Logger, handler: Handler): Handler {
  return (req, res) => {
    const given = req.headers['x-request-id']
    const requestId = typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : randomUUID()
    const request: RequestNotes = { requestId }
    notes.set(req, request)
    res.setHeader('x-request-id', requestId)
    const startedMs = performance.now()
    res.once('close', () => {
      const { keyId, operation } = request
      // Without the query: a link to a CV carries its signature there.
      const path = req.url?.split('?', 1)[0]
      const durationMs = Math.round(performance.now() - startedMs)
      const isFinished = res.writableFinished
      log.info(
        { requestId, method: req.method, path, status: res.statusCode, durationMs, keyId, operation, isFinished },
        'request',
      )
    })
    handler(req, res)
  }
}
