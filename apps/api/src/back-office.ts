import type { IncomingMessage } from 'node:http'
import { invalidRequest, isFailure } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { toAppError } from '@boardwalk/core/trpc/error'
import { limits } from '@boardwalk/schema/limits'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import { type RequestHandler, Router } from 'express'
import type { Store } from 'express-session'
import type { Deps } from './deps.ts'
import { createWebApp } from './http/built-pages.ts'
import { compress } from './http/compress.ts'
import { allowOnly } from './http/error-handler.ts'
import { createSessions, isSameOrigin, type ReadSession, type Session } from './http/session.ts'
import type { Part } from './part.ts'
import { type BackOfficeRouter, createBackOfficeProcedures } from './router/back-office.ts'
import { createCvBackOfficePages, createPersonPages, createPreviewPages } from './site/back-office-pages.ts'

/** The most procedures that one request may call. apps/web/src/trpc.ts sends no more. */
const BATCH_MAX = 20

/**
 * The largest body of a caller who is not signed in: several times the longest sign-in. tRPC keeps a body of up to this
 * size in memory even if no procedure reads it.
 */
const STRANGER_BYTES_MAX = 16 * 1024

/** What the back office needs besides Deps. */
export interface BackOfficeOptions {
  store: Store
  /** The first signs the cookies of sessions, all are accepted. */
  secrets: string[]
  /** The built web app. */
  folder: string
  parts: readonly Part[]
}

/** Serves the back office: the procedures under /trpc, and CVs, people's data, previews, the pages of parts and the web app under /backoffice. */
export function createBackOffice(deps: Deps, { store, secrets, folder, parts }: BackOfficeOptions): Router {
  const { now, log } = deps
  const isHttps = deps.settings.publicUrl.startsWith('https:')
  const readSession = createSessions({ store, secrets, isHttps, now, log })
  const router = createBackOfficeProcedures(parts)
  const ofParts = Router({ caseSensitive: true })
  for (const part of parts) part.addBackOfficePages?.({ deps, router: ofParts, readSession })
  return Router({ caseSensitive: true })
    .use(
      '/trpc',
      refuseUnreadable,
      compressJobs(deps.settings.publicUrl),
      createProcedureHandler(deps, router, readSession),
    )
    .use(createCvBackOfficePages(deps, readSession))
    .use(createPersonPages(deps, readSession))
    .use(ofParts)
    .use(createPreviewPages(deps, readSession))
    .use('/backoffice', createWebApp(folder, deps.settings.board))
}

/** Refuses a request that tRPC cannot read as a call. The error of tRPC itself would have no content type and no request id. */
const refuseUnreadable: RequestHandler = (req, res, next) => {
  if (!['GET', 'HEAD', 'POST'].includes(req.method)) return allowOnly('GET, HEAD, POST')(req, res, next)
  if (!URL.canParse(req.url, `http://${req.headers.host}`))
    throw invalidRequest([{ path: '', message: 'The address or the host of the request is not valid' }])
  // A caller may ask for an answer that is streamed line by line. The web app never does, so an answer is always sent whole.
  req.headers['trpc-accept'] = 'application/json'
  next()
}

/**
 * Compresses answers about jobs and the figures of Home, which have texts of the company's own and no secret. Another
 * site's page could choose the procedures of a GET and their input, so they must be asked for by a page of ours.
 */
const compressJobs =
  (publicUrl: string): RequestHandler =>
  (req, res, next) => {
    const isAboutJobs = req.path
      .slice(1)
      .split(',')
      .every((name) => /^(?:job|home|view)\.\w+$/.test(name))
    if (isAboutJobs && isSameOrigin(req, publicUrl)) compress(req, res, next)
    else next()
  }

function createProcedureHandler(deps: Deps, router: BackOfficeRouter, readSession: ReadSession): RequestHandler {
  const { publicUrl, trustProxy } = deps.settings
  return async (req, res, next) => {
    const address = findCaller(req, trustProxy)
    // Read before the session. If the body is still arriving at this moment, the session is read again after the body.
    const isWhole = req.complete
    const found: { session: Session } | { failure: unknown } = await readSession(req, res).then(
      (session) => ({ session }),
      (failure: unknown) => ({ failure }),
    )
    const userId = 'session' in found ? found.session.signedIn?.userId : undefined
    const isStranger = userId === undefined
    const bytesMax = isStranger ? STRANGER_BYTES_MAX : limits.bodyBytes
    const beginBody = createBodyCount(deps, req, bytesMax)
    const serve = createExpressMiddleware({
      router,
      maxBodySize: bytesMax,
      // Without this limit, one small request could ask for thousands of answers.
      maxBatchSize: BATCH_MAX,
      // The web app sends its queries by POST. In an address, searched names and the secrets of links would be logged.
      allowMethodOverride: true,
      createContext: () => {
        if ('failure' in found) throw found.failure
        const requestId = req.boardwalk.id
        return {
          ...found,
          deps,
          isWhole,
          address,
          bytesMax,
          requestId,
          beginBody,
          isSameOrigin: isSameOrigin(req, publicUrl),
          signal: req.boardwalk.signal,
        }
      },
      // tRPC has no code for some statuses of the catalogue, so the status is set here.
      responseMeta: ({ errors: [error], info }) => {
        if (error === undefined) return {}
        const { status, retryAfterSeconds } = toAppError(error)
        const headers = new Headers()
        if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds))
        // tRPC sets no content type if it cannot read the request as a call.
        if (info === undefined) headers.set('content-type', 'application/json')
        return { status, headers }
      },
      onError: ({ error }) => {
        if (req.boardwalk.isTimeUp) return
        const appError = toAppError(error)
        req.boardwalk.error = appError
        const { code, reason, cause } = appError
        if (isFailure(appError))
          deps.log.error({ err: cause, code, reason, requestId: req.boardwalk.id }, 'request failed')
      },
    })
    deps.admission.watch(req, res, { bytesMax, caller: userId ?? address, isStranger })
    serve(req, res, next)
  }
}

/** Makes the function that counts the body of a request once while any of its procedures works on it. */
function createBodyCount({ admission }: Pick<Deps, 'admission'>, req: IncomingMessage, bytesMax: number) {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
  // A body in chunks may have any length.
  const bytes = encoding === undefined ? Math.min(Number(length ?? 0), bytesMax) : bytesMax
  let working = 0
  let end = () => {}
  return (companyId: string) => {
    if (working === 0) end = admission.beginJson(bytes, companyId)
    working++
    return () => {
      working--
      if (working === 0) end()
    }
  }
}
