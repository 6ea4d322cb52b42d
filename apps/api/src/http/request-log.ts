import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { AppError } from '../error.ts'
import type { ApiRequest } from '../feature/activity/record.ts'
import type { Recorder } from '../feature/activity/recorder.ts'
import type { Metrics } from '../metrics.ts'

/** What the log line and the company's record say about one request. It never contains a key, a name or a body. */
interface RequestNotes {
  requestId: string
  key?: { id: string; companyId: string }
  /** The operation of the API. */
  operation?: string | undefined
  /** The part of the server at the request's address. It names requests that are no operation of the API. */
  part: string
  /** The error that the request ended with. */
  error?: AppError
  /** What the company's record says of the request besides. */
  about: Pick<ApiRequest, 'externalId' | 'polled' | 'items'>
}

/**
 * The status in the log and the metrics of a request whose connection closed before its answer began, as nginx has it. An
 * outage shows by it, because many callers give up before the server does.
 */
const GONE_STATUS = 499

const notes = new WeakMap<object, RequestNotes>()
const ERROR_CHARACTERS_MAX = 500
const WRONG_PATHS_MAX = 5
const PATH_CHARACTERS_MAX = 200
const CALLER_GONE = 'The caller closed the connection before the answer'
const REQUEST_ID_FORM = /^[\w.:-]{1,128}$/

/** Gets the notes of a request that is under way. */
export function getNotes(req: IncomingMessage): RequestNotes {
  const found = notes.get(req)
  if (found === undefined) throw new Error('withRequestLog must handle a request first')
  return found
}

/** Names a request for a trace. Undefined for a request that this process sends. */
export function describeRequest(req: object): { operation: string; requestId: string } | undefined {
  const found = notes.get(req)
  return found && { operation: found.operation ?? found.part, requestId: found.requestId }
}

/** Notes the error that a request ended with, for its log line and the metrics. */
export function noteError(req: IncomingMessage, error: AppError): void {
  getNotes(req).error = error
}

/** The status that a request ended with. An answer that the server broke off has the status of the error. */
function findStatus(res: ServerResponse, error: AppError | undefined): number {
  if (!res.headersSent) return GONE_STATUS
  const isBroken = error !== undefined && !res.writableEnded
  return isBroken ? error.status : res.statusCode
}

const shorten = (message: string | undefined) => message?.slice(0, ERROR_CHARACTERS_MAX) ?? null

/** Describes an error for the company's record. Of wrong values it has only the paths, because the messages repeat values. */
function describeError(error: AppError | undefined): Pick<ApiRequest, 'errorCode' | 'wrongPaths'> {
  if (error === undefined) return {}
  const paths = (error.issues ?? []).map(({ path }) => path.slice(0, PATH_CHARACTERS_MAX)).filter((path) => path !== '')
  const wrongPaths = [...new Set(paths)].slice(0, WRONG_PATHS_MAX)
  return { errorCode: error.code, ...(wrongPaths.length > 0 && { wrongPaths }) }
}

interface RequestLogDeps extends Clock {
  log: Pick<Logger, 'info' | 'debug'>
  recorder: Pick<Recorder<ApiRequest>, 'note'>
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
    // Read now, because Express removes what it has matched. Without the query, where a link to a CV has its signature.
    const path = req.url?.split('?', 1)[0]
    const request: RequestNotes = { requestId, part: findPart(path), about: {} }
    notes.set(req, request)
    res.setHeader('x-request-id', requestId)
    const at = now()
    const startedMs = performance.now()
    metrics.requestBegan()
    res.once('close', () => {
      const { key, operation, error, about } = request
      const status = findStatus(res, error)
      const elapsedMs = performance.now() - startedMs
      const durationMs = Math.round(elapsedMs)
      const counted = { operation: operation ?? request.part, method: req.method ?? '', status }
      metrics.requestEnded(counted, elapsedMs / 1000, error?.code)
      const isFinished = res.writableFinished
      const keyId = key?.id
      const asked = { requestId, method: req.method, path, status, code: error?.code }
      log[chooseLevel(request.part, status)]({ ...asked, durationMs, keyId, operation, isFinished }, 'request')
      if (key === undefined || operation === undefined) return
      const isAnswered = res.headersSent
      recorder.note({
        companyId: key.companyId,
        keyId: key.id,
        requestId,
        at: new Date(at),
        operation,
        status: isAnswered ? status : null,
        durationMs,
        errorMessage: isAnswered ? shorten(error?.message) : CALLER_GONE,
        ...(isAnswered && describeError(error)),
        ...about,
      })
    })
    handler(req, res)
  }
}

/** Probes come every few seconds, and say nothing while they succeed. */
const chooseLevel = (part: string, status: number) => (part === 'health' && status < 400 ? 'debug' : 'info')

/** The part of the server for the first segment of a path. A Map, because an object would also have `constructor`. */
const parts = new Map([
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['api', 'api'],
  ['trpc', 'back_office'],
  ['backoffice', 'back_office'],
  ['cv', 'cv'],
])

/** Finds the part of the server that a path belongs to. */
function findPart(path = ''): string {
  const [, first = '', ...rest] = path.split('/')
  return parts.get(first) ?? findPartOfSite(rest.at(-1) ?? first)
}

/** Finds the part of the public site by the last segment of a path: an apply form, a file for other programs, or a page. */
function findPartOfSite(last: string): string {
  if (last === 'apply') return 'form'
  return /\.(xml|txt|json)$/.test(last) ? 'feed' : 'page'
}
