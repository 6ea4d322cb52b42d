import { isObject } from '@boardwalk/schema/json'
import { findNearest } from '@boardwalk/schema/wording'
import type { HttpRequest } from '../exchange.ts'
import { refuseForeignPages } from '../foreign-site.ts'
import { HttpServer } from '../http-server.ts'
import type { Sandbox, SandboxCompany } from '../sandbox.ts'
import { readJson } from '../seen-request.ts'
import { createDocument } from './document.ts'
import { ControlError, type Controlled } from './operation.ts'
import { operations } from './operations.ts'
import { page } from './page.ts'

/** The control port of a sandbox: what its users and applicants do, and its failures, over HTTP. It has a page for people. */
export interface Control {
  /** Answers until `close`. Returns its address, which is also that of the page. Port 0, the default, chooses a free port. */
  listen(port?: number, host?: string): Promise<string>
  close(): Promise<void>
}

/** Makes a control port for a sandbox, so that a test in any language can drive it. The sandbox listens by itself. */
export function createControl(sandbox: Sandbox): Control {
  const controlled: Controlled = { sandbox, companies: new Map<string, SandboxCompany>([[sandbox.slug, sandbox]]) }
  const server = new HttpServer((request) => answer(controlled, request), refuseForeignPages)
  return {
    listen: (port = 0, host = '127.0.0.1') => server.listen(port, host),
    close: () => server.close(),
  }
}

async function answer(controlled: Controlled, request: HttpRequest) {
  const { method, path } = request
  const [pathname = '', query = ''] = path.split('?')
  if (method === 'GET' && pathname === '/') return send(200, 'text/html; charset=utf-8', page)
  if (method === 'GET' && pathname === '/openapi.json') return sendJson(200, createDocument())
  try {
    const operation = findOperation(method, pathname)
    const input = method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : parseBody(request)
    return sendJson(200, (await operation.run(controlled, input)) ?? {})
  } catch (error) {
    // The sandbox throws an error only if it refuses what the caller asked for.
    const status = error instanceof ControlError ? error.status : 400
    return sendJson(status, { error: { message: error instanceof Error ? error.message : String(error) } })
  }
}

function findOperation(method: string, pathname: string) {
  const paths = Object.keys(operations).map((name) => `/${name}`)
  const operation = paths.includes(pathname) ? operations[pathname.slice(1)] : undefined
  if (operation === undefined) {
    const meant = findNearest(pathname, paths)
    const advice = meant === undefined ? 'GET /openapi.json lists the operations' : `did you mean ${meant}?`
    throw new ControlError(`There is no ${pathname}: ${advice}`, 404)
  }
  if (operation.method !== method) throw new ControlError(`Send ${operation.method} ${pathname}, not ${method}`, 405)
  return operation
}

function parseBody({ headers, body }: HttpRequest): unknown {
  // A page of another site can send other types of content without asking this server first.
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ControlError('Content-Type must be application/json', 415)
  const input = readJson(body)
  if (!isObject(input)) throw new ControlError('The body must be a JSON object, such as {"job": "A-1"}')
  return input
}

const sendJson = (status: number, value: unknown) => send(status, 'application/json', JSON.stringify(value))

function send(status: number, type: string, text: string) {
  const body = Buffer.from(text)
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': String(body.length),
    // No page of another site may lay its own content over the page of the control port. Old browsers know the second one.
    'content-security-policy': "frame-ancestors 'none'",
    'x-frame-options': 'DENY',
  }
  return { status, headers, body }
}
