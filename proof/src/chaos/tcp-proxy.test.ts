import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Answer } from './answer.ts'
import { createBreaches } from './broken-guarantee.ts'
import { createHttpClient } from './http-client.ts'
import { createRandom } from './random.ts'
import { type ConnectionFault, startTcpProxy } from './tcp-proxy.ts'
import { createTraffic } from './traffic.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** A server that counts the requests whose whole body came, behind a proxy. */
async function behindProxy() {
  let carriedOut = 0
  const server: Server = createServer((req, res) => {
    req.resume().on('end', () => {
      carriedOut++
      res.end('done')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const target = typeof address === 'object' && address !== null ? address.port : 0
  // The first port refuses, and is passed over.
  const proxy = await startTcpProxy(() => [1, target])
  const random = createRandom('test')
  const client = createHttpClient(proxy.port, createTraffic(createBreaches()), random, () => undefined)
  closings.push(
    () => client.close(),
    () => proxy.close(),
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const ask = (): Promise<Answer | undefined> =>
    client.ask({ operation: 'x', method: 'POST', path: '/', body: 'x'.repeat(500) })
  const cloud = (fault: ConnectionFault) => proxy.cloud({ fault, share: 1, delayMs: 5, random })
  return { ask, cloud, carriedOut: () => carriedOut }
}

test.each<[ConnectionFault, boolean, number]>([
  ['cut before', false, 0],
  ['torn', false, 0],
  ['answer lost', false, 1],
  // Nothing comes until the fault ends, and then the connection turns out to be gone.
  ['half-open', false, 0],
  ['delay', true, 1],
])('a request that meets “%s” on its way: answered %s, carried out %i times', async (fault, isAnswered, times) => {
  const { ask, cloud, carriedOut } = await behindProxy()
  const over = cloud(fault)
  const asked = ask()
  while (over.hits() === 0) await new Promise(setImmediate)
  if (fault === 'half-open') over.clear()
  expect((await asked) !== undefined).toBe(isAnswered)
  over.clear()
  expect(carriedOut()).toBe(times)
  expect((await ask())?.status).toBe(200)
})
