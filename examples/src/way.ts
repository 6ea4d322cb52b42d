import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/* A way to the board that can fail. It stands for a proxy and for a bad network. */

interface Answered {
  status: number
  headers: Record<string, string>
  body: Buffer
}
interface Passing {
  method: string
  path: string
  res: ServerResponse
  /** Asks the board. */
  forward: () => Promise<Answered>
}
export type Step = (passing: Passing) => unknown

export const pass: Step = async ({ res, forward }) => {
  const { status, headers, body } = await forward()
  res.writeHead(status, headers).end(body)
}

/** Sends the first half of the answer. */
export const sendHalf =
  (then: (res: ServerResponse) => void): Step =>
  async ({ res, forward }) => {
    const { status, headers, body } = await forward()
    res.writeHead(status, { ...headers, 'content-length': body.length })
    res.write(body.subarray(0, body.length / 2), () => then(res))
  }

export const faults = {
  unavailable: ({ res }) =>
    res.writeHead(503, { 'retry-after': '2' }).end('{"candidates":null,"error":{"message":"Try again","code":"x"}}'),
  html: ({ res }) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in</html>'),
  cutOff: sendHalf((res) => res.destroy()),
  cutOffInChunks: async ({ res, forward }) => {
    const { body } = await forward()
    res.writeHead(200)
    res.write(body.subarray(0, -1), () => res.destroy())
  },
  otherJson: ({ res }) => res.writeHead(200).end('{"message":"ok"}'),
  noConnection: ({ res }) => res.destroy(),
  lostAnswer: async ({ res, forward }) => {
    await forward()
    res.destroy()
  },
} satisfies Record<string, Step>

/** Opens a way to a board. Each request takes the step that `choose` names, and passes if it names none. */
export async function openWay(board: string) {
  const way = {
    url: '',
    choose: (_passing: Passing, _index: number): Step | undefined => undefined,
    /** Changes the address before the board is asked. */
    changeAddress: (_address: URL) => {},
    requests: [] as { name: string; search: URLSearchParams; key: unknown; body: string; atMs: number }[],
    close: () => {},
  }
  const between = createServer(async (req, res) => {
    const { method = '' } = req
    const address = new URL(req.url ?? '', board)
    const sent = await buffer(req).catch(() => undefined)
    // A program that is killed while it sends a request takes no answer.
    if (sent === undefined) return
    const { 'x-api-key': key, 'content-type': type } = req.headers
    way.requests.push({
      name: `${method} ${address.pathname}`,
      search: new URLSearchParams(address.search),
      key,
      body: sent.toString(),
      atMs: performance.now(),
    })
    way.changeAddress(address)
    const forward = async (): Promise<Answered> => {
      const answer = await fetch(address, {
        method,
        headers: { ...(key && { 'x-api-key': String(key) }), ...(type && { 'content-type': type }) },
        ...(sent.length > 0 && { body: new Uint8Array(sent) }),
      })
      const headers = Object.fromEntries(answer.headers)
      // They are about the way to the board. With `keep-alive`, PHP would wait until the connection is closed.
      const ofConnection = ['content-encoding', 'transfer-encoding', 'content-length', 'connection', 'keep-alive']
      for (const name of ofConnection) delete headers[name]
      return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
    }
    const passing = { method, path: req.url ?? '', res, forward }
    await (way.choose(passing, way.requests.length - 1) ?? pass)(passing)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  // A server that listens on a port has an address of this kind.
  way.url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  way.close = () => {
    between.closeAllConnections()
    between.close()
  }
  return way
}
