import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@boardwalk/schema/limits'
import { type AnyRouter, callTRPCProcedure, type ProcedureType } from '@trpc/server'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest, isFailure } from '../error.ts'
import type { Answer, IntegrationContext } from '../trpc/context.ts'
import { toApiError, toAppError } from '../trpc/error.ts'
import { listProcedures } from '../trpc/init.ts'
import { findCaller } from './admission.ts'
import { drain, readJsonBody } from './json-body.ts'
import { sendJson, sendLongJson } from './send-json.ts'
import { findUnknownNames } from './unknown-names.ts'

/*
 * The REST transport. It serves each procedure of a tRPC router at the method and path of its `meta.openapi`, and knows
 * nothing of jobs or candidates. docs/adr/0001-rest-transport.md says why we use no library for it.
 */

interface Route {
  method: string
  /** The segments of the path. A segment in braces is a parameter. */
  parts: string[]
  procedure: string
  type: ProcedureType
  nullMember: string
  isExtension: boolean
  /** The members of the input without those of the path. `isNumber` says whether the schema accepts a whole number. */
  members: Map<string, { isNumber: boolean }>
}

/** Makes a handler for `http.createServer` that serves the integration API. For any other address it calls `next`. */
export function createRest(
  router: AnyRouter,
  prefix: string,
  deps: Deps,
  compress: (req: IncomingMessage, res: ServerResponse) => void,
) {
  const routes = createRoutes(router, prefix)

  return async (req: IncomingMessage, res: ServerResponse, next: () => void): Promise<void> => {
    const { parts, query } = splitUrl(req.url ?? '/')
    const onPath = routes.filter((route) => isOnPath(route, parts))
    if (onPath.length === 0) return next()
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const route = onPath.find((candidate) => candidate.method === method)
    // Before the request is admitted, so that one that is refused for overload is counted under its operation.
    const request = req.boardwalk
    request.operation = route?.procedure
    request.refuse = (error) => refuse(error, route, req, res)
    try {
      await deps.admission.admit(req, res, request.answer.headers)
      if (route === undefined) throw methodNotAllowed(onPath, request.answer)
      const body = await call({ route, parts, query }, req, res)
      if (!request.isTimeUp) await send(req, res, body)
    } catch (thrown) {
      if (!request.isTimeUp) refuse(thrown, route, req, res)
    }
  }

  function send(req: IncomingMessage, res: ServerResponse, body: object): Promise<void> {
    const { answer } = req.boardwalk
    if (answer.mayBeCompressed) compress(req, res)
    return sendLongJson(res, answer.status, body, answer.headers)
  }

  function call(
    { route, parts, query }: { route: Route; parts: string[]; query: string },
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<object> {
    const request = req.boardwalk
    const ctx: IntegrationContext = {
      deps,
      request,
      apiKey: req.headers['x-api-key']?.toString(),
      ifMatch: req.headers['if-match'],
      findCaller: () => findCaller(req, deps.settings.trustProxy),
    }
    const onReading = () => {
      const caller = request.key?.id ?? ctx.findCaller()
      deps.admission.watch(req, res, { bytesMax: limits.bodyBytes, caller, isStranger: request.key === undefined })
    }
    const readInput = async () => ({
      ...readQuery(route, query),
      ...(hasBody(route) && pickMembers(route, await readJsonBody(req, onReading))),
      // The path comes last, so neither the body nor the query can replace one of its parameters.
      ...readParameters(route, parts),
    })
    let input: ReturnType<typeof readInput> | undefined
    return callTRPCProcedure({
      router,
      path: route.procedure,
      type: route.type,
      ctx,
      // tRPC calls this only after the key was accepted. Before that, the server reads no byte of the body.
      getRawInput: () => {
        input ??= readInput()
        return input
      },
      signal: undefined,
      batchIndex: 0,
    })
  }

  function refuse(thrown: unknown, route: Route | undefined, req: IncomingMessage, res: ServerResponse): void {
    const isClientGone = req.destroyed && !req.complete
    if (isClientGone) return void res.destroy()
    const request = req.boardwalk
    const { id: requestId, operation } = request
    const { headers } = request.answer
    const error = toAppError(thrown)
    request.error = error
    if (isFailure(error)) deps.log.error({ err: error.cause, code: error.code, requestId, operation }, 'request failed')
    if (res.headersSent) return void res.destroy()
    if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds)
    if (error.code === 'body_too_large') headers.connection = 'close'
    const body = { error: toApiError(error, requestId) }
    const named = route === undefined ? body : { [route.nullMember]: null, ...body }
    sendJson(res, error.status, named, headers, req.complete ? undefined : drain(req))
  }
}

