import { AppError, isFailure } from '@boardwalk/core/error'
import { sendJson } from '@boardwalk/core/http/send'
import { toApiError, toAppError, toProcedureError } from '@boardwalk/core/trpc/error'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
/** Refuses an address that no handler has answered: with an error body under /api, and with a page elsewhere. */
export const handleNotFound: RequestHandler = (req) => {
  throw req.path.startsWith('/api')
    ? new AppError('route_not_found', { method: req.method, path: req.path })
    : new AppError('page_not_found')
}

interface ErrorOptions {
  log: Pick<Logger, 'error'>
  /** Renders an error as a page in HTML. */
  renderErrorPage: (error: AppError, req: Request) => string
}

/** Makes the handler that answers each error that a page or route threw, as JSON or as a page. */
export function handleError({ log, renderErrorPage }: ErrorOptions): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    // The time was up before: the request is answered, or its caller has gone.
    if (req.boardwalk.isTimeUp && (res.headersSent || res.closed)) return
    const requestId = req.boardwalk.id
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const error = isMalformedAddress(thrown) ? new AppError('page_not_found') : toAppError(thrown, { isRead })
    req.boardwalk.error = error
    if (isFailure(error))
      log.error({ err: error.cause, code: error.code, reason: error.reason, requestId }, 'request failed')
    if (res.headersSent) return void res.destroy()
    sendError(error, req, res)
  }

  function sendError(error: AppError, req: Request, res: Response): void {
    const requestId = req.boardwalk.id
    if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
    // When a request's time is up, a router may be working on it, which has cut the beginning off `req.path`.
    const [path = ''] = req.originalUrl.split('?', 1)
    if (path.startsWith('/trpc')) sendJson(res, error.status, { error: toProcedureError(error, requestId) })
    else if (path.startsWith('/api') || req.accepts(['html', 'json']) === 'json')
      sendJson(res, error.status, { error: toApiError(error, requestId) })
    else res.status(error.status).type('html').send(renderErrorPage(error, req))
  }
}

/** Whether Express could not decode the path, such as `%ZZ`. No page has such an address. */
function isMalformedAddress(thrown: unknown): boolean {
  return thrown instanceof URIError
}

/** Makes a handler that answers 405. `allow` lists the methods that the address has, such as `GET, HEAD`. */
export function allowOnly(allow: string): RequestHandler {
  return (_req, res) => {
    res.set('allow', allow)
    throw new AppError('method_not_allowed', { allow })
  }
}
