import { limits } from '@boardwalk/schema/limits'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import { type RequestHandler, Router } from 'express'
import type { Store } from 'express-session'
import type { Deps } from './deps.ts'
import { invalidRequest } from './error.ts'
import { callerOf } from './http/admission.ts'
import { allowOnly } from './http/allow-only.ts'
import { notesOf } from './http/request-log.ts'
import { isSameOrigin } from './http/same-origin.ts'
import { createSessions, type ReadSession } from './http/session.ts'
import { webApp } from './http/web-app.ts'
import { backOfficeRouter } from './router/back-office.ts'
import { cvBackOfficePages } from './site/cv.ts'
import { previewPages } from './site/preview.ts'
import { appErrorOf } from './trpc/error.ts'

/** How many procedures one request may call; apps/web/src/trpc.ts sends no more. */
const BATCH_MAX = 20

/** What the back office needs besides the services. */
export interface BackOfficeOptions {
  store: Store
  secret: string
  /** The built web app. */
  folder: string
}

/** Serves the back office: the procedures under /trpc, and CVs, previews and the web app under /backoffice. */
export function createBackOffice(deps: Deps, { store, secret, folder }: BackOfficeOptions): Router {
  const { now, log } = deps
  const isHttps = deps.settings.publicUrl.startsWith('https:')
  const readSession = createSessions({ store, secret, isHttps, now, log })
  return Router({ caseSensitive: true })
    .use('/trpc', onlyCalls, procedures(deps, readSession))
    .use(cvBackOfficePages(deps, readSession))
    .use(previewPages(deps, readSession))
    .use('/backoffice', webApp(folder))
}

/** Lets only calls through that tRPC can read. For others its adapter answers errors without a type and a request id. */
const onlyCalls: RequestHandler = (req, res, next) => {
  if (!['GET', 'HEAD', 'POST'].includes(req.method)) return allowOnly('GET, HEAD, POST')(req, res, next)
  if (!URL.canParse(req.url, `http://${req.headers.host}`))
    throw invalidRequest([{ path: '', message: 'The address or the host of the request is not valid' }])
  // An answer is never sent line by line, even if the caller asks for it: the web app does not.
  req.headers['trpc-accept'] = 'application/json'
  next()
}

function procedures(deps: Deps, readSession: ReadSession): RequestHandler {
  const { publicUrl } = deps.settings
  return createExpressMiddleware({
    router: backOfficeRouter,
    maxBodySize: limits.bodyBytes,
    // Without this limit, one small request could ask for thousands of answers.
    maxBatchSize: BATCH_MAX,
    // The web app posts its queries. In an address, a name that is searched for or the secret of a link would be logged.
    allowMethodOverride: true,
    createContext: async ({ req, res }) => ({
      deps,
      // Decided before the session is read: if the body is still arriving, the session is read again after it.
      isWhole: req.complete,
      session: await readSession(req, res),
      isSameOrigin: isSameOrigin(req, publicUrl),
      address: callerOf(req, deps.settings.trustProxy),
      requestId: notesOf(req).requestId,
    }),
    // tRPC has no code for some statuses of the catalogue, so the status is set here.
    responseMeta: ({ errors: [error], info }) => {
      if (error === undefined) return {}
      const { status, retryAfterSeconds } = appErrorOf(error)
      const headers = new Headers()
      if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
      // tRPC refuses without a type what it cannot read as a call.
      if (info === undefined) headers.set('content-type', 'application/json')
      return { status, headers }
    },
    onError: ({ error, req }) => {
      const { status, cause } = appErrorOf(error)
      if (status >= 500) deps.log.error({ err: cause, requestId: notesOf(req).requestId }, 'request failed')
    },
  })
}