function methodNotAllowed(onPath: Route[], { headers }: Answer): AppError {
  headers.allow = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return new AppError('method_not_allowed', { allow: headers.allow })
}

const isParameter = (part: string) => part.startsWith('{')
const hasBody = (route: Route) => route.method === 'POST' || route.method === 'PUT'

function createRoutes(router: AnyRouter, prefix: string): Route[] {
  return listProcedures(router).map(({ name, type, input, meta: { openapi, nullMember, isExtension } }): Route => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    const isNumber = (schema: unknown) =>
      typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'integer'
    const parts = `${prefix}${openapi.path}`.split('/').slice(1)
    const members = Object.keys(input.shape).filter((member) => !parts.includes(`{${member}}`))
    return {
      method: openapi.method,
      parts,
      procedure: name,
      type,
      nullMember,
      isExtension,
      members: new Map(members.map((member) => [member, { isNumber: isNumber(properties[member]) }])),
    }
  })
}

/**
 * Picks the members of the input from a body, which may have tens of thousands of others. Throws `invalid_request` for a
 * misspelt one.
 */
function pickMembers({ members, isExtension }: Route, body: Record<string, unknown>): Record<string, unknown> {
  const names = [...members.keys()]
  const known = { names, place: 'body', elsewhere: [], isStrict: isExtension } as const
  const issues = findUnknownNames(Object.keys(body), known)
  if (issues.length > 0) throw invalidRequest(issues)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]))
}

function splitUrl(url: string): { parts: string[]; query: string } {
  // The first line of a request may have the whole address, with its host (RFC 9112, 3.2.2).
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  return { parts: path.split('/').slice(1), query: mark < 0 ? '' : target.slice(mark + 1) }
}

function isOnPath(route: Route, parts: string[]): boolean {
  return (
    route.parts.length === parts.length &&
    route.parts.every((part, index) => isParameter(part) || part === parts[index])
  )
}

/** Reads the parameters of the path. The path was split before they are decoded, because an id may contain a slash. */
function readParameters(route: Route, parts: string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [index, part] of route.parts.entries()) {
    if (!isParameter(part)) continue
    const name = part.slice(1, -1)
    try {
      parameters[name] = decodeURIComponent(parts[index] ?? '')
    } catch {
      throw invalidRequest([{ path: name, message: `${name} is not percent-encoded UTF-8: ${parts[index]}` }])
    }
  }
  return parameters
}

/**
 * Reads the members of the input from the query, if the operation takes them from there. Digits become a number if the
 * schema has one; zod reports any other text. Throws `invalid_request` for a parameter that is misspelt or given twice.
 */
function readQuery(route: Route, query: string): Record<string, string | number> {
  const sent = new URLSearchParams(query)
  const [names, elsewhere] = hasBody(route) ? [[], [...route.members.keys()]] : [[...route.members.keys()], []]
  const known = { names, place: 'address', elsewhere, isStrict: route.isExtension } as const
  const issues = findUnknownNames(sent.keys(), known)
  const input: Record<string, string | number> = {}
  for (const name of names) {
    const [value, ...others] = sent.getAll(name)
    if (value === undefined) continue
    if (others.length > 0) issues.push({ path: name, message: `${name} must be given once` })
    input[name] = route.members.get(name)?.isNumber && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return input
}
