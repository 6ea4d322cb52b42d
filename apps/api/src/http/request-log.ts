import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Recorder } from '../feature/activity/recorder.ts'
import type { Metrics } from '../metrics.ts'

/** What the log line and the company's record say about one request. It never contains a key, a name or a body. */
interface RequestNotes {
  requestId: string
  key?: { id: string; companyId: string }
  operation?: string
  /** The error message of the answer. */
  errorMessage?: string
}

const notes = new WeakMap<IncomingMessage, RequestNotes>()
const ERROR_CHARACTERS_MAX = 500
const CALLER_GONE = 'The caller closed the connection before the answer'
const REQUEST_ID_FORM = /^[\w.:-]{1,128}$/

/** Gets the notes of a request that is under way. */
export function getNotes(req: IncomingMessage): RequestNotes {
  const found = notes.get(req)
  if (found === undefined) throw new Error('withRequestLog must handle a request first')
  return found
}

interface RequestLogDeps extends Clock {
  log: Pick<Logger, 'info'>
  recorder: Pick<Recorder, 'note'>
  metrics: Pick<Metrics, 'requestBegan' | 'requestEnded'>
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Wraps a handler so that each request has an id: the caller's `x-request-id` if it is well-formed, else a new one. When a
 * request has ended, logs it and, if it came with a company's key, adds it to the company's record.
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
    // Read now, because Express removes what it has matched. Without the query, where a link to a CV has its signature.
    const path = req.url?.split('?', 1)[0]
    res.once('close', () => {
      const { key, operation, errorMessage } = request
      const elapsedMs = performance.now() - startedMs
      const durationMs = Math.round(elapsedMs)
      const counted = { operation: operation ?? findPart(path), method: req.method ?? '', status: res.statusCode }
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

/** The part of the server for the first segment of a path. A Map, because an object would also have `constructor`. */
const parts = new Map([
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['api', 'api'],
  ['trpc', 'back_office'],
  ['backoffice', 'back_office'],
])

/** Finds the part of the server that a path belongs to. It names requests that are no operation of the API. */
function findPart(path = ''): string {
  const [, first = ''] = path.split('/', 2)
  return parts.get(first) ?? 'site'
}
