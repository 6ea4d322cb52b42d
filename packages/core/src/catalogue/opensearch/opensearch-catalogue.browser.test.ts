import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type LocalOpenSearch, startOpenSearch } from '@boardwalk/local-opensearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeCatalogue } from '../catalogue.suite.ts'
import { findIds, makeQuery } from '../fixture/board.ts'
import { makeJob } from '../fixture/listed-job.ts'
import type { EngineOptions } from './engine.ts'
import { createOpenSearchCatalogue } from './opensearch-catalogue.ts'

let opensearch: LocalOpenSearch
let catalogues = 0

beforeAll(async () => {
  opensearch = await startOpenSearch()
})

afterAll(() => opensearch.stop())

const open = (options: EngineOptions) => createOpenSearchCatalogue(options, { error: () => {} })
const newIndex = () => `test-${catalogues++}`

describeCatalogue('OpenSearch', {
  create: async () => open({ url: opensearch.url, index: newIndex() }),
  runs: 20,
})

const away = { code: 'unavailable', reason: 'search_away', retryAfterSeconds: 5 }

test('an OpenSearch that never answers is given up after seconds, and meanwhile other requests fail at once', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    // The cast holds because the server listens on a port.
    const { port } = server.address() as AddressInfo
    const catalogue = open({ url: `http://127.0.0.1:${port}`, index: 'board' })
    const find = () => catalogue.find(makeQuery('serveur'))
    await expect(find()).rejects.toMatchObject(away)
    const connections = sockets.length
    const trial = find()
    for (let calls = 0; calls < 100; calls++) await expect(find()).rejects.toMatchObject(away)
    await expect(catalogue.write([makeJob({})])).rejects.toMatchObject(away)
    await expect(trial).rejects.toMatchObject(away)
    expect(sockets.length - connections).toBeLessThan(10)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

test('after its index was deleted, a catalogue refuses reads and writes until the next start, which makes it anew', async () => {
  const options = { url: opensearch.url, index: newIndex() }
  const catalogue = open(options)
  await catalogue.write([makeJob({})])
  await catalogue.setComplete()
  expect(await findIds(catalogue, 'poste')).toEqual([1])
  await fetch(`${options.url}/${options.index}-*`, { method: 'DELETE' })
  await expect(catalogue.write([makeJob({ id: 2 })])).rejects.toMatchObject(away)
  await expect(catalogue.find(makeQuery(''))).rejects.toMatchObject(away)
  const next = open(options)
  expect(await next.isComplete()).toBe(false)
  expect(await findIds(next, '')).toEqual([])
})

test('processes that begin at the same moment make one index, and write each job once', async () => {
  const options = { url: opensearch.url, index: newIndex() }
  const catalogues = [1, 2, 3].map(() => open(options))
  const jobs = Array.from({ length: 20 }, (_, index) => makeJob({ id: index + 1 }))
  await Promise.all(catalogues.map((catalogue) => catalogue.write(jobs)))
  for (const catalogue of catalogues) expect(await findIds(catalogue, '')).toHaveLength(20)
})
