import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createBoardServer } from '@boardwalk/core/memory/board'
import type { HttpRequest, Outcome } from './exchange.ts'
import type { FindRefusal } from './foreign-site.ts'

type AnswerRequest = (request: HttpRequest, signal: AbortSignal) => Promise<Outcome>

/** Answers requests over HTTP, but those that `findRefusal` refuses. */
export class HttpServer {
  readonly #server: Server

  #host = ''

  constructor(answer: AnswerRequest, findRefusal: FindRefusal) {
    this.#server = createBoardServer().on('request', (req: IncomingMessage, res: ServerResponse) => {
      const { host, origin } = req.headers
      const refusal = findRefusal({ host, origin }, this.#host)
      if (refusal !== undefined) return refuse(res, refusal)
      respond(req, res, answer).catch(() => res.destroy())
    })
  }

  /** Starts the server. Returns the origin of its addresses, such as `http://127.0.0.1:4010`. */
  async listen(port: number, host: string): Promise<string> {
    this.#host = host
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const address = this.#server.address()
    // The address of a server that listens on a port is never null or a string.
    if (address === null || typeof address === 'string') throw new Error('the sandbox does not listen on a port')
    return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

function refuse(res: ServerResponse, message: string): void {
  const body = JSON.stringify({ error: { message } })
  res.writeHead(403, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

async function respond(req: IncomingMessage, res: ServerResponse, answer: AnswerRequest): Promise<void> {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const outcome = await answer(await readRequest(req), gone.signal)
  if (outcome === 'connection lost') return void res.destroy()
  if (outcome === 'no answer') return
  const { status, headers, body, isCut } = outcome
  res.writeHead(status, headers)
  if (isCut) res.write(body, () => res.destroy())
  else res.end(body)
}

async function readRequest(req: IncomingMessage): Promise<HttpRequest> {
  const { method = '', url: path = '', rawHeaders } = req
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)])
  return { method, path, headers: Object.fromEntries(headers), rawHeaders, body: await buffer(req) }
}
