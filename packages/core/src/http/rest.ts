import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '@boardwalk/schema/error'
import { limits } from '@boardwalk/schema/limits'
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server'
import type { Deps } from '../deps.ts'
import { AppError, isFailure } from '../error.ts'
import type { Answer, IntegrationContext } from '../trpc/context.ts'
import { toAppError } from '../trpc/error.ts'
import type { IntegrationRouter } from '../trpc/init.ts'
import { findCaller } from './admission.ts'
import {
  type Address,
  createEndpoints,
  type Endpoint,
  isOnPath,
  readInput,
  readParameters,
  splitUrl,
} from './endpoint.ts'
import { drain, readJsonBody } from './json-body.ts'
import { DOWNLOAD_POLICY, type OpenFile, sendFile, sendJson, sendLongJson } from './send.ts'

/*
 * The REST transport. It serves each procedure of a tRPC router at the method and path of its `meta.openapi`, and knows
 * nothing of jobs or candidates. docs/adr/0001-rest-transport.md says why we use no library for it.
 */

/** Makes a handler for `http.createServer` that serves the integration API. For any other address it calls `next`. */
export function createRest(
  router: IntegrationRouter,
  prefix: string,
  deps: Deps,
  compress: (req: IncomingMessage, res: ServerResponse) => void,
) {
  const endpoints = createEndpoints(router, prefix)

  return async (req: IncomingMessage, res: ServerResponse, next: () => void): Promise<void> => {
    const address = splitUrl(req.url ?? '/')
    const onPath = endpoints.filter((endpoint) => isOnPath(endpoint, address))
    if (onPath.length === 0) return next()
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const endpoint = onPath.find((candidate) => candidate.method === method)
    // Before the request is admitted, so that one that is refused for overload is counted under its operation.
    const request = req.boardwalk
    request.operation = endpoint?.procedure
    request.refuse = (error) => refuse(error, endpoint, req, res)
    try {
      await deps.admission.admit(req, res, request.answer.headers)
      if (endpoint === undefined) throw methodNotAllowed(onPath, request.answer)
      const body = await call(endpoint, address, req, res)
      await send(endpoint, req, res, body)
    } catch (thrown) {
      if (!request.isTimeUp) refuse(thrown, endpoint, req, res)
    }
  }

  async function send({ isFile, nullMember }: Endpoint, req: IncomingMessage, res: ServerResponse, body: object) {
    const { answer, isTimeUp } = req.boardwalk
    if (isFile) {
      if (!isTimeUp) res.setHeaders(new Map(Object.entries(answer.headers)))
      // The cast holds because the null member of such an operation's output is a file. `sendFile` closes it if the time is up.
      return sendFile(req, res, body[nullMember as keyof object] as OpenFile, 'attachment', DOWNLOAD_POLICY)
    }
    if (isTimeUp) return
    if (answer.mayBeCompressed) compress(req, res)
    await sendLongJson(res, answer.status, body, answer.headers)
  }

  function call(endpoint: Endpoint, address: Address, req: IncomingMessage, res: ServerResponse): Promise<object> {
    const request = req.boardwalk
    const ctx = createContext(req, () => readParameters(endpoint, address.parts))
    const onReading = () => {
      const caller = request.key?.id ?? ctx.findCaller()
      deps.admission.watch(req, res, { bytesMax: limits.bodyBytes, caller, isStranger: request.key === undefined })
    }
    let endJson = () => {}
    const onRead = (bytes: number) => {
      endJson = deps.admission.beginJson(bytes, request.key?.companyId ?? ctx.findCaller())
    }
    let input: Promise<unknown> | undefined
    // The first middleware asks for the input, and tRPC asks again to parse it.
    const getRawInput = () => (input ??= readInput(endpoint, address, () => readJsonBody(req, { onReading, onRead })))
    const { procedure: path, type } = endpoint
    // The work goes on if the caller leaves, so its end counts, and not that of the answer.
    return callTRPCProcedure({ router, path, type, ctx, getRawInput, signal: undefined, batchIndex: 0 }).finally(() =>
      endJson(),
    )
  }

  function createContext(req: IncomingMessage, readPath: IntegrationContext['readPath']): IntegrationContext {
    return {
      deps,
      request: req.boardwalk,
      apiKey: req.headers['x-api-key']?.toString(),
      ifMatch: req.headers['if-match'],
      readPath,
      findCaller: () => findCaller(req, deps.settings.trustProxy),
    }
  }

  function refuse(thrown: unknown, endpoint: Endpoint | undefined, req: IncomingMessage, res: ServerResponse): void {
    const isClientGone = req.destroyed && !req.complete
    if (isClientGone) return void res.destroy()
    const request = req.boardwalk
    const { id: requestId, operation } = request
    const { headers } = request.answer
    const error = toAppError(thrown, { isRead: endpoint?.type === 'query' })
    request.error = error
    const { code, reason, cause } = error
    if (isFailure(error)) deps.log.error({ err: cause, code, reason, requestId, operation }, 'request failed')
    if (res.headersSent) return void res.destroy()
    if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds)
    if (code === 'body_too_large') headers.connection = 'close'
    const body = { error: formatError(thrown, endpoint, req) }
    const named = endpoint === undefined ? body : { [endpoint.nullMember]: null, ...body }
    sendJson(res, error.status, named, headers, req.complete ? undefined : drain(req))
  }

  /** Makes the member `error` of the body of an answer, as the router's `errorFormatter` shapes it. */
  function formatError(thrown: unknown, endpoint: Endpoint | undefined, req: IncomingMessage): ApiError {
    const { message, data } = getTRPCErrorShape({
      config: router._def._config,
      error: getTRPCErrorFromUnknown(thrown),
      type: endpoint?.type ?? 'unknown',
      path: endpoint?.procedure,
      input: undefined,
      ctx: createContext(req, () => ({})),
    })
    const { httpStatus, ...details } = data
    return { message, ...details }
  }
}

function methodNotAllowed(onPath: Endpoint[], { headers }: Answer): AppError {
  headers.allow = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return new AppError('method_not_allowed', { allow: headers.allow })
}
