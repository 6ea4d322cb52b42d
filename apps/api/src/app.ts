import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readiness } from '@boardwalk/core/http/readiness'
import { withRequest } from '@boardwalk/core/http/request-log'
import { createRest } from '@boardwalk/core/http/rest'
import { createSecurityHeaders } from '@boardwalk/core/http/security-headers'
import { refuseManyHosts } from '@boardwalk/core/http/server'
import { integrationRouter } from '@boardwalk/core/router/integration'
import express, { type RequestHandler } from 'express'
import { type BackOfficeOptions, createBackOffice } from './back-office.ts'
import type { Deps } from './deps.ts'
import { createMarkRoutes } from './http/board-mark.ts'
import { createDocsRoutes } from './http/built-pages.ts'
import { compress } from './http/compress.ts'
import { allowOnly, handleError, handleNotFound } from './http/error-handler.ts'
import { createHealthRoutes } from './http/health.ts'
import type { Part } from './part.ts'
import { renderErrorPage } from './site/error-page.tsx'
import { createSitePages } from './site/pages.ts'

interface AppOptions {
  readiness: Readiness
  /** What the operator should know of the database, although the process may get requests. */
  warnings: string[]
  /** Whether the server has been told to stop. */
  isStopping: () => boolean
  backOffice: Omit<BackOfficeOptions, 'parts'>
  /** The built reference of the API. */
  referenceFolder: string
  parts: readonly Part[]
}

/** Makes one handler for everything that Boardwalk serves. It does not listen. */
export function createApp(
  deps: Deps,
  { readiness, warnings, isStopping, backOffice, referenceFolder, parts }: AppOptions,
): (req: IncomingMessage, res: ServerResponse) => void {
  const { admission } = deps
  const answerError = handleError({
    log: deps.log,
    renderErrorPage: (error, req) => renderErrorPage(deps, error, req),
  })
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .use(refuseTrace)
    .use(createHealthRoutes({ readiness, warnings, isStopping }))
    .use((req, res, next) => {
      req.boardwalk.refuse = (error) => answerError(error, req, res, next)
      next()
    })
    .use((req, res, next) => void admission.admit(req, res).then(() => next(), next))
    .use(createMarkRoutes(deps.settings.board))
    .use(createDocsRoutes(referenceFolder, deps.settings.board))
    .use(createBackOffice(deps, { ...backOffice, parts }))
    .use(createSitePages(deps, parts))
    .use(handleNotFound)
    .use(answerError)
  // The integration API comes before Express, which would double the cost of a request.
  const rest = createRest(integrationRouter, '/api', deps, compress)
  const { ofAll, ofPages } = createSecurityHeaders({ isHttps: deps.settings.publicUrl.startsWith('https:') })
  return withRequest(deps, (req, res) => {
    // A caller that keeps its connection open then connects to another process before this one stops.
    if (isStopping()) res.setHeader('connection', 'close')
    for (const [name, value] of ofAll) res.setHeader(name, value)
    if (refuseManyHosts(req, res)) return
    void rest(req, res, () => {
      for (const [name, value] of ofPages) res.setHeader(name, value)
      app(req, res)
    })
  })
}

/** Refuses TRACE, which would show a caller what proxies add to a request. The integration API refuses it itself. */
const refuseTrace: RequestHandler = (req, res, next) => {
  if (req.method === 'TRACE') return allowOnly('GET, HEAD, POST')(req, res, next)
  next()
}
