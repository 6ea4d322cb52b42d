import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'
import type { Connection } from 'mongoose'
import { type BackOfficeOptions, createBackOffice } from './back-office.ts'
import type { Deps } from './deps.ts'
import { createAdmission } from './http/admission.ts'
import { allowOnly } from './http/allow-only.ts'
import { docsRoutes } from './http/docs.ts'
import { handleError, handleNotFound } from './http/express-error.ts'
import { healthRoutes } from './http/health.ts'
import { withRequestLog } from './http/request-log.ts'
import { createRest } from './http/rest.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { integrationRouter } from './router/integration.ts'
import { errorPage } from './site/error-page.tsx'
import { sitePages } from './site/pages.ts'

interface AppOptions {
  connection: Connection
  /** Whether the server has been told to stop. */
  isStopping: () => boolean
  backOffice: BackOfficeOptions
}

/** Makes one handler for everything that Boardwalk serves. It does not listen. */
export function createApp(
  deps: Deps,
  { connection, isStopping, backOffice }: AppOptions,
): (req: IncomingMessage, res: ServerResponse) => void {
  const admit = createAdmission(deps)
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', deps.settings.trustProxy)
    .use(refuseTrace)
    .use(healthRoutes({ connection, now: deps.now, isStopping }))
    .use((req, res, next) => void admit(req, res).then(() => next(), next))
    .use(docsRoutes())
    .use(createBackOffice(deps, backOffice))
    .use(sitePages(deps))
    .use(handleNotFound)
    .use(handleError({ log: deps.log, errorPage }))
  // The integration API comes before Express, which would double the cost of a request.
  const rest = createRest(integrationRouter, '/api', deps, admit)
  const headers = Object.entries(createSecurityHeaders({ isHttps: deps.settings.publicUrl.startsWith('https:') }))
  return withRequestLog(deps, (req, res) => {
    // Callers who keep their connection open then find another process in time.
    if (isStopping()) res.setHeader('connection', 'close')
    for (const [name, value] of headers) if (value !== undefined) res.setHeader(name, value)
    void rest(req, res, () => app(req, res))
  })
}

/** Refuses TRACE, which would show a caller what proxies add to a request. The integration API refuses it itself. */
const refuseTrace: RequestHandler = (req, res, next) => {
  if (req.method === 'TRACE') return allowOnly('GET, HEAD, POST')(req, res, next)
  next()
}
