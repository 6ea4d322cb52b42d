import type { IncomingMessage, ServerResponse } from 'node:http'
import { operationNames, operations } from '@boardwalk/schema/operations'
import type { Logger } from 'pino'
import { describeUnknownCandidate, describeWrongValues, isCandidateId } from '../activity/record.ts'
import type { Recorder } from '../activity/recorder.ts'
import type { ApiRequest } from '../activity/schema.ts'
import type { AppError } from '../error.ts'
import type { Clock } from '../process/clock.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Settings } from '../process/settings.ts'
import { Request } from './request.ts'

/**
 * The status in the log and the metrics of a request whose connection closed before its answer began, as nginx has it. An
 * outage shows by it, because many callers give up before the server does.
 */
const GONE_STATUS = 499

const ERROR_CHARACTERS_MAX = 500
const WRONG_PATHS_MAX = 5
const PATH_CHARACTERS_MAX = 200
const USER_AGENT_CHARACTERS_MAX = 100
const CALLER_GONE = 'The caller closed the connection before the answer'

interface RequestDeps extends Clock {
  settings: Pick<Settings, 'workMsMax'>
  log: Pick<Logger, 'info' | 'debug'>
  recorder: Pick<Recorder<ApiRequest>, 'note'>
  metrics: Pick<Metrics, 'requestBegan' | 'requestEnded'>
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Wraps a handler so that each request has its `req.boardwalk`. When a request has ended, logs it and, if it came with a
 * company's key, adds it to the company's activity.
 */
export function withRequest({ log, recorder, metrics, now, settings }: RequestDeps, handler: Handler): Handler {
  return (req, res) => {
    const request = new Request(req, res, settings.workMsMax)
    req.boardwalk = request
    res.setHeader('x-request-id', request.id)
    const at = now()
    const startedMs = performance.now()
    metrics.requestBegan()
    res.on('close', () => {
      const { id: requestId, path, key, operation, error, activity } = request
      const status = findStatus(res, error)
      const elapsedMs = performance.now() - startedMs - request.waitedMs
      const durationMs = Math.round(elapsedMs)
      const part = operation ?? request.part
      metrics.requestEnded({ operation: part, method: req.method ?? '', status }, elapsedMs / 1000, error)
      const { method } = req
      const isFinished = res.writableFinished
      const waitedMs = Math.round(request.waitedMs) || undefined
      // One literal, because the log takes three times as long to write an object that was spread from others.
      log[chooseLevel(part, status)](
        {
          requestId,
          method,
          path: hideTypedId(path, operation),
          status,
          code: error?.code,
          reason: error?.reason,
          durationMs,
          keyId: key?.id,
          operation,
          // It names the program of a company. That of a person who visits a page is not logged.
          userAgent: key && req.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX),
          isFinished,
          waitedMs,
        },
        'request',
      )
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
        errorMessage: isAnswered ? shorten(describeMessage(error, operation)) : CALLER_GONE,
        ...(isAnswered && describeError(error)),
        ...activity,
      })
    })
    handler(req, res)
  }
}

/** The status that a request ended with. An answer that the server broke off has the status of the error. */
function findStatus(res: ServerResponse, error: AppError | undefined): number {
  if (!res.headersSent) return GONE_STATUS
  const isBroken = error !== undefined && !res.writableEnded
  return isBroken ? error.status : res.statusCode
}

/** Probes come every few seconds, and say nothing while they succeed. */
const chooseLevel = (part: string, status: number) => (part === 'health' && status < 400 ? 'debug' : 'info')

const shorten = (message: string | undefined) => message?.slice(0, ERROR_CHARACTERS_MAX) ?? null

/** The operations about one candidate, whose id is the last but one or the last part of the path. */
const isOfCandidate = (operation: string | undefined): boolean =>
  operation === 'getCandidate' || operation === 'downloadCv'

/** Replaces each part of a path that a caller typed in place of a candidate's id, and each that is an address. */
function hideTypedId(path: string, operation: string | undefined): string {
  const isHidden = (part: string, place: number) =>
    /@|%40/.test(part) || (isOfCandidate(operation) && place === ID_PLACE && !isCandidateId(part))
  return path
    .split('/')
    .map((part, place) => (isHidden(part, place) ? '…' : part))
    .join('/')
}

/** The place of the id in `/api/candidate/{id}`. */
const ID_PLACE = 3

/** The message of an error as the company's activity has it. For candidates it has no text that the caller typed. */
function describeMessage(error: AppError | undefined, operation: string): string | undefined {
  const isOfCandidates = operationNames.some((name) => name === operation && operations[name].tag === 'Candidates')
  if (error === undefined || !isOfCandidates) return error?.message
  if (error.issues !== undefined) return describeWrongValues(error.issues)
  const [id = null] = /[0-9a-f]{32}$/.exec(error.message) ?? []
  return error.code === 'candidate_not_found' ? describeUnknownCandidate(id) : error.message
}

/** Describes an error for the company's activity. It has only the paths of wrong values, because the messages repeat values. */
function describeError(error: AppError | undefined): Pick<ApiRequest, 'errorCode' | 'wrongPaths'> {
  if (error === undefined) return {}
  const paths = (error.issues ?? []).map(({ path }) => path.slice(0, PATH_CHARACTERS_MAX)).filter((path) => path !== '')
  const wrongPaths = [...new Set(paths)].slice(0, WRONG_PATHS_MAX)
  return { errorCode: error.code, ...(wrongPaths.length > 0 && { wrongPaths }) }
}
