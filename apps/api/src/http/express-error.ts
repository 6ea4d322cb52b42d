import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError } from '../error.ts'
import { apiErrorOf, appErrorOf } from '../trpc/error.ts'
import { notesOf } from './request-log.ts'
import { sendJson } from './send-json.ts'

/** Every address that nothing answered: an error body under /api, a page elsewhere. */
export const handleNotFound: RequestHandler = (req) => {
  throw req.path.startsWith('/api')
    ? new AppError('route_not_found', { method: req.method, path: req.path })
    : new AppError('page_not_found')
}

interface ErrorOptions {
  log: Pick<Logger, 'error'>
  /** An error as a page in HTML. */
  errorPage: (error: AppError, path: string, requestId: string) => string
}

/** Answers everything that a page or route threw, as JSON or as a page. */
export function handleError({ log, errorPage }: ErrorOptions): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    const { requestId } = notesOf(req)
    const error = isMalformedAddress(thrown) ? new AppError('page_not_found') : appErrorOf(thrown)
    if (error.status >= 500 && error.code !== 'overloaded') log.error({ err: error.cause, requestId }, 'request failed')
    if (res.headersSent) return void res.destroy()
    if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
    const wantsJson = /^\/(api|trpc)/.test(req.path) || req.accepts(['html', 'json']) === 'json'
    if (wantsJson) sendJson(res, error.status, { error: apiErrorOf(error, requestId) })
    else
      res
        .status(error.status)
        .type('html')
        .send(errorPage(error, req.path, requestId))
  }
}

/** Express could not decode the path (`%ZZ`): no page stands there. */
function isMalformedAddress(thrown: unknown): boolean {
  return thrown instanceof URIError
}
