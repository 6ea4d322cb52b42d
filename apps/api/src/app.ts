import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import helmet from 'helmet'
import type { Connection } from 'mongoose'
import type { Deps } from './deps.ts'
import { createAdmission } from './http/admission.ts'
import { type BackOfficeOptions, backOfficeRoutes } from './http/back-office.ts'
import { docsRoutes } from './http/docs.ts'
import { handleError, handleNotFound } from './http/express-error.ts'
import { healthRoutes } from './http/health.ts'
import { withRequestLog } from './http/request-log.ts'
import { createRest } from './http/rest.ts'
import { integrationRouter } from './router/integration.ts'
import { siteRoutes } from './site/routes.ts'

/** Everything that Boardwalk serves, as one handler for `http.createServer`. It does not listen. */
export function createApp(
  deps: Deps,
  connection: Connection,
  backOffice: BackOfficeOptions,
): (req: IncomingMessage, res: ServerResponse) => void {
  const isHttps = deps.settings.publicUrl.startsWith('https:')
  // Over plain http this would send browsers to an https that nobody serves, for the stylesheet and for the apply form.
  const upgradeInsecureRequests = isHttps ? [] : null
  const admit = createAdmission(deps)
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', deps.settings.trustProxy)
    .use(
      helmet({ strictTransportSecurity: isHttps, contentSecurityPolicy: { directives: { upgradeInsecureRequests } } }),
    )
    .use(healthRoutes(connection, deps.now))
    .use((req, res, next) => void admit(req, res).then(() => next(), next))
    .use(docsRoutes())
    .use(backOfficeRoutes(deps, backOffice))
    .use(siteRoutes(deps))
    .use(handleNotFound)
    .use(handleError(deps))
  // The integration API goes before Express, which would double what a request costs.
  const rest = createRest(integrationRouter, '/api', deps, admit)
  return withRequestLog(deps, (req, res) => void rest(req, res, () => app(req, res)))
}
