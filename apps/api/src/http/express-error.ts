import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError } from '../error.ts'
import { toApiError, toAppError } from '../trpc/error.ts'
import { getNotes } from './request-log.ts'
import { sendJson } from './send-json.ts'

/** Refuses an address that no handler has answered: with an error body under /api, and with a page elsewhere. */
export const handleNotFound: RequestHandler = (req) => {
  throw req.path.startsWith('/api')
    ? new AppError('route_not_found', { method: req.method, path: req.path })
    : new AppError('page_not_found')
}

interface ErrorOptions {
  log: Pick<Logger, 'error'>
  /** Renders an error as a page in HTML. */
  renderErrorPage: (error: AppError, path: string, requestId: string) => string
}

/** Makes the handler that answers each error that a page or route threw, as JSON or as a page. */
export function handleError({ log, renderErrorPage }: ErrorOptions): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    const { requestId } = getNotes(req)
    const error = isMalformedAddress(thrown) ? new AppError('page_not_found') : toAppError(thrown)
    const isExpected = error.code === 'overloaded' || error.code === 'uploads_closed'
    if (error.status >= 500 && !isExpected) log.error({ err: error.cause, requestId }, 'request failed')
    if (res.headersSent) return void res.destroy()
    if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
    const wantsJson = /^\/(api|trpc)/.test(req.path) || req.accepts(['html', 'json']) === 'json'
    if (wantsJson) sendJson(res, error.status, { error: toApiError(error, requestId) })
    else
      res
        .status(error.status)
        .type('html')
        .send(renderErrorPage(error, req.path, requestId))
  }
}

/** Whether Express could not decode the path, such as `%ZZ`. No page has such an address. */
function isMalformedAddress(thrown: unknown): boolean {
  return thrown instanceof URIError
}
