import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Recorder } from '../feature/activity/recorder.ts'
import type { Metrics } from '../metrics.ts'

/** What is known of one request, for its log line and its company's record; nobody's key, name or body is ever in it. */
interface RequestNotes {
  requestId: string
  key?: { id: string; companyId: string }
  operation?: string
  /** What the answer said was wrong. */
  errorMessage?: string
}

const notes = new WeakMap<IncomingMessage, RequestNotes>()
const ERROR_CHARACTERS_MAX = 500
const CALLER_GONE = 'The caller closed the connection before the answer'
const REQUEST_ID_FORM = /^[\w.:-]{1,128}$/

/** The notes of a request under way. */
export function notesOf(req: IncomingMessage): RequestNotes {
  const found = notes.get(req)
  if (found === undefined) throw new Error('withRequestLog must come first')
  return found
}

interface RequestLogDeps extends Clock {
  log: Pick<Logger, 'info'>
  recorder: Pick<Recorder, 'note'>
  metrics: Pick<Metrics, 'requestBegan' | 'requestEnded'>
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Gives each request an id (the caller's own `x-request-id` if it is well-formed), and when it is over logs it and, if
 * it came with a company's key, notes it in the company's record.
 */
export function withRequestLog({ log, recorder, metrics, now }: RequestLogDeps, handler: Handler): Handler {
  return (req, res) => {
    const given = req.headers['x-request-id']
    const requestId = typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : randomUUID()
    const request: RequestNotes = { requestId }
    notes.set(req, request)
    res.setHeader('x-request-id', requestId)
    const at = now()
    const startedMs = performance.now()
    metrics.requestBegan()
    // Now, for Express takes away what it has matched; without the query, for a link to a CV carries its signature there.
    const path = req.url?.split('?', 1)[0]
    res.once('close', () => {
      const { key, operation, errorMessage } = request
      const elapsedMs = performance.now() - startedMs
      const durationMs = Math.round(elapsedMs)
      const counted = { operation: operation ?? partOf(path), method: req.method ?? '', status: res.statusCode }
      metrics.requestEnded(counted, elapsedMs / 1000)
      const isFinished = res.writableFinished
      const keyId = key?.id
      log.info(
        { requestId, method: req.method, path, status: res.statusCode, durationMs, keyId, operation, isFinished },
        'request',
      )
      if (key === undefined || operation === undefined) return
      recorder.note({
        companyId: key.companyId,
        keyId: key.id,
        requestId,
        at: new Date(at),
        operation,
        status: res.headersSent ? res.statusCode : null,
        durationMs,
        errorMessage: res.headersSent ? (errorMessage?.slice(0, ERROR_CHARACTERS_MAX) ?? null) : CALLER_GONE,
      })
    })
    handler(req, res)
  }
}

/** The part of the server by the first part of an address. A map: an object would answer `constructor` too. */
const parts = new Map([
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['api', 'api'],
  ['trpc', 'back_office'],
  ['backoffice', 'back_office'],
])

/** The part of the server that has an address of no operation. */
function partOf(path = ''): string {
  const [, first = ''] = path.split('/', 2)
  return parts.get(first) ?? 'site'
}
